import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { expect, it } from "vitest";
import { lowerModel } from "../../../src/engine/lowering/lower-model.ts";
import { searchByPartition } from "../../../src/engine/search/best-by-parts.ts";
import { solvePart } from "../../../src/engine/search/parts.ts";
import { javascriptLpSolver } from "../../../src/engine/solver/javascript-lp-solver.ts";
import { allSolutions } from "../../../src/testing/exhaustive.ts";
import { smallModel } from "../../../src/testing/models/small-model.ts";
import { free } from "../../support/interrupts.ts";
import { runs, share } from "../../support/runs.ts";

const RUNS = 60;

it("returns every solution once, by gain, in an order independent of parallelism and timing", async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(smallModel, fc.infiniteStream(fc.nat(3)), async (model, delays) => {
      const program = lowerModel(model);
      const gainOf = (picks: readonly number[]) => picks.reduce((sum, pick) => sum + program.gain[pick]!, 0);
      const orders: string[][] = [];
      for (const concurrency of [1, 2, 5]) {
        const taken: (readonly number[])[] = [];
        await searchByPartition({
          program,
          bound: Number.POSITIVE_INFINITY,
          concurrency,
          solve: async (part) => {
            const solution = solvePart(javascriptLpSolver, program, part, Number.NEGATIVE_INFINITY, free());
            for (let ticks = delays.next().value!; ticks > 0; ticks -= 1) await Promise.resolve();
            return solution;
          },
          take: (picks) => taken.push(picks),
          isEnough: () => taken.length >= 30,
        });
        orders.push(taken.map((picks) => picks.join()));
        const gains = taken.map(gainOf);
        expect(gains).toEqual(gains.toSorted((a, b) => b - a));
      }
      expect(orders[1]).toEqual(orders[0]);
      expect(orders[2]).toEqual(orders[0]);
      const all = allSolutions(model);
      expect(new Set(orders[0]).size).toBe(Math.min(30, all.length));
      if (all.length > 1) compared += 1;
    }),
    runs(RUNS),
  );
  expect(compared).toBeGreaterThan(share(RUNS, 0.2));
});

it("fails with the first failing part, and leaves no unhandled rejection", async () => {
  const program = lowerModel(fc.sample(smallModel, { numRuns: 1, seed: 3 })[0]!);
  const broken = new Error("broken");
  const search = searchByPartition({
    program,
    bound: 10,
    concurrency: 2,
    solve: () => setImmediate().then(() => Promise.reject(broken)),
    take: () => {},
    isEnough: () => false,
  });
  await expect(search).rejects.toBe(broken);
});
