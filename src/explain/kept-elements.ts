import type { Model, Rule, RuleKind } from "../model/model.ts";
import { largestMatching } from "../verify/matching.ts";
import { allowedSlots } from "./allowed-slots.ts";
import { type ElementSet, has, single } from "./element-set.ts";
import type { Element } from "./elements.ts";

/** Adds to `set` every element, in order, that the picks keep as well; they keep `set` already. */
export function keptElements(
  model: Model,
  elements: readonly Element[],
  set: ElementSet,
  picks: readonly number[],
): ElementSet {
  const entries = picks.map((pick) => model.picks.entry[pick]!);
  const rules = elements.flatMap((element, index) => (has(set, index) ? element.rules : []));
  let kept = set;
  for (const [index, element] of elements.entries()) {
    if (has(set, index) || !element.rules.every((rule) => holds(rule, entries, picks, model))) continue;
    const concernsSeats = element.rules.some(({ kind }) => kind === "fill" || kind === "seat");
    if (concernsSeats && !canSit(model, picks, [...rules, ...element.rules])) continue;
    rules.push(...element.rules);
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
  const filled = new Set(rules.flatMap((rule) => (rule.kind === "fill" ? [rule.slot] : [])));
  const seats = model.slots.flatMap(({ count }, slot) => new Array<number>(count).fill(slot));
  const masks = picks.map((pick) => allowedSlots(model, pick, rules));
  const accepts = (mask: number, slot: number) => ((mask >> slot) & 1) === 1;
  const seatsOfPicks = masks.map((mask) => [...seats.keys()].filter((seat) => accepts(mask, seats[seat]!)));
  const picksOfSeats = seats
    .filter((slot) => filled.has(slot))
    .map((slot) => [...masks.keys()].filter((at) => accepts(masks[at]!, slot)));
  return [seatsOfPicks, picksOfSeats].every((choices) => !largestMatching(choices).includes(null));
}
