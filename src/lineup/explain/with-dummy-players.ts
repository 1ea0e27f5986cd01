import type { Model, Picks, Rule, RuleByKind, RuleKind } from "../../engine/model/model.ts";
import { NO_ORIGIN } from "./facts.ts";

/**
 * An equivalent model in which every seat is filled. Seats that may stay empty can take dummy players, which
 * cost nothing, score nothing and are in no group. The picks of dummies come after the model's own.
 */
export function withDummyPlayers(model: Model): Model {
  const { slots, picks, rules, entries } = model;
  const filled = new Set(rules.flatMap((rule) => (rule.kind === "fill" ? [rule.slot] : [])));
  const open = [...slots.keys()].filter((slot) => !filled.has(slot));
  if (open.length === 0) return model;
  const seats = open.flatMap((slot) => new Array<number>(slots[slot]!.count).fill(slot));
  const extended: Picks = {
    entry: Int32Array.from([...picks.entry, ...seats.map((_, at) => entries + at)]),
    role: Uint8Array.from([...picks.role, ...seats.map((slot) => slots[slot]!.role)]),
    slots: Int32Array.from([...picks.slots, ...seats.map((slot) => 1 << slot)]),
    salary: Float64Array.from([...picks.salary, ...seats.map(() => 0)]),
    points: Float64Array.from([...picks.points, ...seats.map(() => 0)]),
  };
  return {
    slots,
    entries: entries + seats.length,
    picks: extended,
    rules: [
      ...rules.map((rule): Rule => (WIDENED[rule.kind] as Widening<RuleKind>)(rule, seats.length)),
      ...open.map((slot): Rule => ({ kind: "fill", slot, origin: NO_ORIGIN })),
    ],
  };
}

/** Extends a rule by `more` entries with one pick each, in no group and with zero weight. */
type Widening<K extends RuleKind> = (rule: RuleByKind[K] & Rule, more: number) => RuleByKind[K] & Rule;

const asItIs = <Same>(rule: Same): Same => rule;

function grouped<Groups extends { readonly groups: Int32Array }>(rule: Groups, more: number): Groups {
  return { ...rule, groups: Int32Array.from([...rule.groups, ...new Array<number>(more).fill(-1)]) };
}

function withZeros(weights: Float64Array, more: number): Float64Array {
  const widened = new Float64Array(weights.length + more);
  widened.set(weights);
  return widened;
}

const WIDENED: { readonly [K in RuleKind]: Widening<K> } = {
  allow: asItIs,
  budget: asItIs,
  count: asItIs,
  disjunction: (rule, more) => ({
    ...rule,
    alternatives: rule.alternatives.map(({ counts, sums }) => ({
      counts,
      sums: sums.map((sum) => ({ ...sum, weights: withZeros(sum.weights, more) })),
    })),
  }),
  fill: asItIs,
  groupMaximum: grouped,
  groupsMinimum: grouped,
  once: asItIs,
};
