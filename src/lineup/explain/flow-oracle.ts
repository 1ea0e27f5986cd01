import { atLeast, type Model, type Rule, type RuleByKind, type RuleKind } from "../../engine/model/model.ts";
import { BOTH, LEFT, neverTwo, pairsOf, RIGHT } from "../../engine/model/pairs.ts";
import { judge } from "../../engine/model/satisfies.ts";
import { membersByGroup } from "../../shared/collections.ts";
import { createCheapestFlow, type Flow } from "./cheapest-flow.ts";
import { costOf, NO_ORIGIN, ONCE } from "./facts.ts";
import type { CountingRule } from "./nested-sets.ts";

/**
 * Picks that keep some rules, or a lower bound on the cost of such picks: infinite if no picks keep the
 * rules.
 */
export type Offer = { readonly picks: readonly number[] } | { readonly lowest: number };

/** The offer if no picks keep the rules. */
export const NOTHING: Offer = { lowest: Number.POSITIVE_INFINITY };

/**
 * Whether a lower bound proves that no picks cost at most `most`; if `most` is null, that there are no picks
 * at all.
 */
export function isBeyond(lowest: number, most: number | null): boolean {
  return lowest === Number.POSITIVE_INFINITY || (most !== null && lowest > most);
}

/**
 * Finds picks that keep the rules and cost at most `most`; if `most` is null, the cheapest picks. If it finds
 * none, returns a lower bound on the cost, or the cheapest picks although they cost more than `most`.
 */
export type FlowOracle = (rules: readonly Rule[], most: number | null) => Offer;

/** How many prices the search for the best Lagrangian bound tries. */
const MOST_PRICES = 12;

/**
 * Creates an oracle that solves minimum-cost flows. For a test of pairs, such as a stack, it solves a flow
 * for each alternative of the test. For one of the counting rules that a flow cannot represent it uses a
 * Lagrangian relaxation.
 */
function createFlowOracle(model: Model): FlowOracle {
  const { entry } = model.picks;
  const cheapestFlow = createCheapestFlow(model);
  const keeps = (rules: readonly Rule[], picks: readonly number[]) => judge(model, picks).keeps(rules);

  function counted(rule: CountingRule, picks: readonly number[]): number {
    const entries = new Set(picks.map((pick) => entry[pick]!));
    if (rule.kind === "count") return rule.entries.filter((one) => entries.has(one)).length;
    const groups = new Set([...entries].map((one) => rule.groups[one]!));
    groups.delete(-1);
    return groups.size;
  }

  /** Relaxes one rule and searches for the price with the highest bound. */
  function lagrangian(rules: readonly Rule[], flow: Flow, rule: CountingRule, most: number | null): Offer {
    const dearest = cheapestFlow(rules, { rule, price: cheapestFlow.dearest });
    if (dearest === null || -dearest.cost <= cheapestFlow.dearest * (leastOf(rule) - 1)) return NOTHING;
    let few = flow.picks;
    let many = dearest.picks;
    let lowest = flow.cost;
    const isFound = () => costOf(model, many) <= Math.max(most ?? 0, lowest) && keeps(rules, many);
    for (let tried = 0; tried < MOST_PRICES && !isFound(); tried += 1) {
      const more = counted(rule, many) - counted(rule, few);
      const price = Math.floor((costOf(model, many) - costOf(model, few)) / more);
      if (!(price > 0)) break;
      const next = cheapestFlow(rules, { rule, price });
      if (next === null) return NOTHING;
      if (counted(rule, next.picks) < leastOf(rule)) few = next.picks;
      else many = next.picks;
      const bound = next.cost + price * leastOf(rule);
      if (bound <= lowest && tried > 0) break;
      lowest = Math.max(lowest, bound);
      if (most !== null && lowest > most) return { lowest };
    }
    return isFound() ? { picks: many } : { lowest };
  }

  function byFlow(rules: readonly Rule[], most: number | null): Offer {
    const flow = cheapestFlow(rules);
    if (flow === null) return NOTHING;
    if (keeps(rules, flow.picks)) return flow;
    const broken = flow.uncounted.find((rule) => counted(rule, flow.picks) < leastOf(rule));
    if (broken === undefined || (most !== null && flow.cost > most)) return { lowest: flow.cost };
    return lagrangian(rules, flow, broken, most);
  }

  return (rules, most) => {
    let lowest = Number.POSITIVE_INFINITY;
    let cheapest: readonly number[] | null = null;
    for (const choice of pairChoices(rules, model)) {
      const offer = byFlow([...choice, ...rules], most);
      const cost = "lowest" in offer ? offer.lowest : costOf(model, offer.picks);
      if ("picks" in offer && most !== null && cost <= most) return offer;
      if (cost < lowest || (cost === lowest && "picks" in offer))
        cheapest = "picks" in offer ? offer.picks : null;
      lowest = Math.min(lowest, cost);
    }
    return cheapest === null ? { lowest } : { picks: cheapest };
  };
}

/**
 * The alternatives of the first test of pairs (such as a stack), each as counting rules: picks pass the test
 * exactly if they keep the rules of one alternative. Without such a test, one alternative without rules.
 */
