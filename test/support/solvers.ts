import type { Search } from "../../src/engine/search/search.ts";
import type { Solver } from "../../src/engine/solver/contract.ts";
import type { SolverName } from "../../src/engine/solver/registry.ts";

/** One solver of a search, behind the contract. */
export function solverOf(search: Search, name: SolverName): Solver {
  return {
    name,
    best: async (model, count, control) => (await search.best(model, count, name, control)).solutions,
  };
}
