import { Matching } from "../shared/matching.ts";
import { allowedSlots } from "./allowed-slots.ts";
import type { Model, Rule, RuleKind } from "./model.ts";
import { passes } from "./passes.ts";
import { type RuleByKind, readerOf } from "./rule-by-kind.ts";

/** A choice of picks together with the entries it names. */
interface Choice {
  readonly model: Omit<Model, "rules">;
  readonly picks: readonly number[];
  readonly entries: ReadonlySet<number>;
}

type Check<K extends RuleKind> = (rule: RuleByKind[K], choice: Choice) => boolean;

/** Each rule read literally from the picks; what `fill`, `seat` and `unseat` ask is asked of the whole seating at once. */
const checks: { readonly [K in RuleKind]: Check<K> } = {
  budget: ({ maximum }, { model, picks }) =>
    picks.reduce((sum, pick) => sum + model.picks.salary[pick]!, 0) <= maximum,
  once: (_rule, { picks, entries }) => entries.size === picks.length,
  fill: () => true,
  forbid: (rule, { entries }) => !rule.entries.some((entry) => entries.has(entry)),
  require: ({ entry }, { entries }) => entries.has(entry),
  seat: () => true,
  unseat: () => true,
  atLeast: (rule, { entries }) => rule.entries.filter((entry) => entries.has(entry)).length >= rule.minimum,
  groupMaximum({ groups, maximum }, { entries }) {
    const sizes = new Map<number, number>();
    for (const entry of entries) sizes.set(groups[entry]!, (sizes.get(groups[entry]!) ?? 0) + 1);
    sizes.delete(-1);
    return [...sizes.values()].every((size) => size <= maximum);
  },
  groupsMinimum({ groups, minimum }, { entries }) {
    const seen = new Set([...entries].map((entry) => groups[entry]!));
    seen.delete(-1);
    return seen.size >= minimum;
  },
  pairedGroup({ groups, left, right }, { entries }) {
    const rights = right.filter((entry) => entries.has(entry)).map((entry) => groups[entry]!);
    return left.some(
      (entry) => entries.has(entry) && groups[entry] !== -1 && rights.includes(groups[entry]!),
    );
  },
  clauses: (rule, { picks }) => passes(rule, picks),
};

/** Tells which rules some picks of a model satisfy; reads no program. */
interface Judge {
  /**
   * Whether the picks can sit together and satisfy all of the rules.
   * @throws UnsupportedModelError for a rule of no known kind.
   */
  keeps(rules: readonly Rule[]): boolean;
  /** The same where it is known that they can sit together, and where none of the rules speaks of seats. */
  keepsSeated(rules: readonly Rule[]): boolean;
}

/** Judges picks, ascending and distinct, of the model by any rules about its entries and slots. */
export function judge(model: Omit<Model, "rules">, picks: readonly number[]): Judge {
  const choice = { model, picks, entries: new Set(picks.map((pick) => model.picks.entry[pick]!)) };
  const keepsSeated = (rules: readonly Rule[]) => rules.every((rule) => holds(rule, choice));
  return {
    keepsSeated,
    keeps: (rules) => seats({ ...model, rules }, picks) && keepsSeated(rules),
  };
}

/**
 * Whether the picks, ascending and distinct, satisfy every rule of the model; reads no program.
 * @throws UnsupportedModelError for a rule of no known kind.
 */
export function satisfies(model: Model, picks: readonly number[]): boolean {
  return judge(model, picks).keeps(model.rules);
}

function holds<K extends RuleKind>(rule: RuleByKind[K] & { kind: K }, choice: Choice): boolean {
  return readerOf(checks, rule.kind, "in use")(rule, choice);
}

function seats(model: Model, picks: readonly number[]): boolean {
  const allowed = allowedSlots(model.rules);
  const slots = picks.map((pick) => model.picks.slots[pick]! & (allowed.get(model.picks.entry[pick]!) ?? -1));
  const filled = model.rules.reduce(
    (bits, rule) => (rule.kind === "fill" ? bits | (1 << rule.slot) : bits),
    0,
  );
  const matching = new Matching(model.slots.map((slot) => slot.count));
  // Nobody who sits loses the seat, so the slots to be filled come first and stay full.
  const standing = slots.filter((accepts) => !matching.add(accepts, filled));
  return (
    model.slots.every((_, slot) => ((filled >> slot) & 1) === 0 || matching.isFull(slot)) &&
    standing.every((accepts) => matching.add(accepts))
  );
}
