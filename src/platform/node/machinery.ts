import { KnownPools } from "../../engine/solver/paths/known-pools.ts";
import type { Machinery } from "../../engine/solver/registry.ts";
import { compileHighs } from "./compile-highs.ts";
import { compileScores } from "./compile-scores.ts";

/** The parts of Node that solvers need. */
export const machinery: Machinery = {
  compileHighs,
  compileScores,
  readInstance: () => new KnownPools().read,
};
