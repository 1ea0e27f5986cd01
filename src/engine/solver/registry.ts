import type { BinarySolver } from "./binary.ts";
import type { KernelModule } from "./contest/kernel.ts";
import type { HighsModule, HighsScript, HighsSolver } from "./highs.ts";

export interface Machinery {
  readonly compileHighs: () => Promise<HighsModule>;
  readonly highsScript: () => Promise<HighsScript>;
  /**
   * Compiles the inner loops of contest simulations (`kernel.as`). Null if WebAssembly cannot run; JavaScript
   * then gives the same numbers more slowly.
   */
  readonly compileScores: () => Promise<KernelModule>;
}

/** Loads HiGHS with all of its features, not only as a solver of binary programs. */
export async function loadHighs({ compileHighs, highsScript }: Machinery): Promise<HighsSolver> {
  const parts = [import("./highs.ts"), highsScript(), compileHighs()] as const;
  const [{ createHighs }, script, module] = await Promise.all(parts);
  return createHighs(script, module);
}

/** Every solver of binary programs by name, in order of preference; loaded on first use. */
const binarySolvers = {
  highs: loadHighs,
  "javascript-lp-solver": async () => (await import("./javascript-lp-solver.ts")).javascriptLpSolver,
} as const satisfies Readonly<Record<string, (machinery: Machinery) => Promise<BinarySolver>>>;

export type BinarySolverName = keyof typeof binarySolvers;
export const BINARY_SOLVERS: {
  readonly [Name in BinarySolverName]: (machinery: Machinery) => Promise<BinarySolver>;
} = binarySolvers;

/** The names of solvers; `auto` uses the first that supports the model. */
export const SOLVER_NAMES = ["paths", ...(Object.keys(binarySolvers) as BinarySolverName[])] as const;

export type SolverName = (typeof SOLVER_NAMES)[number];

export function isBinary(name: SolverName): name is BinarySolverName {
  return Object.hasOwn(binarySolvers, name);
}
