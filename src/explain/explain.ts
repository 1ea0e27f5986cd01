import { ClosedError, InfeasibleError, TimeLimitError } from "../errors.ts";
import type { Model } from "../model/model.ts";
import type { Search } from "../search/search.ts";
import { Stop } from "../search/stop.ts";
import { turn } from "../shared/turn.ts";
import type { Control } from "../solver/contract.ts";
import { createPricer, type Pricer } from "./cheapest.ts";
import { conflictOf } from "./conflict.ts";
import { conflictDetail } from "./detail.ts";
import { membersOf } from "./element-set.ts";
import { type Element, elementsOf } from "./elements.ts";
import { type Costs, type ExplainedProblem, type Facts, factsOf } from "./facts.ts";
import { createOracle } from "./oracle.ts";
import { smallestConflict } from "./smallest-conflict.ts";

export type { ExplainedProblem };

/** How an explanation may end early. */
export interface ExplainControl extends Control {
  /** Milliseconds after which all rules together have to do as the conflict; without limit where absent. */
  readonly patience?: number | undefined;
}

/**
 * Says why a model has no solution: a smallest set of its rules that contradict each other (merely an
 * irreducible one, and the detail says so, where a great many locks leave too much to try; all of them where patience
 * ends). Of several smallest sets it is the one whose members come first, in the order of `elementsOf`. Who may
 * sit where and how many seats there are is no rule and always holds.
 * @throws AbortedError, TimeLimitError, SolverFailedError
 */
export async function explainInfeasible(
  problem: ExplainedProblem,
  model: Model,
  search: Pick<Search, "best">,
  { patience = Number.POSITIVE_INFINITY, ...control }: ExplainControl,
): Promise<InfeasibleError> {
  const elements = elementsOf(model);
  const deadline = Math.min(control.deadline ?? Number.POSITIVE_INFINITY, performance.now() + patience);
  const bounds = Number.isFinite(deadline) ? { ...control, deadline } : control;
  const stop = new Stop(bounds);
  const breathe = async () => {
    await turn();
    stop.throwIfEnded();
  };
  try {
    const pricer = createPricer(model, search, bounds);
    const oracle = createOracle(model, elements, pricer, breathe);
    const { set, proved } = await smallestConflict(elements.length, oracle);
    const conflict = membersOf(set, elements);
    const costs = await costsOf(model, conflict, pricer);
    const unproved = proved ? "" : " A smaller set of contradicting rules may exist.";
    return errorOf(factsOf(problem, model, conflict, costs), unproved);
  } catch (error) {
    if (!(error instanceof TimeLimitError) || performance.now() >= (control.deadline ?? Infinity))
      throw error;
    const facts = factsOf(problem, model, elements, { conflict: null, lineup: null });
    return errorOf(facts, ` Which of them contradict each other was not found within ${patience} ms.`);
  } finally {
    stop.end(new ClosedError());
  }
}

function errorOf(facts: Facts, reservation: string): InfeasibleError {
  return new InfeasibleError(
    `${conflictDetail(facts)}${reservation}`,
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
