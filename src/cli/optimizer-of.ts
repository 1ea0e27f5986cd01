import type { SolverName } from "../engine/solver/registry.ts";
import type { Optimizer } from "../optimizer/optimizer.ts";
import { createOptimizer } from "../platform/node/optimizer.ts";

/** What the options of a command say of its optimizer. */
export interface SolvingOptions {
  readonly solver?: SolverName | "auto";
  readonly threads?: number;
  readonly timeLimit?: number;
  readonly rules: readonly string[];
  readonly scoring: readonly string[];
  readonly outcomes?: readonly string[];
  readonly secondOpinion?: SolverName;
}

/** The optimizer that a command's options ask for. */
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
