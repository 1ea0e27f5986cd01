import { isLock } from "../../contests/constraints/requirements.ts";
import { allowedSlots, forbids, type Model, type Rule, type RuleKind } from "../../engine/model/model.ts";
import type { Search } from "../../engine/search/search.ts";
import { type Control, Stop } from "../../engine/solver/interrupt.ts";
import { bookNamed, contestWords } from "../../shared/books.ts";
import { turn } from "../../shared/clock.ts";
import { joinedMessages, type Message, message } from "../../shared/errors/message-parts.ts";
import { ClosedError, InfeasibleError, TimeLimitError } from "../../shared/errors.ts";
import { seatCount } from "../../shared/roster.ts";
import { createOracle, type Oracle } from "./cheapest.ts";
import { candidatesFor, conflictOf, counted, sentenceOf } from "./conflict.ts";
import { type Element, elementsOf, irreducible } from "./elements.ts";
import { type Costs, type ExplainedProblem, type Facts, factsOf, fieldOf, slotsOfEntries } from "./facts.ts";

const COUNTED: ReadonlySet<RuleKind> = new Set(["fill", "groupMaximum", "groupsMinimum"]);

/** Whether a rule's sentence counts the players or groups left, and so names the exclusions. */
function countsPlayers(rule: Rule): boolean {
  const isPairs = rule.kind === "disjunction" && rule.origin.unit !== undefined;
  const isMinimum = rule.kind === "count" && !forbids(rule) && !isLock(rule);
  return isPairs || isMinimum || COUNTED.has(rule.kind);
}

function conflictDetail(facts: Facts): Message {
  const sentences = [poolShortage(facts), contradiction(facts), projectionShortage(facts)];
  return joinedMessages(sentences.filter(Boolean), " ");
}

function contradiction(facts: Facts): Message {
  const { conflict } = facts;
  if (conflict.every(({ rules: [rule] }) => isLock(rule))) return rivalLocks(facts);
  const cap = conflict.find(({ rules: [rule] }) => rule.kind === "budget");
  if (cap && facts.costs.conflict !== null) return capTooLow(cap, facts.costs.conflict, facts);
  // Sentences that count players name the exclusions already.
  const isCounted = conflict.some(({ rules: [rule] }) => countsPlayers(rule));
  const named = isCounted ? conflict.filter(({ rules: [rule] }) => !forbids(rule)) : conflict;
  const sentences = named.map((element) => sentenceOf(element, facts));
  // The words of a disjunction without a unit name a test of whole lineups, and are not a sentence.
  const isTest = named[0]?.rules[0].kind === "disjunction" && named[0].origin.unit === undefined;
  if (sentences.length === 1)
    return message`${isTest ? "No lineup keeps " : ""}${sentences[0]!}${isTest ? seatsExceeded(facts) : ""}.`;
  return message`No lineup keeps all of these: ${joinedMessages(sentences, "; ")}.${seatShortage(named, facts)}`;
}

function seatsExceeded({ conflict, problem }: Facts): string {
  const seats = seatCount(problem.contest.slots);
  const isExceeded = conflict[0]?.rules.some(
    (rule) =>
      rule.kind === "disjunction" &&
      rule.alternatives.length > 0 &&
      rule.alternatives.every(({ counts }) => counts.some(({ least }) => least > seats)),
  );
  return isExceeded ? `: it needs more players than the ${seats} of a lineup` : "";
}

function rivalLocks({ conflict, problem, model }: Facts): Message {
  const accepted = slotsOfEntries(model);
  const seated = allowedSlots(conflict.flatMap((element) => element.rules));
  let slots = 0;
  const rivals = conflict.flatMap(({ origin, rules: [rule] }) => {
    if (rule.kind !== "count") return [];
    const entry = rule.entries[0]!;
    slots |= accepted[entry]! & (seated.get(entry) ?? -1);
    const { positions } = problem.entries[entry]!;
    return [message`${fieldOf(origin.pointer)} (${origin.words}, ${positions.join("/")})`];
  });
  const shared = problem.contest.slots.filter((_, slot) => (slots >> slot) & 1);
  const seats = seatCount(shared);
  const names = shared.map(({ name }) => name).join(", ");
  return message`${listed(rivals)} need ${rivals.length} seats, but ${names} ${shared.length === 1 ? "has" : "have"} ${seats}.`;
}

function capTooLow(cap: Element, cost: number, { conflict, costs, problem }: Facts): Message {
  const others = conflict.filter((element) => element !== cap && !forbids(element.rules[0]));
  const filled = others.filter(({ rules: [rule] }) => rule.kind === "fill");
  const whole = filled.length === problem.contest.slots.length;
  const named = (whole ? others.filter((element) => !filled.includes(element)) : others).map(
    ({ origin }) => message`"${origin.words}"`,
  );
  const what = whole
    ? message`the cheapest lineup${named.length === 0 ? "" : message` with ${listed(named)}`}`
    : message`the cheapest way to satisfy ${listed(named)}`;
  const lineup =
    costs.lineup === null || costs.lineup === cost
      ? ""
      : ` The cheapest lineup that keeps all other rules costs ${costs.lineup}.`;
  return message`${cap.origin.words}: ${what} costs ${cost}.${lineup}`;
}

