import { UnsupportedModelError } from "../errors.ts";
import type { Model, Rule } from "../model/model.ts";
import { judge } from "../model/satisfies.ts";
import { seatCount } from "../roster/room.ts";
import type { Search } from "../search/search.ts";
import type { Control } from "../solver/contract.ts";
import { createCheapestSeated, isSeated } from "./cheapest-seated.ts";
import { createFullRoster, type FullRoster, type Picked, type Stated } from "./full-roster.ts";
import { guessPicks } from "./guess.ts";
import { isHopeless } from "./hopeless.ts";
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

/** How many of the cheapest rosters are looked at for one that keeps the rules left aside. */
const LOOKED_AT = { first: 1, second: 64, last: 4096 };

/**
 * Looks at the cheapest picks that keep the rules of who is in and who sits where, then with the rules that a flow can
 * count: mostly they keep the rest, or are too dear already. Then it asks the path engine for the cheapest rosters that
 * keep the rules which prices can say, then with the rules that count. Other solvers settle what that does not.
 */
export function createPricer(model: Model, search: Pick<Search, "best">, control: Control): Pricer {
  const { entry, salary } = model.picks;
  const costOf = (picks: readonly number[]) => picks.reduce((sum, pick) => sum + salary[pick]!, 0);
  let sorted: readonly number[] | undefined;
  const byPrice = () => (sorted ??= [...entry.keys()].sort((a, b) => salary[a]! - salary[b]! || a - b));
  const required = new Set(model.rules.flatMap((rule) => (rule.kind === "require" ? [rule.entry] : [])));
  const severalRoles = model.slots.some(({ role }) => role !== model.slots[0]!.role);
  const cheapestSeated = createCheapestSeated(model);
  let flows: ReturnType<typeof createFlowLook> | undefined;
  const rosters = new Map<Picked, FullRoster>();

  const keeps = (rules: readonly Rule[], picks: readonly number[]) => judge(model, picks).keeps(rules);

  function rosterFor(rules: readonly Rule[]): FullRoster {
    const picked = severalRoles && rules.every(({ kind }) => kind !== "once") ? "per role" : "once";
    const roster = rosters.get(picked) ?? createFullRoster(model, picked);
    rosters.set(picked, roster);
    return roster;
  }

  /** The cheapest picks by the rules of who is in and who sits where, if they keep the rest, else a bound. */
  function lookSeated(rules: readonly Rule[]): Offer | null {
    if (cheapestSeated === null) return null;
    const picks = cheapestSeated(rules);
    if (picks === null) return NOTHING;
    const others = rules.filter((rule) => !isSeated(rule));
    return judge(model, picks).keepsSeated(others) ? { picks } : { lowest: costOf(picks) };
  }

  /** The first of the `count` cheapest rosters that keeps the rules, else a bound. */
  async function look(rules: readonly Rule[], stated: Stated, count: number): Promise<Offer> {
    const { picksOf } = rosterFor(rules);
    const { solutions } = await search.best(stated.model, count, "paths", control);
    const found = solutions.map(({ picks }) => picksOf(picks));
    const picks = found.find((one) => keeps(rules, one));
    if (picks !== undefined) return { picks };
    const last = found.at(-1);
    if (last === undefined || found.length < count || !keeps(stated.rules, last)) return NOTHING;
    return { lowest: costOf(last) };
  }

  /** Picks that keep the rules for at most `most`, or a bound above it, or the cheapest picks; null when unsettled. */
  async function lookAround(rules: readonly Rule[], most: number | null): Promise<Offer | null> {
    const settles = (offer: Offer) => "picks" in offer || isBeyond(offer.lowest, most);
    const seated = lookSeated(rules);
    if (seated !== null && settles(seated)) return seated;
    if (isHopeless(model, rules)) return NOTHING;
    flows ??= createFlowLook(model);
    const first = flows(rules, most);
    if (settles(first)) return first;
    const roster = rosterFor(rules);
    try {
      const priced = roster.priced(rules);
      if (most !== null) {
        for (const picks of guessPicks(model, rules, byPrice(), required))
          if (costOf(picks) <= most && keeps(rules, picks)) return { picks };
      }
      const second = await look(rules, priced, LOOKED_AT.second);
      if (settles(second)) return second;
      const counted = roster.counted(rules);
      for (const count of [LOOKED_AT.first, LOOKED_AT.last]) {
        const offer = await look(rules, counted, count);
        if (settles(offer)) return offer;
      }
    } catch (error) {
      if (!(error instanceof UnsupportedModelError)) throw error;
    }
    return null;
  }

  return {
    async within(given, most) {
      const rules = given.filter(({ kind }) => kind !== "budget");
      const offer = await lookAround(rules, most);
      if (offer !== null)
        return "picks" in offer && costOf(offer.picks) > most ? { lowest: costOf(offer.picks) } : offer;
      return byAny(rules, most);
    },
    async cheapest(given) {
      const rules = given.filter(({ kind }) => kind !== "budget");
      const offer = (await lookAround(rules, null)) ?? (await cheapestByAny(rules));
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
