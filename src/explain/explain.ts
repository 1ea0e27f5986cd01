import { ClosedError, InfeasibleError } from "../errors.ts";
import type { Model } from "../model/model.ts";
import type { Problem } from "../problem/problem.ts";
import type { Search } from "../search/search.ts";
import { Stop } from "../search/stop.ts";
import { turn } from "../shared/turn.ts";
import type { Control } from "../solver/contract.ts";
import { createPricer, type Pricer } from "./cheapest.ts";
import { conflictOf } from "./conflict.ts";
import { conflictDetail } from "./detail.ts";
import { membersOf } from "./element-set.ts";
import { type Element, elementsOf } from "./elements.ts";
import { type Costs, type Facts, factsOf } from "./facts.ts";
import { createOracle } from "./oracle.ts";
import { smallestConflict } from "./smallest-conflict.ts";

/**
 * Says why a model has no solution: a smallest set of its rules that contradict each other (merely an
 * irreducible one, and the detail says so, where a great many locks leave too much to try). Of several smallest sets
 * it is the one whose members come first, in the order of `elementsOf`. Who may
 * sit where and how many seats there are is no rule and always holds.
 * @throws AbortedError, TimeLimitError, SolverFailedError
 */
export async function explainInfeasible(
  problem: Problem,
  model: Model,
  search: Pick<Search, "best">,
  control: Control,
): Promise<InfeasibleError> {
  const elements = elementsOf(model);
  const stop = new Stop(control);
  const breathe = async () => {
    await turn();
    stop.throwIfEnded();
  };
  try {
    const pricer = createPricer(model, search, control);
    const oracle = createOracle(model, elements, pricer, breathe);
    const { set, proved } = await smallestConflict(elements.length, oracle);
    const conflict = membersOf(set, elements);
    const costs = await costsOf(model, conflict, pricer);
    return errorOf(factsOf(problem, model, conflict, costs), proved);
  } finally {
    stop.end(new ClosedError());
  }
}

function errorOf(facts: Facts, proved: boolean): InfeasibleError {
  const unproved = proved ? "" : " A smaller set of contradicting rules may exist.";
  return new InfeasibleError(
    `${conflictDetail(facts)}${unproved}`,
    facts.conflict.map((element) => conflictOf(element, facts)),
  );
}

/** Prices the conflict, where a cap is in it. */
async function costsOf(model: Model, conflict: readonly Element[], pricer: Pricer): Promise<Costs> {
  const rules = conflict.flatMap((element) => element.rules);
  if (rules.every(({ kind }) => kind !== "budget")) return { conflict: null, lineup: null };
  return {
    conflict: await pricer.cheapest(rules),
    lineup: await pricer.cheapest(model.rules),
  };
}
