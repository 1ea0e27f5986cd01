import type { Model, Rule } from "../model/model.ts";
import { judge } from "../model/satisfies.ts";
import { createCheapestFlow, type Flow } from "./cheapest-flow.ts";
import type { CountingRule } from "./nested-sets.ts";
import { isBeyond, NOTHING, type Offer } from "./offer.ts";
import { pairChoices } from "./pair-choices.ts";
import { createRoleLook } from "./role-by-role.ts";

/** How often a reward is sought anew. */
const MOST_REWARDS = 12;

const ONCE: Rule = { kind: "once", origin: { constraint: "", pointer: null, words: "" } };

/** Picks that keep the rules for at most `most`, the cheapest where that is null, or else what such picks cost at least. */
export type Look = (rules: readonly Rule[], most: number | null) => Offer;

/**
 * Seeks them as flows. Flows count whoever is picked in two roles as two; where that is allowed they are sought among
 * those who are picked once as well, and role by role.
 */
export function createFlowLook(model: Model): Look {
  const look = createPlainLook(model);
  const severalRoles = model.slots.some(({ role }) => role !== model.slots[0]!.role);
  if (!severalRoles) return look;
  const lookByRole = createRoleLook(model, createPlainLook);
  return (rules, most) => {
    const offer = look(rules, most);
    const isSettled = "picks" in offer || isBeyond(offer.lowest, most);
    if (isSettled || rules.some(({ kind }) => kind === "once")) return offer;
    if (most !== null) {
      const once = look([...rules, ONCE], most);
      if ("picks" in once && costIn(model, once.picks) <= most) return once;
    }
    return lookByRole(rules, most) ?? offer;
  };
}

function costIn({ picks: { salary } }: Model, picks: readonly number[]): number {
  return picks.reduce((sum, pick) => sum + salary[pick]!, 0);
}

/** A rule that flows leave aside is paid for: its entries, or groups, are worth so much that there are enough. */
export function createPlainLook(model: Model): Look {
  const { entry } = model.picks;
  const cheapestFlow = createCheapestFlow(model);
  const costOf = (picks: readonly number[]) => costIn(model, picks);
  const keeps = (rules: readonly Rule[], picks: readonly number[]) => judge(model, picks).keeps(rules);

  function counted(rule: CountingRule, picks: readonly number[]): number {
    const entries = new Set(picks.map((pick) => entry[pick]!));
    if (rule.kind === "atLeast") return rule.entries.filter((one) => entries.has(one)).length;
    const groups = new Set([...entries].map((one) => rule.groups[one]!));
    groups.delete(-1);
    return groups.size;
  }

  /** Looks where a rule left aside is kept: the bound is highest where lines of costs by what is counted meet. */
  function lookPaid(rules: readonly Rule[], flow: Flow, rule: CountingRule, most: number | null): Offer {
    const dearest = cheapestFlow(rules, { rule, worth: cheapestFlow.dearest });
    if (dearest === null || -dearest.cost <= cheapestFlow.dearest * (rule.minimum - 1)) return NOTHING;
    let few = flow.picks;
    let many = dearest.picks;
    let lowest = flow.cost;
    const isFound = () => costOf(many) <= Math.max(most ?? 0, lowest) && keeps(rules, many);
    for (let tried = 0; tried < MOST_REWARDS && !isFound(); tried += 1) {
      const more = counted(rule, many) - counted(rule, few);
      const worth = Math.floor((costOf(many) - costOf(few)) / more);
      if (!(worth > 0)) break;
      const next = cheapestFlow(rules, { rule, worth });
      if (next === null) return NOTHING;
      if (counted(rule, next.picks) < rule.minimum) few = next.picks;
      else many = next.picks;
      const bound = next.cost + worth * rule.minimum;
      if (bound <= lowest && tried > 0) break;
      lowest = Math.max(lowest, bound);
      if (most !== null && lowest > most) return { lowest };
    }
    return isFound() ? { picks: many } : { lowest };
  }

  /** By what flows count of the rules and one more; where the rest is kept, by picks. */
  function lookAt(rules: readonly Rule[], most: number | null): Offer {
    const flow = cheapestFlow(rules);
    if (flow === null) return NOTHING;
    if (keeps(rules, flow.picks)) return flow;
    const broken = flow.aside.find((rule) => counted(rule, flow.picks) < rule.minimum);
    if (broken === undefined || (most !== null && flow.cost > most)) return { lowest: flow.cost };
    return lookPaid(rules, flow, broken, most);
  }

  /** The same of the ways to keep a pair. */
  return (rules, most) => {
    let lowest = Number.POSITIVE_INFINITY;
    let cheapest: readonly number[] | null = null;
    for (const choice of pairChoices(rules)) {
      const offer = lookAt([...choice, ...rules], most);
      const cost = "lowest" in offer ? offer.lowest : costOf(offer.picks);
      if ("picks" in offer && most !== null && cost <= most) return offer;
      if (cost < lowest || (cost === lowest && "picks" in offer))
        cheapest = "picks" in offer ? offer.picks : null;
      lowest = Math.min(lowest, cost);
    }
    return cheapest === null ? { lowest } : { picks: cheapest };
  };
}
