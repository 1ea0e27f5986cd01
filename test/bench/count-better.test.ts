import fc from "fast-check";
import { expect, it } from "vitest";
import { countBetter } from "../../bench/check/count-better.ts";
import { createLinearRelaxation } from "../../bench/rivals/linear-relaxation.ts";
import { lowerModel } from "../../src/engine/lowering/lower-model.ts";
import { slate } from "../../src/testing/conformance/solver-properties.ts";
import { allSolutions } from "../../src/testing/exhaustive.ts";
import { modelOf } from "../../src/testing/models/hand-made.ts";
import { smallModel } from "../../src/testing/models/small-model.ts";
import { runs, share, Tally } from "../support/runs.ts";

const RUNS = 300;

const fullModel = smallModel.filter(
  (model) =>
    new Set(model.rules.flatMap((rule) => (rule.kind === "fill" ? [rule.slot] : []))).size ===
    model.slots.length,
);

it("matches the count of exhaustive search for any multipliers", async () => {
  const tally = new Tally();
  await fc.assert(
    fc.asyncProperty(
      fullModel,
      fc.nat(4),
      fc.infiniteStream(fc.double({ min: -500, max: 500, noNaN: true })),
      async (model, rank, random) => {
        const program = lowerModel(model);
        const all = allSolutions(model);
        const last = all[rank]?.points ?? Number.NEGATIVE_INFINITY;
        const better = all.filter(({ points }) => points > last).length;
        const relaxation = (await createLinearRelaxation(program)).solve();
        const choices = [
          new Float64Array(program.rows.length),
          Float64Array.from(program.rows, () => random.next().value!),
          ...(relaxation ? [relaxation.duals] : []),
        ];
        for (const multipliers of choices)
          expect(countBetter(model, program, multipliers, last)).toBe(better);
        if (better > 0) tally.add("some better");
        if (better > 0 && better < all.length) tally.add("some better, some not");
        if (relaxation) tally.add("with the relaxation's multipliers");
        if (program.error > 0) tally.add("with rounded gains");
      },
    ),
    runs(RUNS),
  );
  expect(tally.of("some better"), `${tally}`).toBeGreaterThanOrEqual(share(RUNS, 0.15));
  expect(tally.of("some better, some not"), `${tally}`).toBeGreaterThanOrEqual(share(RUNS, 0.08));
  expect(tally.of("with the relaxation's multipliers"), `${tally}`).toBeGreaterThanOrEqual(share(RUNS, 0.25));
  expect(tally.of("with rounded gains"), `${tally}`).toBeGreaterThanOrEqual(share(RUNS, 0.05));
});

it("counts a pool too large for exhaustive search the same with several multipliers", async () => {
  const model = slate(30);
  const program = lowerModel(model);
  const { duals } = (await createLinearRelaxation(program)).solve()!;
  const others = duals.map((dual) => dual * 0.97);
  const best =
    program.gain
      .toSorted()
      .slice(-9)
      .reduce((sum, gain) => sum + gain, 0) * program.grid;
  const thresholds = [0.75, 0.78, 0.8].map((part) => best * part);
  const counts = thresholds.map((points) => countBetter(model, program, duals, points)!);
  expect(counts).toEqual(thresholds.map((points) => countBetter(model, program, others, points)));
  expect(counts[0]).toBeGreaterThan(counts[1]!);
  expect(counts[0]).toBeGreaterThan(100);
});

it("refuses a model with optional seats", () => {
  const model = modelOf([[0, 1]], [[{ slots: [0], points: 1 }]]);
  const open = { ...model, rules: model.rules.filter((rule) => rule.kind !== "fill") };
  expect(() => countBetter(open, lowerModel(open), new Float64Array(9), 0)).toThrow(RangeError);
});
