import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { createPathEngine } from "../../../../src/engine/solver/paths/index.ts";
import { DEFAULT_LIMITS, type PathLimits } from "../../../../src/engine/solver/paths/limits.ts";
import { loadOrdered } from "../../../../src/engine/solver/paths/ordered/load.ts";
import { UnsupportedModelError } from "../../../../src/shared/errors.ts";
import { allSolutions } from "../../../../src/testing/exhaustive.ts";
import { extremeModel } from "../../../../src/testing/models/tested-model.ts";
import { runs, share, Tally } from "../../../support/runs.ts";

const MODELS = 400;

/** Tables that start too coarse, and are never refined. */
const COARSE: Partial<PathLimits> = {
  ...{ cells: 8, cellsPerLineup: 0, mostCells: 2000 },
  ...{ nodes: 0, nodesPerLineup: 0, cellsPerNode: 1e9 },
};

const LIMITS: readonly (readonly [name: string, limits: Partial<PathLimits>])[] = [
  ["as they are", {}],
  ["with tables made finer and finer", COARSE],
];

beforeAll(loadOrdered);

it.each(LIMITS)("finds the N best totals for extreme numbers, or refuses them, limits %s", (_, limits) => {
  const engine = createPathEngine({ ...DEFAULT_LIMITS, ...limits });
  const tally = new Tally();
  fc.assert(
    fc.property(extremeModel, fc.integer({ min: 1, max: 8 }), (model, count) => {
      const all = allSolutions(model);
      const best = all.slice(0, count).map((solution) => solution.points);
      try {
        expect([...engine.bestNow(model, count).points]).toEqual(best);
      } catch (error) {
        if (!(error instanceof UnsupportedModelError)) throw error;
        expect(error.message).toMatch(/common divisor|just over/);
        tally.add("refused");
        return;
      }
      const unlimited = allSolutions({
        ...model,
        rules: model.rules.filter(({ kind }) => kind !== "budget"),
      });
      if (all.length > 0) tally.add("feasible");
      if (all.length > 0 && unlimited[0]!.points !== best[0]) tally.add("budget binds");
    }),
    runs(MODELS),
  );
  expect(tally.of("feasible"), `${tally}`).toBeGreaterThanOrEqual(share(MODELS, 0.15));
  expect(tally.of("budget binds"), `${tally}`).toBeGreaterThanOrEqual(share(MODELS, 0.04));
});
