import { ClosedError, InfeasibleError, TimeLimitError } from "../errors.ts";
import type { Model } from "../model/model.ts";
import type { Search } from "../search/search.ts";
import { Stop } from "../search/stop.ts";
import { turn } from "../shared/turn.ts";
import type { Control } from "../solver/contract.ts";
import { createPricer, type Pricer } from "./cheapest.ts";
import { conflictOf } from "./conflict.ts";
import { conflictDetail } from "./detail.ts";
import { indicesOf, membersOf } from "./element-set.ts";
import { type Element, elementsOf } from "./elements.ts";
import { type Costs, type ExplainedProblem, factsOf } from "./facts.ts";
import { createOracle } from "./oracle.ts";
import { smallestConflict } from "./smallest-conflict.ts";

/** Ends a stop that nobody hears of any more. */
const OVER = new ClosedError();

/** Milliseconds for which questions are answered before other work has a turn. */
const SLICE = 2;

/** How an explanation may end early. */
export interface ExplainControl extends Control {
  /** Milliseconds after which all rules together have to do as the conflict; without limit where absent. */
  readonly patience?: number | undefined;
}

/** What contradicts each other in a model, as plain data that crosses threads. */
export interface Finding {
  /** Indices into `elementsOf` the model; null where patience ended before it was found. */
  readonly conflict: readonly number[] | null;
  readonly costs: Costs;
  /** What there is to say about how sure it is; empty where it is proved. */
  readonly reservation: string;
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
  control: ExplainControl,
): Promise<InfeasibleError> {
  return tellConflict(problem, model, await findConflict(model, search, control));
}

/** What `explainInfeasible` says, before it is put in words. */
export async function findConflict(
  model: Model,
  search: Pick<Search, "best">,
  { patience = Number.POSITIVE_INFINITY, ...control }: ExplainControl,
): Promise<Finding> {
  const elements = elementsOf(model);
  const deadline = Math.min(control.deadline ?? Number.POSITIVE_INFINITY, performance.now() + patience);
  const bounds = Number.isFinite(deadline) ? { ...control, deadline } : control;
  const stop = new Stop(bounds);
  let held = Number.NEGATIVE_INFINITY;
  const breathe = async () => {
    if (performance.now() - held < SLICE) return;
    await turn();
    held = performance.now();
    stop.throwIfEnded();
  };
  try {
    const pricer = createPricer(model, search, bounds);
    const oracle = createOracle(model, elements, pricer, breathe);
    const { set, proved } = await smallestConflict(elements.length, oracle);
    const costs = await costsOf(model, membersOf(set, elements), pricer);
    const reservation = proved ? "" : " A smaller set of contradicting rules may exist.";
    return { conflict: indicesOf(set), costs, reservation };
  } catch (error) {
    if (!(error instanceof TimeLimitError) || performance.now() >= (control.deadline ?? Infinity))
      throw error;
    const reservation = ` Which of them contradict each other was not found within ${patience} ms.`;
    return { conflict: null, costs: { conflict: null, lineup: null }, reservation };
  } finally {
    stop.end(OVER);
  }
}

/** A finding in the words of its problem. */
export function tellConflict(
  problem: ExplainedProblem,
  model: Model,
  { conflict, costs, reservation }: Finding,
): InfeasibleError {
  const elements = elementsOf(model);
  const members = conflict === null ? elements : conflict.map((index) => elements[index]!);
  const facts = factsOf(problem, model, members, costs);
  return new InfeasibleError(
    `${conflictDetail(facts)}${reservation}`,
    members.map((element) => conflictOf(element, facts)),
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
