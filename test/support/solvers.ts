import type { Search } from "../../src/search/search.ts";
import type { Solver } from "../../src/solver/contract.ts";
import type { SolverName } from "../../src/solver/registry.ts";

/** One solver of a search, behind the contract. */
export function solverOf(search: Search, name: SolverName): Solver {
  return {
    name,
    best: async (model, count, control) => (await search.best(model, count, name, control)).solutions,
  };
}
