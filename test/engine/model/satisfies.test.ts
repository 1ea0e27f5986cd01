import fc from "fast-check";
import { expect, it } from "vitest";
import { satisfies } from "../../../src/engine/model/satisfies.ts";
import { allSolutions } from "../../../src/testing/exhaustive.ts";
import { smallModel } from "../../../src/testing/models/small-model.ts";
import { testedModel } from "../../../src/testing/models/tested-model.ts";
import { runs, share } from "../../support/runs.ts";

it("accepts exactly the sets of picks that exhaustive search lists", () => {
  const counted = { legal: 0, illegal: 0 };
  fc.assert(
    fc.property(fc.oneof(smallModel, testedModel), (model) => {
      const legal = new Set(allSolutions(model).map((solution) => solution.picks.join()));
      const picks = [...model.picks.entry.keys()].slice(0, 10);
      for (let bits = 0; bits < 2 ** picks.length; bits += 1) {
        const chosen = picks.filter((pick) => bits & (1 << pick));
        if (chosen.length > 5) continue;
        const isLegal = legal.has(chosen.join());
        expect(satisfies(model, chosen), chosen.join()).toBe(isLegal);
        counted[isLegal ? "legal" : "illegal"] += 1;
      }
    }),
    runs(150),
  );
  expect(counted.legal).toBeGreaterThan(share(150, 2));
  expect(counted.illegal).toBeGreaterThan(share(150, 100));
});
