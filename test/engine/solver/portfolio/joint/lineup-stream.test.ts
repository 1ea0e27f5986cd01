import fc from "fast-check";
import { expect, it } from "vitest";
import { unpackSolutions } from "../../../../../src/engine/solver/contract.ts";
import { createPathEngine } from "../../../../../src/engine/solver/paths/index.ts";
import { loadOrdered } from "../../../../../src/engine/solver/paths/ordered/load.ts";
import { streamOf } from "../../../../../src/engine/solver/portfolio/lineup-stream.ts";
import { allSolutions } from "../../../../../src/testing/exhaustive.ts";
import { bindingModel } from "../../../../../src/testing/models/tested-model.ts";
import { runs, share, Tally } from "../../../../support/runs.ts";

await loadOrdered();

const RUNS = 75;

it("returns every lineup once, best first, however ties are cut between calls", async () => {
  const tally = new Tally();
  const engine = createPathEngine();
  await fc.assert(
    fc.asyncProperty(bindingModel, fc.integer({ min: 1, max: 12 }), async (drawn, count) => {
      // Few different points: most cuts of the list fall into a tie.
      const points = drawn.picks.points.map(Math.sign);
      const model = { ...drawn, picks: { ...drawn.picks, points } };
      const asked: string[][] = [];
      const stream = streamOf(async (of, most) => {
        const found = unpackSolutions(engine.bestNow(of, most));
        asked.push(found.map(({ picks }) => picks.join()));
        return found;
      });
      const reported = [];
      for await (const some of stream(model, count, [])) reported.push(...some);
      const all = allSolutions(model);
      expect(reported.map(({ points: own }) => own)).toEqual(all.map(({ points: own }) => own));
      expect(reported.map(({ picks }) => picks.join()).sort()).toEqual(
        all.map(({ picks }) => picks.join()).sort(),
      );
      const [first = [], second = []] = asked;
      if (first.some((one, at) => one !== second[at])) tally.add("in another order");
    }),
    runs(RUNS),
  );
  expect(tally.of("in another order"), `${tally}`).toBeGreaterThan(share(RUNS, 0.02));
});
