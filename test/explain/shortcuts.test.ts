import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { has } from "../../src/explain/element-set.ts";
import { elementsOf } from "../../src/explain/elements.ts";
import { guessPicks } from "../../src/explain/guess.ts";
import { isHopeless } from "../../src/explain/hopeless.ts";
import { keptElements } from "../../src/explain/kept-elements.ts";
import { createPlainLook } from "../../src/explain/look-in-flows.ts";
import { createRoleLook } from "../../src/explain/role-by-role.ts";
import type { Model } from "../../src/model/model.ts";
import { satisfies } from "../../src/model/satisfies.ts";
import { allSolutions } from "../../src/testing/exhaustive.ts";
import { smallModel } from "../../src/testing/models/small-model.ts";
import { runs, share, Tally } from "../support/runs.ts";

const RUNS = 300;

/** The model with a name of its own for each rule. */
const named = smallModel.map(
  (model): Model => ({
    ...model,
    rules: model.rules.map((rule, index) => ({
      ...rule,
      origin: { ...rule.origin, words: `rule ${index}` },
    })),
  }),
);

function byPriceOf({ picks: { salary } }: Model): number[] {
  return [...salary.keys()].sort((a, b) => salary[a]! - salary[b]! || a - b);
}

describe("what settles a question without a solver", () => {
  it("calls hopeless only what has no solution", () => {
    const tally = new Tally();
    fc.assert(
      fc.property(named, (model) => {
        const solvable = allSolutions(model).length > 0;
        const hopeless = isHopeless(model, model.rules);
        if (hopeless) expect(solvable).toBe(false);
        tally.add(solvable ? "solvable" : hopeless ? "hopeless" : "unsolvable");
      }),
      runs(RUNS),
    );
    expect(tally.of("hopeless"), `${tally}`).toBeGreaterThan(share(RUNS, 0.1));
    expect(tally.of("solvable"), `${tally}`).toBeGreaterThan(share(RUNS, 0.2));
  });

  it("guesses picks whose kept elements are what exhaustive search finds them to keep", () => {
    const tally = new Tally();
    fc.assert(
      fc.property(named, (model) => {
        const elements = elementsOf(model);
        expect(elements).toHaveLength(model.rules.length);
        for (const picks of guessPicks(model, model.rules, byPriceOf(model), new Set())) {
          const set = keptElements(model, elements, 0n, picks);
          const kept = elements.filter((_, index) => has(set, index)).flatMap(({ rules }) => [...rules]);
          const keys = (rules: Model["rules"]) =>
            new Set(allSolutions({ ...model, rules }).map((solution) => solution.picks.join()));
          expect(keys(kept)).toContain(picks.join());
          for (const [index, { rules }] of elements.entries())
            if (!has(set, index)) expect(keys([...kept, ...rules])).not.toContain(picks.join());
          tally.add(kept.length === model.rules.length ? "all" : "some");
        }
      }),
      runs(RUNS / 10),
    );
    expect(tally.of("all"), `${tally}`).toBeGreaterThan(share(RUNS / 10, 0.2));
    expect(tally.of("some"), `${tally}`).toBeGreaterThan(share(RUNS / 10, 0.2));
  });

  it("looks role by role where somebody may be picked in two, and says no more than exhaustive search", () => {
    const tally = new Tally();
    fc.assert(
      fc.property(named, fc.nat(), (model, room) => {
        const rules = model.rules.filter(({ kind }) => kind !== "once" && kind !== "budget");
        const { salary } = model.picks;
        const costs = allSolutions({ ...model, rules }).map(({ picks }) =>
          picks.reduce((sum, pick) => sum + salary[pick]!, 0),
        );
        const least = Math.min(...costs);
        const most = costs.length === 0 ? room : costs[room % costs.length]! - (room % 2);
        const offer = createRoleLook(model, createPlainLook)(rules, most);
        if (offer === null) return;
        if ("lowest" in offer) {
          expect(offer.lowest).toBeLessThanOrEqual(least);
          expect(most).toBeLessThan(least);
          tally.add("beyond");
          return;
        }
        expect(satisfies({ ...model, rules }, offer.picks)).toBe(true);
        expect(offer.picks.reduce((sum, pick) => sum + salary[pick]!, 0)).toBeLessThanOrEqual(most);
        const entries = new Set(offer.picks.map((pick) => model.picks.entry[pick]!));
        tally.add(entries.size < offer.picks.length ? "twice" : "once");
      }),
      runs(RUNS),
    );
    for (const outcome of ["beyond", "twice", "once"])
      expect(tally.of(outcome), `${tally}`).toBeGreaterThan(share(RUNS, 0.03));
  });
});
