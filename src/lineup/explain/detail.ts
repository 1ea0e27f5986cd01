import { allowedSlots } from "../../engine/model/allowed-slots.ts";
import type { RuleKind } from "../../engine/model/model.ts";
import { seatCount } from "../../engine/roster.ts";
import { candidatesFor, counted, sentenceOf } from "./conflict.ts";
import type { Element } from "./elements.ts";
import { type Facts, fieldOf } from "./facts.ts";
import { slotsOfEntries } from "./seats.ts";

/** Kinds of rules whose sentences count the remaining players and name the exclusions. */
const COUNTED: ReadonlySet<RuleKind> = new Set([
  "fill",
  "atLeast",
  "groupMaximum",
  "groupsMinimum",
  "pairedGroup",
]);

/** A conflict in a few sentences: which rules contradict each other, by how much, and what the pool lacks. */
export function conflictDetail(facts: Facts): string {
  return [poolShortage(facts), contradiction(facts), projectionShortage(facts)].filter(Boolean).join(" ");
}

function contradiction(facts: Facts): string {
  const { conflict } = facts;
  if (conflict.every(isLock)) return rivalLocks(facts);
  const cap = conflict.find(({ rules: [rule] }) => rule.kind === "budget");
  if (cap && facts.costs.conflict !== null) return capTooLow(cap, facts.costs.conflict, facts);
  // Sentences that count players name the exclusions already.
  const isCounted = conflict.some(({ rules: [rule] }) => COUNTED.has(rule.kind));
  const named = isCounted ? conflict.filter(({ rules: [rule] }) => rule.kind !== "forbid") : conflict;
  const sentences = named.map((element) => sentenceOf(element, facts));
  // The words of a test of whole lineups are not a sentence.
  const isTest = named[0]?.rules[0].kind === "clauses";
  if (sentences.length === 1)
    return `${isTest ? "No lineup keeps " : ""}${sentences[0]}${isTest ? seatsExceeded(facts) : ""}.`;
  return `No lineup keeps all of these: ${sentences.join("; ")}.${seatShortage(named, facts)}`;
}

/** A note that a test asks for more players than a lineup has, if each of its alternatives does. */
function seatsExceeded({ conflict, problem }: Facts): string {
  const seats = seatCount(problem.contest.slots);
  const isExceeded = conflict[0]?.rules.some(
    (rule) =>
      rule.kind === "clauses" &&
      rule.alternatives.length > 0 &&
      rule.alternatives.every(({ counts }) => counts.some(({ least }) => least > seats)),
  );
  return isExceeded ? `: it asks for more players than a lineup's ${seats}` : "";
}

/** Locked entries that need more seats than their slots have. */
function rivalLocks({ conflict, problem, model }: Facts): string {
  const accepted = slotsOfEntries(model);
  const seated = allowedSlots(conflict.flatMap((element) => element.rules));
  let slots = 0;
  const rivals = conflict.flatMap(({ origin, rules: [rule] }) => {
    if (rule.kind !== "require") return [];
    slots |= accepted[rule.entry]! & (seated.get(rule.entry) ?? -1);
    const { positions } = problem.entries[rule.entry]!;
    return [`${fieldOf(origin.pointer)} (${origin.words}, ${positions.join("/")})`];
  });
  const shared = problem.contest.slots.filter((_, slot) => (slots >> slot) & 1);
  const seats = seatCount(shared);
  const names = shared.map(({ name }) => name).join(", ");
  return `${listed(rivals)} need ${rivals.length} seats, but ${names} ${shared.length === 1 ? "has" : "have"} ${seats}.`;
}

function capTooLow(cap: Element, cost: number, { conflict, costs, problem }: Facts): string {
  const others = conflict.filter((element) => element !== cap && element.rules[0].kind !== "forbid");
  const filled = others.filter(({ rules: [rule] }) => rule.kind === "fill");
  const whole = filled.length === problem.contest.slots.length;
  const named = (whole ? others.filter((element) => !filled.includes(element)) : others).map(
    ({ origin }) => `"${origin.words}"`,
  );
  const what = whole
    ? `the cheapest lineup${named.length === 0 ? "" : ` with ${listed(named)}`}`
    : `the cheapest way to keep ${listed(named)}`;
  const lineup =
    costs.lineup === null || costs.lineup === cost
      ? ""
      : ` The cheapest lineup that keeps all other rules costs ${costs.lineup}.`;
  return `${cap.origin.words}: ${what} costs ${cost}.${lineup}`;
}

/** A note on several slots that share too few candidates. */
function seatShortage(named: readonly Element[], facts: Facts): string {
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
  if (entries.length > 0)
    return `The pool has ${counted(entries.length, "entry", "entries")} for ${seats} seats.`;
  if (withoutProjection.length === 0) return "The pool is empty.";
  return `Nobody in the pool has a projection in the listed games.`;
}

function projectionShortage({ conflict, problem }: Facts): string {
  const missing = problem.withoutProjection.length;
  const isShort = conflict.every(({ rules: [rule] }) => rule.kind !== "budget" && rule.kind !== "require");
  if (missing === 0 || !isShort || problem.entries.length === 0) return "";
  return `Of the pool, ${missing} ${missing === 1 ? "entry was" : "entries were"} left out for want of a projection in the listed games.`;
}

function isLock({ rules: [rule] }: Element): boolean {
  return rule.kind === "require";
}

function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join() : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
