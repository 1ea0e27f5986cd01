import type { Search } from "../../src/engine/search/search.ts";
import type { Solver } from "../../src/engine/solver/contract.ts";
import type { SolverName } from "../../src/engine/solver/registry.ts";

/** A search with a single solver, as a solver. */
export function solverOf(search: Search, name: SolverName): Solver {
  return {
    name,
    best: async (model, count, control) => (await search.best(model, count, name, control)).solutions,
  };
}
