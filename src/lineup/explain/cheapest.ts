import type { Model, Picks, Rule, RuleByKind, RuleKind } from "../../engine/model/model.ts";
import type { Search } from "../../engine/search/search.ts";
import type { Control } from "../../engine/solver/interrupt.ts";
import { NO_ORIGIN } from "./facts.ts";

export type Oracle = ReturnType<typeof createOracle>;

/** `breathe` may throw to end the explanation. */
export function createOracle(
  model: Model,
  search: Pick<Search, "best">,
  control: Control,
  breathe: () => Promise<void>,
) {
  const { entry, salary } = model.picks;

  async function solved(rules: readonly Rule[], points: Float64Array): Promise<readonly number[] | null> {
    await breathe();
    const asked = withDummyPlayers({ ...model, picks: { ...model.picks, points }, rules });
    const [found] = (await search.best(asked, 1, "auto", control)).solutions;
    return found === undefined ? null : found.picks.filter((pick) => pick < entry.length);
  }

  return {
    // All points are zero, because no other property of the picks matters.
    canKeep: async (rules: readonly Rule[]) => (await solved(rules, new Float64Array(entry.length))) !== null,
    async cheapest(rules: readonly Rule[]) {
      const picks = await solved(
        rules.filter(({ kind }) => kind !== "budget"),
        salary.map((cost) => 0 - cost),
      );
      return picks === null ? null : picks.reduce((sum, pick) => sum + salary[pick]!, 0);
    },
  };
}

/**
 * An equivalent model in which every seat is filled, if need be by dummy players without cost, points and
 * group, after the model's own picks.
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
