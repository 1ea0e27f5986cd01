import type { Model, Picks, Rule, RuleKind } from "../model/model.ts";
import type { RuleByKind } from "../model/rule-by-kind.ts";

/** The rules that do not tell who is picked. */
const NAMELESS: ReadonlySet<RuleKind> = new Set(["budget", "fill"]);

/**
 * The same question with every seat taken: a seat that no rule wants taken may go to a stand-in, who costs nothing,
 * scores nothing and counts for nothing. The picks of stand-ins come after the model's own. Where nobody need be picked only once, and no rule tells who is, each pick is an entry.
 */
export function withStandIns(given: Model): Model {
  const model = given.rules.every(({ kind }) => NAMELESS.has(kind)) ? withPicksAlone(given) : given;
  const { slots, picks, rules, entries } = model;
  const filled = new Set(rules.flatMap((rule) => (rule.kind === "fill" ? [rule.slot] : [])));
  const open = [...slots.keys()].filter((slot) => !filled.has(slot));
  if (open.length === 0) return model;
  const seats = open.flatMap((slot) => new Array<number>(slots[slot]!.count).fill(slot));
  const cast: Picks = {
    entry: Int32Array.from([...picks.entry, ...seats.map((_, at) => entries + at)]),
    role: Uint8Array.from([...picks.role, ...seats.map((slot) => slots[slot]!.role)]),
    slots: Int32Array.from([...picks.slots, ...seats.map((slot) => 1 << slot)]),
    salary: Float64Array.from([...picks.salary, ...seats.map(() => 0)]),
    points: Float64Array.from([...picks.points, ...seats.map(() => 0)]),
  };
  return {
    slots,
    entries: entries + seats.length,
    picks: cast,
    rules: [
      ...rules.map((rule): Rule => (WIDENED[rule.kind] as Widening<RuleKind>)(rule, seats.length)),
      ...open.map((slot): Rule => ({ kind: "fill", slot, origin: NOWHERE })),
    ],
  };
}

function withPicksAlone({ slots, picks, rules }: Model): Model {
  const once: Rule = { kind: "once", origin: NOWHERE };
  const entry = Int32Array.from(picks.entry.keys());
  return { slots, entries: entry.length, picks: { ...picks, entry }, rules: [...rules, once] };
}

/** No solution is explained by the rules made here. */
const NOWHERE = { constraint: "", pointer: null, words: "" };

/** A rule over so many more entries of a pick each, who are in no group and weigh nothing. */
type Widening<K extends RuleKind> = (rule: RuleByKind[K] & Rule, more: number) => RuleByKind[K] & Rule;

const asItIs = <Same>(rule: Same): Same => rule;

function grouped<Groups extends { readonly groups: Int32Array }>(rule: Groups, more: number): Groups {
  return { ...rule, groups: Int32Array.from([...rule.groups, ...new Array<number>(more).fill(-1)]) };
}

function withNothing(weights: Float64Array, more: number): Float64Array {
  const widened = new Float64Array(weights.length + more);
  widened.set(weights);
  return widened;
}

const WIDENED: { readonly [K in RuleKind]: Widening<K> } = {
  atLeast: asItIs,
  budget: asItIs,
  clauses: (rule, more) => ({
    ...rule,
    alternatives: rule.alternatives.map(({ counts, sums }) => ({
      counts,
      sums: sums.map((sum) => ({ ...sum, weights: withNothing(sum.weights, more) })),
    })),
  }),
  fill: asItIs,
  forbid: asItIs,
  groupMaximum: grouped,
  groupsMinimum: grouped,
  once: asItIs,
  pairedGroup: grouped,
  require: asItIs,
  seat: asItIs,
  unseat: asItIs,
};
