import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lowerModel } from "../../src/lowering/lower-model.ts";
import type { Model } from "../../src/model/model.ts";
import { compileHighs } from "../../src/platform/node/compile-highs.ts";
import { createHighs } from "../../src/solver/highs.ts";
import { restrict } from "../../src/solver/restrict.ts";
import { allSolutions } from "../../src/testing/exhaustive.ts";
import { modelOf } from "../../src/testing/models/hand-made.ts";
import { smallModel } from "../../src/testing/models/small-model.ts";
import { testedModel } from "../../src/testing/models/tested-model.ts";
import { free } from "../support/interrupts.ts";
import { runs, share, Tally } from "../support/runs.ts";

const highs = await createHighs(await compileHighs());

/** Whether the continuous columns can be completed for exactly these picks. */
function isSolution(model: Model, picks: readonly number[]): boolean {
  const program = lowerModel(model);
  const left = [...model.picks.entry.keys()].filter((pick) => !picks.includes(pick));
  const rest = restrict(program, { taken: picks, left, more: false });
  return rest !== null && highs.solve(rest.program, free()) !== null;
}

describe("lowerModel", () => {
  it("has for solutions exactly the sets of picks that exhaustive search lists, whatever rules are dropped", () => {
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
});
