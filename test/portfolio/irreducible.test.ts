import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PortfolioPlan } from "../../src/engine/model/portfolio-plan.ts";
import type { HighsSolver } from "../../src/engine/solver/highs.ts";
import { loadHighs } from "../../src/engine/solver/registry.ts";
import { machinery } from "../../src/platform/node/machinery.ts";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { InfeasibleError, InvalidRequestError } from "../../src/shared/errors.ts";
import { free } from "../support/interrupts.ts";
import { rules, shares } from "../support/portfolio-arbitraries.ts";
import { requestOf } from "../support/portfolio-request.ts";
import { lineupsOf, wholeProgram } from "../support/portfolios.ts";
import { runs, share } from "../support/runs.ts";
import { tinyClassic } from "../support/tiny-contests.ts";
import { ROWS, tinyFacts, tinyPortfolio, tinyResources } from "../support/tiny-portfolio.ts";
import { tinyProjections, tinyRequest } from "../support/tiny-problem.ts";

const optimizer = await createOptimizer({ rules: [tinyClassic], threads: 0 });
let highs: HighsSolver;
beforeAll(async () => {
  highs = await loadHighs(machinery);
});
afterAll(() => optimizer.close());

const COUNT = 3;
/** Players of three teams and two games, who form about sixty lineups. */
const POOL = ["BQ1", "BW1", "BR1", "KQ1", "KW1", "DW1", "DR1"].map((name) => `Player ${name}`);
const rows = ROWS.filter(({ name }) => [...POOL, "KC DST", "DAL DST"].includes(name));
const names = rows.filter(({ position }) => position !== "DST").map(({ name }) => name);

/** Whether a portfolio exists, by a program over all lineups. */
function isPossible(plan: PortfolioPlan): boolean {
  const all = lineupsOf(plan);
  return all.length >= plan.count && highs.solve(wholeProgram(plan, all), free()) !== null;
}

/** The plan with the slots, the contest's rules and the parts of the description at these pointers. */
function partOf(plan: PortfolioPlan, pointers: ReadonlySet<string>): PortfolioPlan {
  return {
    ...plan,
    model: {
      ...plan.model,
      rules: plan.model.rules.filter(({ origin }) => origin.pointer === null || pointers.has(origin.pointer)),
    },
    shares: plan.shares.filter(({ origin }) => pointers.has(origin.pointer)),
    unique: pointers.has("/portfolio/unique") ? plan.unique : 0,
  };
}

const anyShare = fc.oneof(
  shares,
  fc.constantFrom({ least: "100%" }, { most: 0 }, { least: 1 }, { least: 2 }, { share: "1..2" }),
);
const who = fc.constantFrom(...names);
const whom = fc.oneof(
  who,
  who.map((name) => `${name}@FLEX`),
  fc.constantFrom<object>({ position: "QB" }, { position: "RB" }, { team: "KC" }, { salary: "..3500" }),
);
const exposures = fc.tuple(whom, anyShare, fc.constantFrom(1, 1, 2, 3)).map(([of, limits, times]) => ({
  of,
  ...limits,
  ...(times > 1 && { times }),
}));
const cost = fc
  .tuple(fc.constantFrom(9_000, 12_500, 14_000), fc.boolean())
  .map(([limit, isMost]) => ({ sum: { column: "salary", [isMost ? "most" : "least"]: limit } }));
const pair = fc.tuple(who, who, fc.boolean()).map(([one, other, isWith]) => ({
  when: { of: one },
  count: { of: other, [isWith ? "least" : "most"]: Number(isWith) },
}));
const ruled = fc
  .tuple(fc.oneof(rules("classic"), cost, pair, pair), fc.option(anyShare, { nil: {}, freq: 1 }))
  .map(([rule, limits]) => ({ ...rule, ...limits }));
const descriptions = fc.record({
  unique: fc.constantFrom(undefined, undefined, 1, 2),
  lock: fc.uniqueArray(who, { minLength: 1, maxLength: 1 }),
  exclude: fc.uniqueArray(who, { maxLength: 1 }),
  exposure: fc.array(exposures, { minLength: 1, maxLength: 2 }),
  rules: fc.array(ruled, { minLength: 1, maxLength: 2 }),
});

/**
 * The pointers of a description's conflict, checked against programs over all lineups; null without a
 * conflict.
 */
async function namedIn(description: object): Promise<ReadonlySet<string> | null> {
  const facts = tinyFacts(rows);
  let plan: PortfolioPlan;
  try {
    plan = tinyPortfolio(description, { rows, count: COUNT, facts }).plan;
  } catch (error) {
    if (error instanceof InvalidRequestError) return null;
    throw error;
  }
  if (isPossible(plan)) return null;
  const request = requestOf({ lineups: COUNT, ...description }, "classic", {
    body: tinyRequest("classic", rows),
    projections: { data: tinyProjections(rows), included: tinyResources(rows) },
    facts,
  });
  const error: unknown = await optimizer.portfolio(request).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InfeasibleError);
  const { message, conflicts } = error as InfeasibleError;
  expect(message).not.toMatch(/smaller set|not found/i);
  const pointers = new Set(conflicts.flatMap(({ pointer }) => pointer ?? []));
  expect(isPossible(partOf(plan, pointers)), message).toBe(false);
  for (const out of pointers) {
    const others = new Set([...pointers].filter((one) => one !== out));
    expect(isPossible(partOf(plan, others)), `without ${out}: ${message}`).toBe(true);
  }
  return pointers;
}

describe("an explanation", () => {
  it("names no lock or rule that it does not need", async () => {
    const stack = { some: "team", counts: [[{ least: 1, most: 2 }], [{ least: 2 }]], most: 0 };
    const chained = {
      lock: ["Player BQ1"],
      exposure: [{ of: { salary: "..2999" }, times: 2, least: 1 }],
      rules: [{ when: { of: "Player BQ1" }, count: { of: { salary: "3000.." }, least: 3 } }],
    };
    expect([...(await namedIn({ lock: ["Player BQ1"], rules: [stack] }))!]).toEqual(["/portfolio/rules/0"]);
    expect([...(await namedIn(chained))!]).toEqual(["/portfolio/exposure/0"]);
  });

  it("names only necessary parts: without any one of them a portfolio exists", async () => {
    const numRuns = 40;
    const seen = { explained: 0, several: 0, rules: 0, shares: 0 };
    await fc.assert(
      fc.asyncProperty(descriptions, async (description) => {
        const pointers = await namedIn(description);
        if (pointers === null) return;
        const has = (field: string) => [...pointers].some((one) => one.startsWith(`/portfolio/${field}`));
        seen.explained += 1;
        seen.several += Number(pointers.size > 1);
        seen.rules += Number(has("rules"));
        seen.shares += Number(has("exposure"));
      }),
      runs(numRuns, 11),
    );
    expect(seen.explained).toBeGreaterThan(share(numRuns, 0.4));
    expect(seen.several).toBeGreaterThan(share(numRuns, 0.1));
    expect(seen.rules).toBeGreaterThan(share(numRuns, 0.1));
    expect(seen.shares).toBeGreaterThan(share(numRuns, 0.1));
  });
});