function pairChoices(rules: readonly Rule[], model: Model): readonly (readonly Rule[])[] {
  const [pairs] = rules.flatMap((rule) => (rule.kind === "disjunction" ? (pairsOf(rule, model) ?? []) : []));
  if (pairs === undefined) return [[]];
  const isAlone = neverTwo(pairs, rules);
  const some = (entries: readonly number[]): Rule => ({ ...atLeast(entries, 1), origin: NO_ORIGIN });
  return membersByGroup(pairs.groups).flatMap((members) => {
    const [left, right, both] = [LEFT, RIGHT, BOTH].map((side) =>
      members.filter((entry) => pairs.sides[entry] === side),
    ) as [number[], number[], number[]];
    return [
      ...(both.length === 0 ? [] : [[some(both)]]),
      ...(isAlone || left.length === 0 || right.length === 0 ? [] : [[some(left), some(right)]]),
    ];
  });
}

function leastOf(rule: CountingRule): number {
  return rule.kind === "count" ? rule.least : rule.minimum;
}

/**
 * Creates the flow oracle of a model. Unless the rules forbid it, a flow can pick a player in two roles and
 * count the player twice, and may then settle nothing. The oracle then tries flows with one pick per player,
 * which can find picks but give no bound, and then `createPerRoleRelaxation`, which can do both.
 */
export function flowOracleOf(model: Model): FlowOracle {
  const oracle = createFlowOracle(model);
  if (model.slots.every(({ role }) => role === model.slots[0]!.role)) return oracle;
  const perRole = createPerRoleRelaxation(model);
  return (rules, most) => {
    const offer = oracle(rules, most);
    const isSettled = "picks" in offer || isBeyond(offer.lowest, most);
    if (isSettled || rules.some(({ kind }) => kind === "once")) return offer;
    if (most !== null) {
      const once = oracle([...rules, ONCE], most);
      if ("picks" in once && costOf(model, once.picks) <= most) return once;
    }
    return perRole(rules, most) ?? offer;
  };
}

/**
 * Creates an oracle that solves a relaxation for contests that may pick a player in several roles: each pick
 * counts as a player of its own, and group maximums hold within each role. The cost of the cheapest relaxed
 * picks is a lower bound. The oracle returns null if neither this bound nor the picks settle the question.
 */
export function createPerRoleRelaxation(
  model: Model,
): (rules: readonly Rule[], most: number | null) => Offer | null {
  const { entry, role } = model.picks;
  const picksOf: number[][] = Array.from({ length: model.entries }, () => []);
  for (const [pick, one] of entry.entries()) picksOf[one]!.push(pick);
  const roles = 1 + role.reduce((most, one) => Math.max(most, one), 0);
  const setting: Setting = {
    picksOf: (entries) => entries.flatMap((one) => picksOf[one]!),
    perPick: (groups) => entry.map((one) => groups[one]!),
    perRole: (groups) =>
      entry.map((one, pick) => (groups[one] === -1 ? -1 : groups[one]! * roles + role[pick]!)),
  };
  const picks = { ...model.picks, entry: Int32Array.from(entry.keys()) };
  const oracle = createFlowOracle({ ...model, entries: entry.length, picks, rules: [] });

  return (rules, most) => {
    const relaxed = rules.flatMap((rule) => (RELAXED[rule.kind] as Reading<RuleKind>)(rule, setting));
    const offer = oracle([ONCE, ...relaxed], most);
    if ("picks" in offer && judge(model, offer.picks).keeps(rules)) return offer;
    const lowest = "picks" in offer ? costOf(model, offer.picks) : offer.lowest;
    return isBeyond(lowest, most) ? { lowest } : null;
  };
}

/**
 * Converts the players of a rule to those of the per-role relaxation, in which each pick of the model is a
 * player of its own.
 */
interface Setting {
  picksOf(entries: readonly number[]): number[];
  /** Converts groups of players to groups of their picks in all roles. */
  perPick(groups: Int32Array): Int32Array;
  /** Converts groups of players to groups of their picks, one for each group and role. */
  perRole(groups: Int32Array): Int32Array;
}

type Reading<K extends RuleKind> = (
  rule: RuleByKind[K] & Pick<Rule, "origin">,
  setting: Setting,
) => readonly Rule[];

const none = () => [];

/**
 * For each kind of rule, the function that returns the rules that replace it in the per-role relaxation; none
 * if the relaxation drops the rule.
 */
const RELAXED: { readonly [K in RuleKind]: Reading<K> } = {
  allow: (rule, { picksOf }) => [{ ...rule, entries: picksOf(rule.entries) }],
  budget: none,
  // Several picks of a player may count, so a maximum above 0 does not apply.
  count: (rule, { picksOf }) => [
    { ...rule, entries: picksOf(rule.entries), most: rule.most < 1 ? 0 : Infinity },
  ],
  // A disjunction counts picks, so it stays the same.
  disjunction: (rule) => [rule],
  fill: ({ slot, origin }) => [{ kind: "fill", slot, origin }],
  groupMaximum: ({ groups, maximum, origin }, { perRole }) => [
    { kind: "groupMaximum", groups: perRole(groups), maximum, origin },
  ],
  groupsMinimum: ({ groups, minimum, origin }, { perPick }) => [
    { kind: "groupsMinimum", groups: perPick(groups), minimum, origin },
  ],
  once: none,
};
