import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PortfolioPlan } from "../../../src/engine/model/portfolio-plan.ts";
import { createSearch } from "../../../src/engine/search/search.ts";
import type { HighsSolver } from "../../../src/engine/solver/highs.ts";
import { loadHighs } from "../../../src/engine/solver/registry.ts";
import { type PortfolioConflict, portfolioConflict } from "../../../src/lineup/explain/portfolio-conflict.ts";
import { machinery } from "../../../src/platform/node/machinery.ts";
import { createRunner } from "../../../src/platform/node/runner.ts";
import { slate } from "../../../src/testing/conformance/solver-properties.ts";
import { free } from "../../support/interrupts.ts";
import { counted, lineupsOf, shareOf, smallPlan, wholeProgram } from "../../support/portfolios.ts";
import { runs, share, Tally } from "../../support/runs.ts";

const search = createSearch(createRunner(0));
let highs: HighsSolver;

beforeAll(async () => {
  highs = await loadHighs(machinery);
});
afterAll(() => search.close());

const TEN = { count: 10, choices: null, avoid: [], random: null } as const;

/** The conflict of an infeasible plan. */
async function conflictOf(plan: PortfolioPlan): Promise<PortfolioConflict> {
  const { outcome } = await search.portfolio(plan, { method: "joint" }, "auto", {});
  expect(outcome).toMatchObject({ kind: "short", proved: true });
  const witness = outcome.kind === "short" ? outcome.witness : null;
  return portfolioConflict(plan, witness, { search, control: {} });
}

/** The plan with only the members of a conflict, except `without`. */
function partOf(plan: PortfolioPlan, { shares, rules, unique, avoid }: PortfolioConflict): PortfolioPlan {
  const always = plan.model.rules.filter(({ kind }) => kind === "fill" || kind === "once");
  return {
    ...plan,
    model: { ...plan.model, rules: [...always, ...rules.flatMap((element) => element.rules)] },
    shares: shares.map((index) => plan.shares[index]!),
    unique: unique ? plan.unique : 0,
    avoid: avoid ? plan.avoid : [],
  };
}

/** Whether a program over all lineups has a solution. */
function isPossible(plan: PortfolioPlan): boolean {
  const all = lineupsOf(plan);
  return all.length > 0 && highs.solve(wholeProgram(plan, all), free()) !== null;
}

/** The conflict with each of its members omitted in turn. */
function* lessOf(conflict: PortfolioConflict): Generator<PortfolioConflict> {
  for (const out of conflict.shares)
    yield { ...conflict, shares: conflict.shares.filter((index) => index !== out) };
  for (const out of conflict.rules)
    yield { ...conflict, rules: conflict.rules.filter((rule) => rule !== out) };
  if (conflict.unique) yield { ...conflict, unique: false };
  if (conflict.avoid) yield { ...conflict, avoid: false };
}

describe("a portfolio conflict", () => {
  it("is a set of parts that no portfolio satisfies, but any proper subset can be", async () => {
    const numRuns = 75;
    const tally = new Tally();
    await fc.assert(
      fc.asyncProperty(smallPlan, async (plan) => {
        const all = lineupsOf({ ...plan, avoid: [] });
        if (all.length === 0 || all.length > 60 || isPossible(plan)) return;
        const conflict = await conflictOf(plan);
        expect(isPossible(partOf(plan, conflict))).toBe(false);
        for (const less of lessOf(conflict)) expect(isPossible(partOf(plan, less))).toBe(true);
        tally.add("explained");
        tally.add(`of ${[...lessOf(conflict)].length}`);
        if (conflict.rules.length > 0) tally.add("with rules");
        if (conflict.unique) tally.add("with unique");
      }),
      runs(numRuns),
    );
    expect(tally.of("explained")).toBeGreaterThanOrEqual(share(numRuns, 0.1));
    expect(tally.of("of 2")).toBeGreaterThanOrEqual(share(numRuns, 0.02));
  });

  it("is three of five players required in nine of ten lineups each, who share two seats", async () => {
    const model = slate(60);
    // Slot 1 has two seats, and these players fit no other slot.
    const only = {
      ...model,
      picks: { ...model.picks, slots: model.picks.slots.map((bits) => (bits & 2 ? 2 : bits)) },
    };
    const backs = [...only.picks.slots.keys()].filter((pick) => only.picks.slots[pick] === 2).slice(0, 5);
    const others = [...only.picks.slots.keys()].slice(0, 4).map((pick) => shareOf(counted([pick], 1), 1, 10));
    const shares = [...others, ...backs.map((pick) => shareOf(counted([pick], 1), 9, 10))];
    const conflict = await conflictOf({ ...TEN, model: only, unique: 1, shares });
    expect(conflict).toMatchObject({ rules: [], unique: false, avoid: false, isIrreducible: true });
    expect(conflict.shares).toHaveLength(3);
    for (const index of conflict.shares) expect(index).toBeGreaterThanOrEqual(others.length);
  });

  it("names the contest's rule if it is part of the conflict", async () => {
    const model = slate(30);
    // The most expensive players of each slot together exceed the budget.
    const dearest = [0, 1, 2, 3, 5].flatMap((slot) =>
      [...model.picks.slots.keys()]
        .filter(
          (pick) =>
            (model.picks.slots[pick]! >> slot) & 1 && !(slot === 3 && model.picks.slots[pick]! === 16),
        )
        .sort((a, b) => model.picks.salary[b]! - model.picks.salary[a]!)
        .slice(0, model.slots[slot]!.count),
    );
    const shares = [...new Set(dearest)].map((pick) => shareOf(counted([pick], 1), 10, 10));
    const { rules } = await conflictOf({ ...TEN, model, unique: 0, shares });
    expect(rules.flatMap((element) => element.rules.map(({ kind }) => kind))).toEqual(["budget"]);
  });
});
