import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { Model, Rule } from "../../../src/engine/model/model.ts";
import { satisfies } from "../../../src/engine/model/satisfies.ts";
import { createSearch } from "../../../src/engine/search/search.ts";
import { createOracle, withDummyPlayers } from "../../../src/lineup/explain/cheapest.ts";
import { NO_ORIGIN } from "../../../src/lineup/explain/facts.ts";
import { createRunner } from "../../../src/platform/node/runner.ts";
import { allSolutions } from "../../../src/testing/exhaustive.ts";
import { smallModel } from "../../../src/testing/models/small-model.ts";
import { testedModel } from "../../../src/testing/models/tested-model.ts";
import { runs, share, Tally } from "../../support/runs.ts";

const RUNS = 80;
const search = createSearch(createRunner(0));
afterAll(() => search.close());

/** A model, and the subset of its rules in question. */
const questionOf = (models: fc.Arbitrary<Model>) =>
  models.chain((model) =>
    fc.subarray([...model.rules]).map((rules) => ({ model: { ...model, rules }, all: model })),
  );
const question = questionOf(smallModel);

function costOf({ picks: { salary } }: Model, picks: readonly number[]): number {
  return picks.reduce((sum, pick) => sum + salary[pick]!, 0);
}

describe("the cost of keeping some rules", () => {
  it("is the cost of the cheapest solution, and decides what a budget allows", async () => {
    const tally = new Tally();
    await fc.assert(
      fc.asyncProperty(question, async ({ model, all }) => {
        const rules = model.rules.filter(({ kind }) => kind !== "budget");
        const costs = allSolutions({ ...model, rules }).map(({ picks }) => costOf(model, picks));
        const cheapest = costs.length === 0 ? null : Math.min(...costs);
        const oracle = createOracle(all, search, {}, async () => {});
        expect(await oracle.cheapest(model.rules)).toBe(cheapest);
        for (const most of cheapest === null ? [1e6] : [cheapest - 1, cheapest, cheapest + 500]) {
          const budget: Rule = { kind: "budget", maximum: most, origin: rules[0]?.origin ?? NO_ORIGIN };
          const isKept = cheapest !== null && cheapest <= most;
          expect(await oracle.canKeep([...rules, budget])).toBe(isKept);
          tally.add(isKept ? "kept" : "broken");
        }
        tally.add(cheapest === null ? "impossible" : "possible");
      }),
      runs(RUNS),
    );
    for (const outcome of ["kept", "broken", "impossible", "possible"])
      expect(tally.of(outcome), `${tally}`).toBeGreaterThan(share(RUNS, 0.1));
  });

  it("is found by the path engine for tests on lineups, with dummy players so that every seat is filled", async () => {
    const tally = new Tally();
    await fc.assert(
      fc.asyncProperty(questionOf(testedModel), async ({ model: { rules, ...rest }, all }) => {
        const once = all.rules.filter(({ kind }) => kind === "once");
        const model = { ...rest, rules: [...new Set([...rules, ...once])] };
        const { solutions } = await search.best(withDummyPlayers(model), 1, "paths", {});
        const [best] = allSolutions(model);
        expect(solutions[0]?.points).toBe(best?.points);
        const picks = solutions[0]?.picks.filter((pick) => pick < model.picks.entry.length);
        if (picks !== undefined) expect(satisfies(model, picks)).toBe(true);
        const isTested = model.rules.some(({ kind }) => kind === "disjunction");
        const isOpen = model.rules.filter(({ kind }) => kind === "fill").length < model.slots.length;
        if (isTested && isOpen) tally.add(picks === undefined ? "none" : "some");
      }),
      runs(RUNS),
    );
    expect(tally.of("some"), `${tally}`).toBeGreaterThan(share(RUNS, 0.2));
  });
});
