import { Matching } from "../../shared/matching.ts";
import { passes } from "./lineup-test.ts";
import { allowedSlots, type Model, type RuleByKind, type RuleKind, readerOf } from "./model.ts";

interface Choice {
  readonly model: Omit<Model, "rules">;
  readonly picks: readonly number[];
  readonly entries: ReadonlySet<number>;
}

type Check<K extends RuleKind> = (rule: RuleByKind[K], choice: Choice) => boolean;

/** `fill` and `allow` always pass here: `seats` checks both when it seats the players. */
const checks: { readonly [K in RuleKind]: Check<K> } = {
  budget: ({ maximum }, { model, picks }) =>
    picks.reduce((sum, pick) => sum + model.picks.salary[pick]!, 0) <= maximum,
  once: (_rule, { picks, entries }) => entries.size === picks.length,
  fill: () => true,
  allow: () => true,
  count(rule, { entries }) {
    const picked = rule.entries.filter((entry) => entries.has(entry)).length;
    return picked >= rule.least && picked <= rule.most;
  },
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
  disjunction: (rule, { picks }) => passes(rule, picks),
};

/**
 * Whether a lineup (ascending, distinct picks) keeps every rule of the model. @throws UnsupportedModelError
 */
export function satisfies(model: Model, picks: readonly number[]): boolean {
  const choice = { model, picks, entries: new Set(picks.map((pick) => model.picks.entry[pick]!)) };
  return seats(model, picks) && model.rules.every((rule) => holds(rule, choice));
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
  // A seated player never loses its seat, so fill the mandatory slots first; they stay full.
  const standing = slots.filter((accepts) => !matching.add(accepts, filled));
  return (
    model.slots.every((_, slot) => ((filled >> slot) & 1) === 0 || matching.isFull(slot)) &&
    standing.every((accepts) => matching.add(accepts))
  );
}
