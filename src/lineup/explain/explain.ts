import type { Model } from "../../engine/model/model.ts";
import type { Search } from "../../engine/search/search.ts";
import { Stop } from "../../engine/search/stop.ts";
import type { Control } from "../../engine/solver/contract.ts";
import { ClosedError, InfeasibleError, TimeLimitError } from "../../shared/errors.ts";
import { turn } from "../../shared/turn.ts";
import { createPricer, type Pricer } from "./cheapest.ts";
import { conflictOf } from "./conflict.ts";
import { conflictDetail } from "./detail.ts";
import { indicesOf, membersOf } from "./element-set.ts";
import { type Element, elementsOf } from "./elements.ts";
import { type Costs, type ExplainedProblem, factsOf } from "./facts.ts";
import { createOracle } from "./oracle.ts";
import { smallestConflict } from "./smallest-conflict.ts";

/** Releases a stop that nothing waits for any more. */
const OVER = new ClosedError();

/** Milliseconds of work before other tasks get a turn. */
const SLICE = 2;

/** How an explanation may end early. */
export interface ExplainControl extends Control {
  /** Milliseconds after which all rules together are reported as the conflict; unlimited if absent. */
  readonly patience?: number | undefined;
}

/** Which rules of a model contradict each other, as plain data that threads can exchange. */
export interface Finding {
  /** Indices into `elementsOf` the model; null if the time ran out first. */
  readonly conflict: readonly number[] | null;
  readonly costs: Costs;
  /** A sentence about what is not proved; empty if all is. */
  readonly reservation: string;
}

/**
 * Explains why a model has no solution: names a smallest set of its rules that contradict each other; of several, the one
 * whose members come first in the order of `elementsOf`. With very many locks it may be an irreducible set only, and after
 * `patience` it is all rules; the detail says so. Slots' positions and seat counts are not rules and always hold.
 * @throws AbortedError, TimeLimitError, SolverFailedError
 */
export async function explainInfeasible(
  problem: ExplainedProblem,
  model: Model,
  search: Pick<Search, "best">,
  control: ExplainControl,
): Promise<InfeasibleError> {
  return reportConflict(problem, model, await findConflict(model, search, control));
}

/** Finds what `explainInfeasible` puts into words. */
export async function findConflict(
  model: Model,
  search: Pick<Search, "best">,
  { patience = Number.POSITIVE_INFINITY, ...control }: ExplainControl,
): Promise<Finding> {
  const elements = elementsOf(model);
  const deadline = Math.min(control.deadline ?? Number.POSITIVE_INFINITY, performance.now() + patience);
  const bounds = Number.isFinite(deadline) ? { ...control, deadline } : control;
  const stop = new Stop(bounds);
  let lastTurn = Number.NEGATIVE_INFINITY;
  const takeTurns = async () => {
    if (performance.now() - lastTurn < SLICE) return;
    await turn();
    lastTurn = performance.now();
    stop.throwIfEnded();
  };
  try {
    const pricer = createPricer(model, search, bounds);
    const oracle = createOracle(model, elements, pricer, takeTurns);
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

/** Puts a finding into words. */
export function reportConflict(
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

/** The costs of a conflict that contains a cap. */
async function costsOf(model: Model, conflict: readonly Element[], pricer: Pricer): Promise<Costs> {
  const rules = conflict.flatMap((element) => element.rules);
  if (rules.every(({ kind }) => kind !== "budget")) return { conflict: null, lineup: null };
  return {
    conflict: await pricer.cheapest(rules),
    lineup: await pricer.cheapest(model.rules),
  };
}
