import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { satisfies } from "../../../src/model/satisfies.ts";
import { createRunner } from "../../../src/platform/node/runner.ts";
import { createSearch } from "../../../src/search/search.ts";
import type { SolverName } from "../../../src/solver/registry.ts";
import { isApart, isPortfolio, smallPlan } from "../../support/portfolios.ts";
import { smallPlan as mostOnly } from "../../support/random-plans.ts";
import { runs, share, Tally } from "../../support/runs.ts";

const search = createSearch(createRunner(0));
afterAll(() => search.close());

const SIZES: readonly (readonly [SolverName, number])[] = [
  ["paths", 200],
  ["highs", 8],
];

describe.each(SIZES)("a joint portfolio by %s", (solver, size) => {
  it("keeps the plan, is no worse than the sequential one, and no better than its bound", async () => {
    const tally = new Tally();
    await fc.assert(
      fc.asyncProperty(fc.oneof(mostOnly, smallPlan), async (given) => {
        const plan = { ...given, shares: given.shares.map((of) => ({ ...of, least: 0 })) };
        const one = (await search.portfolio(plan, { method: "sequential" }, solver, {})).outcome;
        const { outcome } = await search.portfolio(plan, { method: "joint", gap: 0 }, solver, {});
        const sumOf = (lineups: readonly { readonly points: number }[]) =>
          lineups.reduce((sum, { points }) => sum + points, 0);
        tally.add(outcome.kind);
        if (outcome.kind === "short") {
          expect(one.kind).toBe("short");
          const lineups = outcome.lineups.map(({ picks }) => picks);
          expect(isApart(plan, lineups)).toBe(true);
          return;
        }
        const { lineups, bound } = outcome.solution;
        expect(
          isPortfolio(
            plan,
            lineups.map(({ picks }) => picks),
          ),
        ).toBe(true);
        expect(lineups.every(({ picks }) => satisfies(plan.model, picks))).toBe(true);
        expect(sumOf(lineups)).toBeLessThanOrEqual(bound!);
        if (one.kind === "short") {
          tally.add("only joint");
          return;
        }
        expect(sumOf(lineups)).toBeGreaterThanOrEqual(sumOf(one.solution.lineups));
        if (sumOf(lineups) > sumOf(one.solution.lineups)) tally.add("better");
        if (sumOf(lineups) === bound) tally.add("proved");
      }),
      runs(size),
    );
    expect(tally.of("proved")).toBeGreaterThanOrEqual(share(size, 0.2));
    expect(tally.of("better")).toBeGreaterThanOrEqual(share(size, 0.015));
    expect(tally.of("short")).toBeGreaterThanOrEqual(share(size, 0.1));
  });
});
