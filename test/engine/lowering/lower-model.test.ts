import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lowerModel } from "../../../src/engine/lowering/lower-model.ts";
import type { Model, RuleData } from "../../../src/engine/model/model.ts";
import { satisfies } from "../../../src/engine/model/satisfies.ts";
import { restrict } from "../../../src/engine/solver/binary.ts";
import { loadHighs } from "../../../src/engine/solver/registry.ts";
import { machinery } from "../../../src/platform/node/machinery.ts";
import { allSolutions } from "../../../src/testing/exhaustive.ts";
import { modelOf } from "../../../src/testing/models/hand-made.ts";
import { smallModel } from "../../../src/testing/models/small-model.ts";
import { testedModel } from "../../../src/testing/models/tested-model.ts";
import { free } from "../../support/interrupts.ts";
import { runs, share, Tally } from "../../support/runs.ts";

const highs = await loadHighs(machinery);

/** Whether the continuous columns have a feasible value for exactly these picks. */
function isSolution(model: Model, picks: readonly number[]): boolean {
  const program = lowerModel(model);
  const left = [...model.picks.entry.keys()].filter((pick) => !picks.includes(pick));
  const rest = restrict(program, { taken: picks, left, more: false });
  return rest !== null && highs.solve(rest.program, free()) !== null;
}

/** One seat and two seats of another kind, for entries of which all but two fit only one kind. */
function roster(points: readonly number[], rules: readonly RuleData[] = []): Model {
  return modelOf(
    [
      [0, 1],
      [0, 2],
    ],
    points.map((own, at) => [{ slots: [[0], [1], [0, 1]][at % 3]!, points: own }]),
    rules,
  );
}

describe("lowerModel", () => {
  it("has the same solutions as exhaustive search, whichever rules are dropped", () => {
    const tally = new Tally();
    const sets = fc.array(fc.uniqueArray(fc.nat(17), { maxLength: 5 }), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(fc.oneof(smallModel, testedModel), fc.nat(2 ** 20), sets, (full, keep, drawn) => {
        const model = { ...full, rules: full.rules.filter((_, at) => at > 12 || (keep >> at) % 4 > 0) };
        const all = allSolutions(model).map((solution) => solution.picks);
        const legal = new Set(all.map((picks) => picks.join()));
        const total = model.picks.entry.length;
        const tried = drawn.map((picks) => picks.filter((pick) => pick < total).sort((a, b) => a - b));
        const some = all.filter((_, at) => at % Math.ceil(all.length / 5) === 0);
        for (const picks of [...tried, ...some]) {
          const isLegal = legal.has(picks.join());
          expect(isSolution(model, picks), picks.join()).toBe(isLegal);
          tally.add(isLegal ? "legal" : "illegal");
          if (isLegal && !lowerModel(model).full) tally.add("legal with seats to spare");
        }
      }),
      runs(120),
    );
    expect(tally.of("legal"), `${tally}`).toBeGreaterThan(share(120, 1));
    expect(tally.of("legal with seats to spare"), `${tally}`).toBeGreaterThan(share(120, 0.5));
    expect(tally.of("illegal"), `${tally}`).toBeGreaterThan(share(120, 3));
  });

  it("keeps one column per pick and no seat when every pick has one slot", () => {
    const model = modelOf([[0, 1]], [[{ slots: [0], points: 1 }], [{ slots: [0], points: 2 }]]);
    const program = lowerModel(model);
    expect(program).toMatchObject({ pickCount: 2, full: true });
    expect(program.upper).toHaveLength(2);
    expect(program.rows).toHaveLength(1);
  });

  it("states a budget in units of the salaries' greatest common divisor", () => {
    const model = modelOf(
      [[0, 1]],
      [[{ slots: [0], points: 1, salary: 4200 }], [{ slots: [0], points: 2, salary: 5600 }]],
      [{ kind: "budget", maximum: 5000 }],
    );
    const budget = lowerModel(model).rows.find((row) => row.lower === Number.NEGATIVE_INFINITY)!;
    expect([...budget.values]).toEqual([3, 4]);
    expect(budget.upper).toBe(3);
  });

  it("splits rows with large numbers into digits, with the same solutions", () => {
    const tally = new Tally();
    const far = fc
      .tuple(fc.integer({ min: -99, max: 99 }), fc.integer({ min: 0, max: 10 }))
      .map(([digits, zeros]) => digits * 10 ** zeros);
    const weights = fc.array(far, { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(weights, fc.nat(), fc.nat(3)), { minLength: 1, maxLength: 2 }),
        (drawn) => {
          const all = allSolutions(roster([1, 2, 3, 4, 5, 6]));
          const alternatives = drawn.map(([own, which, sides]) => {
            const sum = all[which % all.length]!.picks.reduce((so, pick) => so + own[pick]!, 0);
            const most = sides === 0 ? Number.POSITIVE_INFINITY : sum;
            const least = sides === 1 ? Number.NEGATIVE_INFINITY : sides === 2 ? sum - 7 : sum;
            return { counts: [], sums: [{ weights: Float64Array.from(own), least, most }] };
          });
          const model = roster([1, 2, 3, 4, 5, 6], [{ kind: "disjunction", when: null, alternatives }]);
          const { rows } = lowerModel(model);
          expect(rows.every(({ values }) => values.every((value) => Math.abs(value) <= 2 ** 24))).toBe(true);
          if (rows.some(({ values }) => values.includes(-(2 ** 24)))) tally.add("parted");
          for (const { picks } of all) {
            const isKept = satisfies(model, picks);
            expect(isSolution(model, picks)).toBe(isKept);
            tally.add(isKept ? "kept" : "broken");
          }
        },
      ),
      runs(25),
    );
    expect(tally.of("parted"), `${tally}`).toBeGreaterThan(share(25, 0.5));
    expect(tally.of("kept"), `${tally}`).toBeGreaterThan(share(25, 3));
    expect(tally.of("broken"), `${tally}`).toBeGreaterThan(share(25, 3));
  });

  it("gives HiGHS no row whose numbers differ so much that it misjudges sums", () => {
    const weights = Float64Array.of(8e8, 6e9, 4e8, 9e4, 7e3, 7e10, 6, 5e8);
    const model = modelOf(
      [
        [0, 2],
        [0, 3],
      ],
      [[1], [0, 1], [1], [1], [0], [1], [0], [0]].map((slots, at) => [
        { slots, points: [8, 37, 12, 38, 33, 27, 2, 11][at]! },
      ]),
      [
        {
          kind: "disjunction",
          when: null,
          alternatives: [{ counts: [], sums: [{ weights, least: 71_300_097_000, most: 71_300_097_000 }] }],
        },
      ],
    );
    expect(highs.solve(lowerModel(model), free())).toEqual([0, 3, 4, 5, 7]);
  });
});