function seatShortage(named: readonly Element[], facts: Facts): string {
  const all = seatCount(facts.problem.contest.slots);
  const least = named.reduce((sum, { rules: [rule] }) => sum + (rule.kind === "count" ? rule.least : 0), 0);
  if (least > all) return ` A lineup has ${all} seats.`;
  const slots = named.flatMap(({ rules: [rule] }) => (rule.kind === "fill" ? [rule.slot] : []));
  const candidates = new Set(slots.flatMap((slot) => candidatesFor(slot, facts)));
  const seats = slots.reduce((sum, slot) => sum + facts.problem.contest.slots[slot]!.count, 0);
  if (slots.length < 2 || candidates.size >= seats) return "";
  return ` Together these slots have ${counted(candidates.size, "candidate")} for ${seats} seats.`;
}

function poolShortage({ problem }: Facts): string {
  const { contest, entries, withoutProjection } = problem;
  const seats = seatCount(contest.slots);
  if (entries.length >= seats) return "";
  if (entries.length > 0) return `The pool has ${counted(entries.length, "player")} for ${seats} seats.`;
  if (withoutProjection.length === 0) return "The pool is empty.";
  const { vendor, pointsAttribute } = bookNamed(contest.book);
  return `No player in the pool has a projection for ${vendor} (\`${pointsAttribute}\`) in the listed games. The request's table is ${contestWords(contest)}; its book must be the one whose points the projections have.`;
}

function projectionShortage({ conflict, problem }: Facts): string {
  const missing = problem.withoutProjection.length;
  const isShort = conflict.every(({ rules: [rule] }) => rule.kind !== "budget" && !isLock(rule));
  if (missing === 0 || !isShort || problem.entries.length === 0) return "";
  return `Players left out because they have no projection in the listed games: ${missing}.`;
}

function listed(items: readonly Message[]): Message {
  if (items.length < 2) return items[0] ?? "";
  return message`${joinedMessages(items.slice(0, -1), ", ")} and ${items.at(-1)!}`;
}

/** Ends the `Stop` of a finished explanation; never seen. */
const EXPLANATION_ENDED = new ClosedError();

const SLICE_MS = 2;

export interface ExplainControl extends Control {
  readonly patience?: number | undefined;
}

export interface Finding {
  readonly conflict: readonly number[] | null;
  readonly costs: Costs;
  readonly reservation: string;
}

/**
 * Names rules that contradict each other, all of which the contradiction needs; after `patience` all rules,
 * and says so. Positions and seat counts of slots always apply. @throws AbortedError, TimeLimitError,
 * SolverFailedError
 */
export async function explainInfeasible(
  problem: ExplainedProblem,
  model: Model,
  search: Pick<Search, "best">,
  control: ExplainControl,
): Promise<InfeasibleError> {
  return reportConflict(problem, model, await findConflict(model, search, control));
}

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
    if (performance.now() - lastTurn < SLICE_MS) return;
    await turn();
    lastTurn = performance.now();
    stop.throwIfEnded();
  };
  try {
    const oracle = createOracle(model, search, bounds, takeTurns);
    const conflict = await irreducible([...elements.keys()], (kept) =>
      oracle.canKeep(rulesOf(kept.map((index) => elements[index]!))),
    );
    const costs = await costsOf(
      model,
      conflict.map((index) => elements[index]!),
      oracle,
    );
    return { conflict, costs, reservation: "" };
  } catch (error) {
    if (!(error instanceof TimeLimitError) || performance.now() >= (control.deadline ?? Infinity))
      throw error;
    const reservation = ` The rules among them that contradict each other were not found within ${patience} ms.`;
    return { conflict: null, costs: { conflict: null, lineup: null }, reservation };
  } finally {
    stop.end(EXPLANATION_ENDED);
  }
}

export function reportConflict(
  problem: ExplainedProblem,
  model: Model,
  { conflict, costs, reservation }: Finding,
): InfeasibleError {
  const elements = elementsOf(model);
  const members = conflict === null ? elements : conflict.map((index) => elements[index]!);
  const facts = factsOf(problem, model, members, costs);
  return new InfeasibleError(
    message`${conflictDetail(facts)}${reservation}`,
    members.map((element) => conflictOf(element, facts)),
  );
}

async function costsOf(model: Model, conflict: readonly Element[], oracle: Oracle): Promise<Costs> {
  const rules = rulesOf(conflict);
  if (rules.every(({ kind }) => kind !== "budget")) return { conflict: null, lineup: null };
  return {
    conflict: await oracle.cheapest(rules),
    lineup: await oracle.cheapest(model.rules),
  };
}

function rulesOf(elements: readonly Element[]): readonly Rule[] {
  return elements.flatMap(({ rules }) => rules);
}
