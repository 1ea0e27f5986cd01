import type { Model, Picks, Rule, RuleByKind, RuleKind } from "../../engine/model/model.ts";
import { seatCount } from "../../engine/roster.ts";
import type { Search } from "../../engine/search/search.ts";
import type { Control } from "../../engine/solver/contract.ts";
import { createCheapestSeated } from "./cheapest-seated.ts";
import { costOf, NO_ORIGIN } from "./facts.ts";
import { type FlowOracle, flowOracleOf, isBeyond, NOTHING, type Offer } from "./flow-oracle.ts";

/** Finds the cost, in salary, of picks that keep some of a model's rules; ignores budgets among the rules. */
export interface Pricer {
  /** Picks that keep the rules and cost at most `most`, or a lower bound above `most`. */
  within(rules: readonly Rule[], most: number): Promise<Offer>;
  /** The cost of the cheapest picks that keep the rules; null if no picks do. */
  cheapest(rules: readonly Rule[]): Promise<number | null>;
}

/**
 * Creates a pricer that asks three oracles in turn: a greedy algorithm for locks and seats, minimum-cost
 * flows for rules with counts, and the general solver. The first two settle most questions: their picks often
 * keep all the rules, or their bound is already too high. A flow takes several times as long as the greedy
 * algorithm.
 */
export function createPricer(model: Model, search: Pick<Search, "best">, control: Control): Pricer {
  const { entry, salary } = model.picks;
  const cheapestSeated = createCheapestSeated(model);
  let flows: FlowOracle | undefined;

  /**
   * Asks the two fast oracles. If picks that keep the rules and cost at most `most` exist, it returns such
   * picks. If not, it returns the cheapest picks or a lower bound above `most`. If `most` is null, it returns
   * the cheapest picks, or `NOTHING` if no picks keep the rules. Null if the oracles cannot decide.
   */
  function withoutSolver(rules: readonly Rule[], most: number | null): Offer | null {
    const settles = (offer: Offer) => "picks" in offer || isBeyond(offer.lowest, most);
    const seated = cheapestSeated?.(rules);
    if (seated !== undefined && settles(seated)) return seated;
    flows ??= flowOracleOf(model);
    const offer = flows(rules, most);
    return settles(offer) ? offer : null;
  }

  return {
    async within(given, most) {
      const rules = given.filter(({ kind }) => kind !== "budget");
      const offer = withoutSolver(rules, most);
      if (offer !== null)
        return "picks" in offer && costOf(model, offer.picks) > most
          ? { lowest: costOf(model, offer.picks) }
          : offer;
      return byAny(rules, most);
    },
    async cheapest(given) {
      const rules = given.filter(({ kind }) => kind !== "budget");
      const offer = withoutSolver(rules, null) ?? (await cheapestByAny(rules));
      return "picks" in offer ? costOf(model, offer.picks) : null;
    },
  };

  /**
   * Asks the general solver for any picks that keep the rules and cost at most `most`. All points are zero,
   * because no other property of the picks matters.
   */
  async function byAny(rules: readonly Rule[], most: number): Promise<Offer> {
    const budget: Rule = { kind: "budget", maximum: most, origin: NO_ORIGIN };
    const picks = { ...model.picks, points: new Float64Array(entry.length) };
    const limited = most < Infinity ? [...rules, budget] : rules;
    return (
      (await bestOf({ ...model, picks, rules: limited })) ??
      (most < Infinity ? { lowest: most + 1 } : NOTHING)
    );
  }

  async function cheapestByAny(rules: readonly Rule[]): Promise<Offer> {
    const seats = seatCount(model.slots);
    const dearest = salary.reduce((highest, cost) => Math.max(highest, cost), 1);
    const perUnit = Math.max(
      1,
      Math.min(MOST_PER_UNIT, Math.floor(Number.MAX_SAFE_INTEGER / (dearest * seats))),
    );
    const picks = { ...model.picks, points: salary.map((cost) => 0 - cost * perUnit) };
    return (await bestOf({ ...model, picks, rules })) ?? NOTHING;
  }

  /** The picks with the most points that keep all rules of the model; null if no picks do. */
  async function bestOf(asked: Model): Promise<Offer | null> {
    const { solutions } = await search.best(withDummyPlayers(asked), 1, "auto", control);
    return solutions[0] === undefined
      ? null
      : { picks: solutions[0].picks.filter((pick) => pick < entry.length) };
  }
}

/**
 * To find the cheapest picks, the general solver maximizes points, and each unit of salary costs this many.
 * They are enough for solvers to distinguish totals; fewer if sums of points would not be exact.
 */
const MOST_PER_UNIT = 1e7;

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

/** Returns a rule extended by `more` players with one pick each, in no group and with zero weight. */
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
