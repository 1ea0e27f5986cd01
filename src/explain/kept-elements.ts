import type { Model, Rule, RuleKind } from "../model/model.ts";
import { largestMatching } from "../verify/matching.ts";
import { type ElementSet, has, single } from "./element-set.ts";
import type { Element } from "./elements.ts";
import { filledSlots, seatedEntries, seatsOf } from "./seats.ts";

/** All elements that the picks keep together: as many of `first` as they can, then of the others, each in order. */
export function keptElements(
  model: Model,
  elements: readonly Element[],
  first: ElementSet,
  picks: readonly number[],
): ElementSet {
  const entries = picks.map((pick) => model.picks.entry[pick]!);
  const order = [...elements.keys()];
  const rules: Rule[] = [];
  let kept = 0n;
  for (const index of [...order.filter((at) => has(first, at)), ...order.filter((at) => !has(first, at))]) {
    const own = elements[index]!.rules;
    if (!own.every((rule) => holds(rule, entries, picks, model))) continue;
    const concernsSeats = own.some(({ kind }) => kind === "fill" || kind === "seat");
    if (concernsSeats && !canSit(model, picks, [...rules, ...own])) continue;
    rules.push(...own);
    kept |= single(index);
  }
  return kept;
}

type Test<K extends RuleKind> = (
  rule: Extract<Rule, { kind: K }>,
  entries: readonly number[],
  picks: readonly number[],
  model: Model,
) => boolean;

/** Whether picks keep a rule, seats aside; `entries` are those of the picks. */
const TESTS: { readonly [K in RuleKind]: Test<K> } = {
  budget: ({ maximum }, _entries, picks, { picks: { salary } }) =>
    picks.reduce((sum, pick) => sum + salary[pick]!, 0) <= maximum,
  once: (_rule, entries) => new Set(entries).size === entries.length,
  fill: () => true,
  forbid: (rule, entries) => !rule.entries.some((entry) => entries.includes(entry)),
  require: (rule, entries) => entries.includes(rule.entry),
  seat: () => true,
  atLeast: (rule, entries) => rule.entries.filter((entry) => entries.includes(entry)).length >= rule.minimum,
  groupMaximum({ groups, maximum }, entries) {
    const sizes = new Map<number, number>();
    for (const entry of new Set(entries)) sizes.set(groups[entry]!, (sizes.get(groups[entry]!) ?? 0) + 1);
    sizes.delete(-1);
    return [...sizes.values()].every((size) => size <= maximum);
  },
  groupsMinimum({ groups, minimum }, entries) {
    const met = new Set(entries.map((entry) => groups[entry]!));
    met.delete(-1);
    return met.size >= minimum;
  },
  pairedGroup({ groups, left, right }, entries) {
    const met = new Set(entries.filter((entry) => left.includes(entry)).map((entry) => groups[entry]!));
    met.delete(-1);
    return entries.some((entry) => right.includes(entry) && met.has(groups[entry]!));
  },
};

function holds(rule: Rule, entries: readonly number[], picks: readonly number[], model: Model): boolean {
  return (TESTS[rule.kind] as Test<RuleKind>)(rule, entries, picks, model);
}

/**
 * Whether all picks can sit with every seat of the slots to be filled taken, under these rules. Two matchings tell:
 * where one seats all picks and another takes all those seats, one that does both exists (Mendelsohn and Dulmage).
 */
function canSit(model: Model, picks: readonly number[], rules: readonly Rule[]): boolean {
  const seated = seatedEntries(rules);
  const seatsOfPicks = picks.map((pick) =>
    seatsOf(model, model.picks.slots[pick]! & (seated.get(model.picks.entry[pick]!) ?? -1)),
  );
  const picksOfSeats = seatsOf(model, filledSlots(rules)).map((seat) =>
    [...seatsOfPicks.keys()].filter((at) => seatsOfPicks[at]!.includes(seat)),
  );
  return [seatsOfPicks, picksOfSeats].every((choices) => !largestMatching(choices).includes(null));
}
