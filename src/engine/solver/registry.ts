import type { BinarySolver } from "./binary.ts";
import type { KernelModule } from "./contest/kernel.ts";
import type { HighsModule, HighsSolver } from "./highs.ts";
import type { KnownPools } from "./paths/known-pools.ts";

/** What solvers need of the place where they run. */
export interface Machinery {
  readonly compileHighs: () => Promise<HighsModule>;
  /** The WebAssembly of contests' inner loops; null where it cannot run, which is slower and gives the same numbers. */
  readonly compileScores: () => Promise<KernelModule | null>;
  /** Makes what reads models for a path engine and keeps pools that many share; where absent, each is read anew. */
  readonly readInstance?: () => KnownPools["read"];
}

/** HiGHS as more than a solver of binary programs. */
export async function loadHighs({ compileHighs }: Pick<Machinery, "compileHighs">): Promise<HighsSolver> {
  const [{ createHighs }, module] = await Promise.all([import("./highs.ts"), compileHighs()]);
  return createHighs(module);
}

/** Every solver of binary programs by name, in order of preference; loaded when first asked for. */
const binarySolvers = {
  highs: loadHighs,
  "javascript-lp-solver": async () => (await import("./javascript-lp-solver.ts")).javascriptLpSolver,
} as const satisfies Readonly<Record<string, (machinery: Machinery) => Promise<BinarySolver>>>;

export type BinarySolverName = keyof typeof binarySolvers;
export const BINARY_SOLVERS: {
  readonly [Name in BinarySolverName]: (machinery: Machinery) => Promise<BinarySolver>;
} = binarySolvers;

/** The solvers a caller may ask for by name; `auto` takes the first of them that can. */
export const SOLVER_NAMES = ["paths", ...(Object.keys(binarySolvers) as BinarySolverName[])] as const;

/** The name of a solver. */
export type SolverName = (typeof SOLVER_NAMES)[number];

/** Whether a solver answers through a binary program. */
export function isBinary(name: SolverName): name is BinarySolverName {
  return Object.hasOwn(binarySolvers, name);
}
