import type { Model } from "../../engine/model/model.ts";
import type { TestedSolver } from "../exhaustive.ts";
import fc from "../fast-check.ts";
import { permuted } from "../models/hand-made.ts";
import { holdEqual, type Property, property } from "../property.ts";
import { totalsOf } from "./compare.ts";

/** The property that a solver's totals do not depend on the order of the entries. */
export function orderProperty(solver: TestedSolver, models: fc.Arbitrary<Model>, runs: number): Property {
  return property<[Model, fc.Stream<number>]>({
    name: "gives the same totals for any order of the entries",
    runs,
    drawn: [models, fc.noShrink(fc.infiniteStream(fc.nat(2 ** 20)))],
    least: { moved: 0.3 },
    async check(tally, _runs, model, keys) {
      const order = [...Array(model.entries).keys()]
        .map((entry) => ({ entry, key: keys.next().value! }))
        .sort((a, b) => a.key - b.key)
        .map(({ entry }) => entry);
      const [expected, found] = [
        await solver.best(model, 5, {}),
        await solver.best(permuted(model, order), 5, {}),
      ];
      holdEqual(totalsOf(found), totalsOf(expected), `The best totals in the order ${order}`);
      if (expected.length > 0) tally.add("moved");
    },
  });
}
