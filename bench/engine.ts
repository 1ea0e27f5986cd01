/**
 * The engine as users run it: what the compiler emitted to `dist/`, with the types of the sources. The files of
 * bench/ load it here and nowhere else.
 */
const emitted = (path: string): Promise<unknown> =>
  import(new URL(`../dist/${path}.js`, import.meta.url).href);

export const { InfeasibleError, InvalidFileError, TimeLimitError } = (await emitted(
  "errors",
)) as typeof import("../src/errors.ts");
export const { parseContestTable } = (await emitted(
  "catalog/contest",
)) as typeof import("../src/catalog/contest.ts");
export const { loadCatalog } = (await emitted(
  "platform/node/catalog",
)) as typeof import("../src/platform/node/catalog.ts");
export const { judgeOf } = (await emitted(
  "constraints/readers/apply",
)) as typeof import("../src/constraints/readers/apply.ts");
export const { readSlateFile } = (await emitted(
  "formats/read-slate",
)) as typeof import("../src/formats/read-slate.ts");
export const { slateInputs } = (await emitted(
  "formats/slate-inputs",
)) as typeof import("../src/formats/slate-inputs.ts");
export const { seatSolutions } = (await emitted(
  "lineup/seat-solutions",
)) as typeof import("../src/lineup/seat-solutions.ts");
export const { buildModel } = (await emitted(
  "constraints/readers/build-model",
)) as typeof import("../src/constraints/readers/build-model.ts");
export const { lowerModel } = (await emitted(
  "lowering/lower-model",
)) as typeof import("../src/lowering/lower-model.ts");
export const { satisfies } = (await emitted("model/satisfies")) as typeof import("../src/model/satisfies.ts");
export const { createOptimizer } = (await emitted(
  "platform/node/optimizer",
)) as typeof import("../src/platform/node/optimizer.ts");
export const { createRunner } = (await emitted(
  "platform/node/runner",
)) as typeof import("../src/platform/node/runner.ts");
export const { readProblem } = (await emitted(
  "constraints/readers/read-problem",
)) as typeof import("../src/constraints/readers/read-problem.ts");
export const { lineupRequestSchema } = (await emitted(
  "schema/request",
)) as typeof import("../src/schema/request.ts");
export const { checkProjections } = (await emitted(
  "schema/checked-projections",
)) as typeof import("../src/schema/checked-projections.ts");
export const { createSearch } = (await emitted("search/search")) as typeof import("../src/search/search.ts");
export const { createPathEngine } = (await emitted(
  "solver/paths/index",
)) as typeof import("../src/solver/paths/index.ts");
export const { unpackSolutions } = (await emitted(
  "solver/packed-solutions",
)) as typeof import("../src/solver/packed-solutions.ts");
export const { seatingsOf } = (await emitted(
  "certificate/seatings",
)) as typeof import("../src/certificate/seatings.ts");
export const { withHeld } = (await emitted(
  "solver/portfolio/sequential/room-left",
)) as typeof import("../src/solver/portfolio/sequential/room-left.ts");
export const { drawSourceOf } = (await emitted(
  "simulation/draw-source",
)) as typeof import("../src/simulation/draw-source.ts");
export const { Drawing } = (await emitted(
  "solver/draws/drawing",
)) as typeof import("../src/solver/draws/drawing.ts");
export const { createDrawSolver } = (await emitted(
  "solver/draws/draw-solver",
)) as typeof import("../src/solver/draws/draw-solver.ts");
