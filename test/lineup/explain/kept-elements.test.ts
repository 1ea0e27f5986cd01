import fc from "fast-check";
import { expect, it } from "vitest";
import type { Model } from "../../../src/engine/model/model.ts";
import { elementsOf, has, keptElements } from "../../../src/lineup/explain/elements.ts";
import { allSolutions } from "../../../src/testing/exhaustive.ts";
import { smallModel } from "../../../src/testing/models/small-model.ts";
import { runs, share, Tally } from "../../support/runs.ts";

const RUNS = 100;

/** A model whose rules have unique names. */
const named = smallModel.map(
  (model): Model => ({
    ...model,
    rules: model.rules.map((rule, index) => ({
      ...rule,
      origin: { ...rule.origin, words: `rule ${index}` },
    })),
  }),
);

it("finds the elements that picks can keep together, as exhaustive search does", () => {
  const tally = new Tally();
  fc.assert(
    fc.property(named, fc.nat(), fc.bigInt({ min: 0n, max: 255n }), (model, drawn, first) => {
      const elements = elementsOf(model);
      expect(elements).toHaveLength(model.rules.length);
      const solved = allSolutions(model);
      const all = drawn % 2 === 0 && solved.length > 0 ? solved : allSolutions({ ...model, rules: [] });
      const { picks } = all[drawn % all.length]!;
      const set = keptElements(model, elements, first, picks);
      const kept = elements.filter((_, index) => has(set, index)).flatMap(({ rules }) => [...rules]);
      const keys = (rules: Model["rules"]) =>
        new Set(allSolutions({ ...model, rules }).map((solution) => solution.picks.join()));
      expect(keys(kept)).toContain(picks.join());
      for (const [index, { rules }] of elements.entries())
        if (!has(set, index)) expect(keys([...kept, ...rules])).not.toContain(picks.join());
      tally.add(kept.length === model.rules.length ? "all" : "some");
    }),
    runs(RUNS),
  );
  expect(tally.of("all"), `${tally}`).toBeGreaterThan(share(RUNS, 0.1));
  expect(tally.of("some"), `${tally}`).toBeGreaterThan(share(RUNS, 0.1));
});
