import fc from "fast-check";
import { expect, it } from "vitest";
import { lowerModel } from "../../../src/engine/lowering/lower-model.ts";
import { boundOf } from "../../../src/engine/solver/binary.ts";
import { allSolutions } from "../../../src/testing/exhaustive.ts";
import { smallModel } from "../../../src/testing/models/small-model.ts";
import { runs, share } from "../../support/runs.ts";

it("bounds every solution for any multipliers, and the cost of taking or leaving a pick", () => {
  let judged = 0;
  fc.assert(
    fc.property(
      smallModel,
      fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 1 }),
      (model, drawn) => {
        const program = lowerModel(model);
        const scale = program.gain.reduce((most, gain) => Math.max(most, Math.abs(gain)), 1);
        const duals = Float64Array.from(program.rows, (_, row) => drawn[row % drawn.length]! * scale);
        const { bound, costOfTaking, costOfLeaving } = boundOf(program, duals);
        for (const { picks } of allSolutions(model).slice(0, 50)) {
          const gain = picks.reduce((sum, pick) => sum + program.gain[pick]!, 0);
          expect(gain).toBeLessThanOrEqual(bound);
          for (let pick = 0; pick < program.pickCount; pick += 1) {
            const cost = picks.includes(pick) ? costOfTaking[pick]! : costOfLeaving[pick]!;
            expect(gain).toBeLessThanOrEqual(bound - cost);
          }
          judged += 1;
        }
      },
    ),
    runs(200),
  );
  expect(judged).toBeGreaterThan(share(200, 1));
});
