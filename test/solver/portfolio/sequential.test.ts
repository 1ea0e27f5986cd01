import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { InvalidRequestError } from "../../../src/errors.ts";
import { createRunner } from "../../../src/platform/node/runner.ts";
import { createSearch } from "../../../src/search/search.ts";
import type { SolverName } from "../../../src/solver/registry.ts";
import { literalSequence } from "../../support/literal-sequence.ts";
import { smallPlan } from "../../support/random-plans.ts";
import { runs, share, Tally } from "../../support/runs.ts";

const search = createSearch(createRunner(0));
afterAll(() => search.close());

const SIZES: readonly (readonly [SolverName, number])[] = [
  ["paths", 400],
  ["highs", 25],
  ["javascript-lp-solver", 25],
];

describe.each(SIZES)("a sequential portfolio by %s", (solver, size) => {
  it("has the lineups that picking them one by one from a list of all gives, and names a smallest set of what stops it", async () => {
    const tally = new Tally();
    await fc.assert(
      fc.asyncProperty(smallPlan, async (plan) => {
        const { lineups, left } = literalSequence(plan);
        const { outcome } = await search.portfolio(plan, { method: "sequential" }, solver, {});
        const found = outcome.kind === "solved" ? outcome.solution.lineups : outcome.lineups;
        expect(found.map(({ picks }) => picks)).toEqual(lineups);
        const { points } = plan.model.picks;
        for (const lineup of found)
          expect(lineup.points).toBe(lineup.picks.reduce((sum, pick) => sum + points[pick]!, 0));
        expect(outcome.kind).toBe(lineups.length === plan.count ? "solved" : "short");
        tally.add(outcome.kind);
        if (lineups.length > 1) tally.add("several");
        if (outcome.kind === "solved") return;
        const { shares, different } = outcome.stoppedBy!;
        tally.add(shares.length > 0 ? "by shares" : different ? "by likeness" : "by the model");
        expect(left(shares, different)).toBe(false);
        for (const share of shares)
          expect(
            left(
              shares.filter((other) => other !== share),
              different,
            ),
          ).toBe(true);
        if (different) expect(left(shares, false)).toBe(true);
      }),
      runs(size),
    );
    for (const name of ["several", "short", "by shares", "by likeness", "by the model"])
      expect(tally.of(name), `${tally}`).toBeGreaterThanOrEqual(share(size, 0.03));
  });
});

describe("a sequential portfolio", () => {
  it("refuses least shares, and says what takes them", async () => {
    const [plan] = fc.sample(smallPlan, { seed: 1, numRuns: 1 });
    const origin = { pointer: "/exposure/0", words: "Somebody in at least 20%" };
    const asked = { ...plan!, shares: [{ tests: [], least: 1, most: plan!.count, origin }] };
    const answer = search.portfolio(asked, { method: "sequential" }, "auto", {});
    await expect(answer).rejects.toThrow(/exposure\/0.*method: joint/);
    await expect(answer).rejects.toBeInstanceOf(InvalidRequestError);
  });
});
