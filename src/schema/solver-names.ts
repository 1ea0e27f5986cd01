/** The solvers a caller may ask for by name; `auto` takes the first of them that can. */
export const SOLVER_NAMES = ["paths", "highs", "javascript-lp-solver"] as const;
export type SolverName = (typeof SOLVER_NAMES)[number];
