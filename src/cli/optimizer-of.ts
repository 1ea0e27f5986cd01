import type { SolverName } from "../engine/solver/registry.ts";
import type { Optimizer } from "../optimizer/optimizer.ts";
import { createOptimizer } from "../platform/node/optimizer.ts";

/** A command's options for its optimizer. */
export interface SolvingOptions {
  readonly solver?: SolverName | "auto";
  readonly threads?: number;
  readonly timeLimit?: number;
  readonly rules: readonly string[];
  readonly scoring: readonly string[];
  readonly outcomes?: readonly string[];
  readonly secondOpinion?: SolverName;
}

/** Creates the optimizer for a command's options. */
export function optimizerOf({
  solver,
  threads,
  timeLimit,
  rules,
  scoring,
  outcomes,
  secondOpinion,
}: SolvingOptions): Promise<Optimizer> {
  return createOptimizer({
    solver,
    rules,
    scoring,
    outcomes,
    secondOpinion,
    ...(threads !== undefined && { threads }),
    ...(timeLimit !== undefined && { timeLimit: timeLimit * 1000 }),
  });
}
