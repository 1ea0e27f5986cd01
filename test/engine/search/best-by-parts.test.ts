import fc from "fast-check";
import { expect, it } from "vitest";
import { bestByParts } from "../../../src/engine/search/best-by-parts.ts";
import { javascriptLpSolver } from "../../../src/engine/solver/javascript-lp-solver.ts";
import { allSolutions } from "../../../src/testing/exhaustive.ts";
import { smallModel } from "../../../src/testing/models/small-model.ts";
import { free } from "../../support/interrupts.ts";
import { runs, share } from "../../support/runs.ts";

const RUNS = 60;

it("returns the best solutions, each once, best first", async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(smallModel, async (model) => {
      const asked = { model, count: 30 };
      const found = await bestByParts("javascript-lp-solver", javascriptLpSolver, asked, free());
      const all = allSolutions(model);
      expect(found.map(({ points }) => points)).toEqual(all.slice(0, 30).map(({ points }) => points));
      expect(new Set(found.map(({ picks }) => picks.join())).size).toBe(found.length);
      if (all.length > 1) compared += 1;
    }),
    runs(RUNS),
  );
  expect(compared).toBeGreaterThan(share(RUNS, 0.2));
});

it("fails with the first failing part", async () => {
  const [model] = fc.sample(smallModel, { numRuns: 1, seed: 3 });
  const broken = {
    solve() {
      throw new Error("broken");
    },
  };
  await expect(bestByParts("highs", broken, { model: model!, count: 5 }, free())).rejects.toThrow("broken");
});
