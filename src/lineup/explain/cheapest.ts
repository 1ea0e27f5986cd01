import {
  allowedSlots,
  forbids,
  type Model,
  type Rule,
  requiredEntries,
  requires,
} from "../../engine/model/model.ts";
import { judge } from "../../engine/model/satisfies.ts";
import { seatCount } from "../../engine/roster.ts";
import type { Search } from "../../engine/search/search.ts";
import type { Control } from "../../engine/solver/contract.ts";
import { Matching } from "../../shared/matching.ts";
import { costOf, countSeats, EVERY_SLOT, filledSlots, NO_ORIGIN, ONCE, seatCounts } from "./facts.ts";
import { createFlowOracle, type FlowOracle, isBeyond, NOTHING, type Offer } from "./flow-oracle.ts";
import { createPerRoleRelaxation } from "./per-role-relaxation.ts";
import { withDummyPlayers } from "./with-dummy-players.ts";

/** Whether a rule is about locks, exclusions or seats, which `createCheapestSeated` accounts for. */
function isSeated(rule: Rule): boolean {
  return ["allow", "fill", "once"].includes(rule.kind) || forbids(rule) || requires(rule);
}

/** The cheapest picks, ascending, that keep the rules accepted by `isSeated`; null if there are none. */
type CheapestSeated = (rules: readonly Rule[]) => readonly number[] | null;

/**
 * A greedy algorithm. If every entry has only one pick, the sets of picks that can be seated together form a transversal
 * matroid, so adding picks in order of price is optimal. Null for other models.
 */
function createCheapestSeated(model: Model): CheapestSeated | null {
  const { entry, salary, slots } = model.picks;
  const pickOf = new Map<number, number>();
  for (const [pick, one] of entry.entries()) pickOf.set(one, pick);
  if (pickOf.size < entry.length) return null;
  const byPrice = [...entry.keys()].sort((one, other) => salary[one]! - salary[other]! || one - other);
  const counts = seatCounts(model);
  const seats = countSeats(model, EVERY_SLOT);

  return (rules) => {
    const required = requiredEntries(rules);
    const allowed = allowedSlots(rules);
    const matching = new Matching(counts);
    const seatedIn = (pick: number) => slots[pick]! & (allowed.get(entry[pick]!) ?? -1);
    const picks: number[] = [];
    for (const one of required) {
      const pick = pickOf.get(one);
      if (pick === undefined || !matching.add(seatedIn(pick))) return null;
      picks.push(pick);
    }
    // Seats that may stay empty cost nothing, so they come first.
    const filled = filledSlots(rules);
    for (const [slot, count] of counts.entries())
      for (let seat = 0; ((filled >> slot) & 1) === 0 && seat < count; seat += 1) matching.add(1 << slot);
    const full = new Set<number>();
    for (const pick of byPrice) {
      if (matching.size === seats) break;
      const one = entry[pick]!;
      const bits = seatedIn(pick);
      if (full.has(bits) || required.has(one)) continue;
      if (matching.add(bits)) picks.push(pick);
      else full.add(bits);
    }
    return matching.size === seats ? picks.sort((a, b) => a - b) : null;
  };
}

/** Finds the cost of keeping some of a model's rules, without the budgets among them. */
export interface Pricer {
  /** Picks that keep the rules and cost at most `most`, or a lower bound above `most`. */
  within(rules: readonly Rule[], most: number): Promise<Offer>;
  /** The cost of the cheapest picks that keep the rules; null if no picks do. */
  cheapest(rules: readonly Rule[]): Promise<number | null>;
}

/**
 * Asks three oracles in turn: a greedy algorithm for rules about locks and seats, minimum-cost flows for
 * rules with counts, and the general solver. The first two settle most questions, because their picks often
 * keep the other rules too, or their bound is already too high.
 */
export function createPricer(model: Model, search: Pick<Search, "best">, control: Control): Pricer {
  const { entry, salary } = model.picks;
  const cheapestSeated = createCheapestSeated(model);
  let flows: FlowOracle | undefined;

  /** The cheapest picks by the rules about locks and seats, if they keep the other rules too; otherwise their cost as a bound. */
  function greedily(rules: readonly Rule[]): Offer | null {
    if (cheapestSeated === null) return null;
    const picks = cheapestSeated(rules);
    if (picks === null) return NOTHING;
    const others = rules.filter((rule) => !isSeated(rule));
    return judge(model, picks).keepsSeated(others) ? { picks } : { lowest: costOf(model, picks) };
  }

  /** Picks that keep the rules for at most `most`, the cheapest picks, or a bound above `most`; null if undecided. */
  function withoutSolver(rules: readonly Rule[], most: number | null): Offer | null {
    const settles = (offer: Offer) => "picks" in offer || isBeyond(offer.lowest, most);
    const seated = greedily(rules);
    if (seated !== null && settles(seated)) return seated;
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

  /** All points are zero, because any picks that cost at most `most` are enough. */
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

  /** The picks with the most points under all of the rules, if any picks keep them. */
  async function bestOf(asked: Model): Promise<Offer | null> {
    const { solutions } = await search.best(withDummyPlayers(asked), 1, "auto", control);
    return solutions[0] === undefined
      ? null
      : { picks: solutions[0].picks.filter((pick) => pick < entry.length) };
  }
}

/** Points per unit of currency: sums stay exact, and solvers can distinguish totals. */
const MOST_PER_UNIT = 1e7;

/**
 * A flow can pick an entry in two roles and count it twice. If the rules allow that, the oracle also tries
 * flows with one pick per entry, which find picks but give no bound, and the relaxation per role, which gives
 * both.
 */
function flowOracleOf(model: Model): FlowOracle {
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
