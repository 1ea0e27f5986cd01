/**
 * The engine as users run it: compiled to `modules/`, with the types of the sources. Only this file of bench/
 * loads it.
 */
const emitted = (path: string): Promise<unknown> =>
  import(new URL(`../modules/${path}.js`, import.meta.url).href);

export const { InfeasibleError, InvalidFileError, TimeLimitError } = (await emitted(
  "shared/errors",
)) as typeof import("../src/shared/errors.ts");
export const { parseContestTable } = (await emitted(
  "contests/catalog/contest",
)) as typeof import("../src/contests/catalog/contest.ts");
export const { loadCatalog } = (await emitted(
  "platform/node/catalog",
)) as typeof import("../src/platform/node/catalog.ts");
export const { judgeOf } = (await emitted(
  "contests/constraints/readers/contest-table",
)) as typeof import("../src/contests/constraints/readers/contest-table.ts");
export const { readSlateFile } = (await emitted(
  "platform/node/files",
)) as typeof import("../src/platform/node/files.ts");
export const { slateInputs } = (await emitted(
  "files/slate-inputs",
)) as typeof import("../src/files/slate-inputs.ts");
export const { seatSolutions } = (await emitted(
  "lineup/document/seat-solutions",
)) as typeof import("../src/lineup/document/seat-solutions.ts");
export const { buildModel } = (await emitted(
  "contests/constraints/readers/build-model",
)) as typeof import("../src/contests/constraints/readers/build-model.ts");
export const { lowerModel } = (await emitted(
  "engine/lowering/lower-model",
)) as typeof import("../src/engine/lowering/lower-model.ts");
export const { satisfies } = (await emitted(
  "engine/model/satisfies",
)) as typeof import("../src/engine/model/satisfies.ts");
export const { createOptimizer } = (await emitted(
  "platform/node/optimizer",
)) as typeof import("../src/platform/node/optimizer.ts");
export const { createRunner } = (await emitted(
  "platform/node/runner",
)) as typeof import("../src/platform/node/runner.ts");
export const { readProblem } = (await emitted(
  "contests/constraints/readers/read-problem",
)) as typeof import("../src/contests/constraints/readers/read-problem.ts");
export const { lineupRequestSchema } = (await emitted(
  "shared/schema/request",
)) as typeof import("../src/shared/schema/request.ts");
export const { checkProjections } = (await emitted(
  "shared/schema/plain",
)) as typeof import("../src/shared/schema/plain.ts");
export const { createSearch } = (await emitted(
  "engine/search/search",
)) as typeof import("../src/engine/search/search.ts");
export const { loadOrdered } = (await emitted(
  "engine/solver/paths/ordered/load",
)) as typeof import("../src/engine/solver/paths/ordered/load.ts");
export const { createPathEngine } = (await emitted(
  "engine/solver/paths/index",
)) as typeof import("../src/engine/solver/paths/index.ts");
export const { unpackSolutions } = (await emitted(
  "engine/solver/contract",
)) as typeof import("../src/engine/solver/contract.ts");
export const { withExclusions } = (await emitted(
  "engine/solver/portfolio/sequential/ties",
)) as typeof import("../src/engine/solver/portfolio/sequential/ties.ts");
export const { drawSourceOf } = (await emitted(
  "simulation/draw-source",
)) as typeof import("../src/simulation/draw-source.ts");
export const { Drawing } = (await emitted(
  "engine/solver/draws/drawing",
)) as typeof import("../src/engine/solver/draws/drawing.ts");
export const { createDrawSolver } = (await emitted(
  "engine/solver/draws/draw-solver",
)) as typeof import("../src/engine/solver/draws/draw-solver.ts");
