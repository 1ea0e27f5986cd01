import { expect, it } from "vitest";
import { createPathEngine } from "../../../../../src/engine/solver/paths/index.ts";
import { DEFAULT_LIMITS } from "../../../../../src/engine/solver/paths/limits.ts";
import { ifLoaded } from "../../../../../src/engine/solver/paths/ordered/load.ts";
import { slate } from "../../../../../src/testing/conformance/solver-properties.ts";

const model = slate(12);

it("is not needed for lineups that are the same with tables that are ever too coarse", () => {
  const coarse = {
    ...DEFAULT_LIMITS,
    cells: 200,
    mostCells: 200,
    frontiers: 0,
    nodes: 0,
    nodesPerLineup: 0,
  };
  const { points } = createPathEngine(coarse).bestNow(model, 20);
  expect(points).toEqual(createPathEngine().bestNow(model, 20).points);
  expect(ifLoaded()).toBeUndefined();
});
