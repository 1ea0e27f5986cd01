import type { Model, Rule } from "../model/model.ts";
import { judge } from "../model/satisfies.ts";
import { seatCount } from "../roster/room.ts";
import type { Search } from "../search/search.ts";
import type { Control } from "../solver/contract.ts";
import { createCheapestSeated, isSeated } from "./cheapest-seated.ts";
import { createFlowLook } from "./look-in-flows.ts";
import { isBeyond, NOTHING, type Offer } from "./offer.ts";
import { withStandIns } from "./with-stand-ins.ts";

/** Answers what it costs to keep some of a model's rules, whatever these say of a budget. */
export interface Pricer {
  /** Picks that keep the rules for at most `most`, or a bound above it. */
  within(rules: readonly Rule[], most: number): Promise<Offer>;
  /** What the cheapest picks cost that keep the rules; null when none do. */
  cheapest(rules: readonly Rule[]): Promise<number | null>;
}

/**
 * Looks at the cheapest picks that keep the rules of who is in and who sits where, then with the rules that a flow can
 * count: mostly they keep the rest, or are too dear already. The general solvers settle what that does not.
 */
export function createPricer(model: Model, search: Pick<Search, "best">, control: Control): Pricer {
  const { entry, salary } = model.picks;
  const costOf = (picks: readonly number[]) => picks.reduce((sum, pick) => sum + salary[pick]!, 0);
  const cheapestSeated = createCheapestSeated(model);
  let flows: ReturnType<typeof createFlowLook> | undefined;

  /** The cheapest picks by the rules of who is in and who sits where, if they keep the rest, else a bound. */
  function lookSeated(rules: readonly Rule[]): Offer | null {
    if (cheapestSeated === null) return null;
    const picks = cheapestSeated(rules);
    if (picks === null) return NOTHING;
    const others = rules.filter((rule) => !isSeated(rule));
    return judge(model, picks).keepsSeated(others) ? { picks } : { lowest: costOf(picks) };
  }

  /** Picks that keep the rules for at most `most`, or a bound above it, or the cheapest picks; null when unsettled. */
  function lookAround(rules: readonly Rule[], most: number | null): Offer | null {
    const settles = (offer: Offer) => "picks" in offer || isBeyond(offer.lowest, most);
    const seated = lookSeated(rules);
    if (seated !== null && settles(seated)) return seated;
    flows ??= createFlowLook(model);
    const offer = flows(rules, most);
    return settles(offer) ? offer : null;
  }

  return {
    async within(given, most) {
      const rules = given.filter(({ kind }) => kind !== "budget");
      const offer = lookAround(rules, most);
      if (offer !== null)
        return "picks" in offer && costOf(offer.picks) > most ? { lowest: costOf(offer.picks) } : offer;
      return byAny(rules, most);
    },
    async cheapest(given) {
      const rules = given.filter(({ kind }) => kind !== "budget");
      const offer = lookAround(rules, null) ?? (await cheapestByAny(rules));
      return "picks" in offer ? costOf(offer.picks) : null;
    },
  };

  /** Any picks will do, so no points pull at them. */
  async function byAny(rules: readonly Rule[], most: number): Promise<Offer> {
    const budget: Rule = {
      kind: "budget",
      maximum: most,
      origin: { constraint: "", pointer: null, words: "" },
    };
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

  /** The best picks under all of the rules, if any keep them. */
  async function bestOf(asked: Model): Promise<Offer | null> {
    const { solutions } = await search.best(withStandIns(asked), 1, "auto", control);
    return solutions[0] === undefined
      ? null
      : { picks: solutions[0].picks.filter((pick) => pick < entry.length) };
  }
}

/** Points per unit of currency where the sums stay exact; solvers tell totals well apart at that. */
const MOST_PER_UNIT = 1e7;
