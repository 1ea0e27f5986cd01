import type { LineupTest, PickCount, PickSum } from "./lineup-test.ts";
import { allowedSlots, type Model, type RuleByKind } from "./model.ts";

/**
 * With more slots than this, `#mostSeated` uses only the total number of seats, because there are too many
 * sets of slots to try.
 */
const MOST_SLOTS = 12;

/** The range of a count or of a sum: every legal lineup has a value from `least` to `most`. */
interface Bounds {
  readonly least: number;
  readonly most: number;
}

const ANY: Bounds = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };

/**
 * Computes bounds that hold for every legal lineup of a model: on how many of given picks it has, and on sums
 * of its picks' weights. They follow from the seats, the budget, group limits and counts. They are cheap to
 * compute, but possibly no lineup attains them.
 */
export class LineupBounds {
  readonly #model: Model;
  readonly #seats: number;
  /** The number of seats that every lineup fills. */
  readonly #filled: number;
  /** Per pick, the slots in which it may sit, as bits; 0 if no lineup has it. */
  readonly #slots: Int32Array;
  /** The picks that may sit in some slot, ascending. */
  readonly #free: Int32Array;
  /** Per set of slots (as bits), how many seats they have together; empty if there are too many slots. */
  readonly #seatsIn: Int32Array;
  readonly #limits: readonly RuleByKind["groupMaximum"][];
  readonly #counts: readonly (PickCount & { readonly among: ReadonlySet<number> })[];
  readonly #sums: readonly PickSum[];
  readonly #budget: number;
  /** Element k: the total salary of the k cheapest players. */
  readonly #cheapest: readonly number[];
  /**
   * Cached results of `least` and `most` by array of picks: many counts use the same array, such as a team's.
   */
  readonly #least = new WeakMap<Int32Array, number>();
  readonly #most = new WeakMap<Int32Array, number>();

  /** `model` must not allow a player twice in a lineup. */
  constructor(model: Model) {
    const { picks, rules, slots } = model;
    this.#model = model;
    this.#seats = slots.reduce((sum, { count }) => sum + count, 0);
    const filled = rules.map((rule) => (rule.kind === "fill" ? slots[rule.slot]!.count : 0));
    this.#filled = filled.reduce((sum, count) => sum + count, 0);
    const allowed = allowedSlots(rules);
    this.#slots = picks.slots.map((bits, pick) => bits & (allowed.get(picks.entry[pick]!) ?? -1));
    this.#free = Int32Array.from(this.#slots.keys()).filter((pick) => this.#slots[pick] !== 0);
    this.#seatsIn = new Int32Array(slots.length > MOST_SLOTS ? 0 : 2 ** slots.length);
    for (let cut = 1; cut < this.#seatsIn.length; cut += 1)
      this.#seatsIn[cut] = this.#seatsIn[cut & (cut - 1)]! + slots[31 - Math.clz32(cut & -cut)]!.count;
    this.#limits = rules.filter((rule) => rule.kind === "groupMaximum");
    const clauses = rules.flatMap((rule) =>
      rule.kind === "disjunction" && rule.when === null && rule.alternatives.length === 1
        ? rule.alternatives
        : [],
    );
    this.#counts = [
      ...clauses.flatMap(({ counts }) => counts),
      ...rules.flatMap((rule) => (rule.kind === "count" ? [this.countOf(rule)] : [])),
    ].map((count) => ({ ...count, among: new Set(count.picks) }));
    this.#sums = clauses.flatMap(({ sums }) => sums);
    this.#budget = rules.reduce(
      (least, rule) => (rule.kind === "budget" ? Math.min(least, rule.maximum) : least),
      Number.POSITIVE_INFINITY,
    );
    this.#cheapest = this.#cheapestOf(Int32Array.from(picks.entry.keys()));
  }

  alwaysPasses({ when, alternatives }: LineupTest): boolean {
    if (when !== null && this.isNever(when)) return true;
    return alternatives.some(
      ({ counts, sums }) =>
        counts.every((count) => this.isAlways(count)) &&
        sums.every((limits) => {
          const { least, most } = this.#sum(limits);
          return least >= limits.least && most <= limits.most;
        }),
    );
  }

  neverPasses({ when, alternatives }: LineupTest): boolean {
    if (when !== null && !this.isAlways(when)) return false;
    return alternatives.every(
      ({ counts, sums }) =>
        counts.some((count) => this.isNever(count)) ||
        sums.some((limits) => {
          const { least, most } = this.#sum(limits);
          return most < limits.least || least > limits.most;
        }),
    );
  }

  /** Whether the bounds prove that no legal lineup has from `least` to `most` of these picks. */
  isNever({ picks, least, most }: PickCount): boolean {
    return this.most(picks) < least || (most < this.#seats && this.least(picks) > most);
  }

  /** Whether the bounds prove that every legal lineup has from `least` to `most` of these picks. */
  isAlways({ picks, least, most }: PickCount): boolean {
    return (most >= this.#seats || this.most(picks) <= most) && (least <= 0 || this.least(picks) >= least);
  }

  /** An upper bound on how many of these picks (ascending) a legal lineup has. */
  most(picks: Int32Array): number {
    return knownOr(this.#most, picks, () => this.#mostIn(picks));
  }

  /** A lower bound on how many of these picks (ascending) a legal lineup has. */
  least(picks: Int32Array): number {
    return knownOr(this.#least, picks, () => this.#leastIn(picks));
  }

  #mostIn(picks: Int32Array): number {
    const free = picks.filter((pick) => this.#slots[pick] !== 0);
    const around = this.#counts.filter(
      ({ most, among }) => most < this.#seats && free.every((pick) => among.has(pick)),
    );
    return Math.min(this.#mostOf(free), ...around.map((count) => count.most));
  }

  #leastIn(picks: Int32Array): number {
    const isInside = new Uint8Array(this.#slots.length);
    for (const pick of picks) isInside[pick] = 1;
    const within = this.#counts.filter(
      (count) =>
        count.least > 0 && count.picks.every((pick) => this.#slots[pick] === 0 || isInside[pick] === 1),
    );
    const others = this.#free.filter((pick) => isInside[pick] === 0);
    return Math.max(0, this.#filled - this.most(others), ...within.map((count) => count.least));
  }

  /** Bounds on the sum of the weights of a lineup's picks. */
  #sum({ weights }: Pick<PickSum, "weights">): Bounds {
    if (this.#filled < this.#seats) return ANY;
    const same = this.#sums.filter((sum) => areEqual(sum.weights, weights));
    const most = this.#mostWeight(weights);
    const least = -this.#mostWeight(weights.map((weight) => -weight));
    const paid = areEqual(weights, this.#model.picks.salary) ? this.#budget : Number.POSITIVE_INFINITY;
    return {
      least: Math.max(least, ...same.map((sum) => sum.least)),
      most: Math.min(most, paid, ...same.map((sum) => sum.most)),
    };
  }

  /**
   * A lower bound on the number of groups from which a lineup has players. `groups` has each player's group;
   * -1 for none.
   */
  leastGroups(groups: Int32Array): number {
    const { entry } = this.#model.picks;
    const picksOf = new Map<number, number[]>();
    for (const pick of this.#slots.keys()) {
      const group = groups[entry[pick]!]!;
      if (group !== -1) picksOf.set(group, [...(picksOf.get(group) ?? []), pick]);
    }
    const members = [...picksOf.values()].map((picks) => Int32Array.from(picks));
    const all = Int32Array.from(members.flatMap((picks) => [...picks])).sort();
    let left = this.least(all);
    const sizes = members.map((picks) => this.most(picks)).sort((a, b) => b - a);
    let needed = 0;
    for (; left > 0 && needed < sizes.length; needed += 1) left -= sizes[needed]!;
    const stated = this.#model.rules.flatMap((rule) =>
      rule.kind === "groupsMinimum" && areEqual(rule.groups, groups) ? [rule.minimum] : [],
    );
    return Math.max(needed, ...stated);
  }

  /**
   * Converts a limit on how many of some players are picked to a limit on how many of their picks a lineup
   * has.
   */
  countOf({ entries, least, most }: RuleByKind["count"]): PickCount {
    const those = new Set(entries);
    const { entry } = this.#model.picks;
    const picks = Int32Array.from([...entry.keys()].filter((pick) => those.has(entry[pick]!)));
    return { picks, least, most };
  }

  /** An upper bound on how many of these picks the seats, the group limits and the budget allow. */
  #mostOf(picks: Int32Array): number {
    return Math.min(
      this.#mostSeated(picks),
      ...this.#limits.map((rule) => this.#mostWithin(rule, picks)),
      this.#mostPaid(picks),
    );
  }

  /**
   * The most players of these picks that can be seated together (a minimum cut between players and seats).
   * Only an upper bound if there are more than `MOST_SLOTS` slots.
   */
  #mostSeated(picks: Int32Array): number {
    const counts = new Map<number, number>();
    this.#forEntries(picks, (from, to) => {
      let bits = 0;
      for (let at = from; at < to; at += 1) bits |= this.#slots[picks[at]!]!;
      counts.set(bits, (counts.get(bits) ?? 0) + 1);
    });
    const [kinds, sizes] = [[...counts.keys()], [...counts.values()]];
    if (this.#seatsIn.length === 0)
      return Math.min(
        sizes.reduce((sum, size) => sum + size, 0),
        this.#seats,
      );
    let most = Number.POSITIVE_INFINITY;
    for (let cut = 0; cut < this.#seatsIn.length; cut += 1) {
      let size = this.#seatsIn[cut]!;
      for (let at = 0; at < kinds.length; at += 1) if ((kinds[at]! & ~cut) !== 0) size += sizes[at]!;
      most = Math.min(most, size);
    }
    return most;
  }

  #mostWithin({ groups, maximum }: RuleByKind["groupMaximum"], picks: Int32Array): number {
    const { entry } = this.#model.picks;
    const sizes = new Map<number, number>();
    let most = 0;
    this.#forEntries(picks, (from) => {
      const group = groups[entry[picks[from]!]!]!;
      const size = (sizes.get(group) ?? 0) + 1;
      sizes.set(group, size);
      if (group === -1 || size <= maximum) most += 1;
    });
    return most;
  }

  /**
   * An upper bound on how many players of these picks the budget allows if the cheapest players of the pool
   * take the other seats.
   */
  #mostPaid(picks: Int32Array): number {
    if (this.#budget === Number.POSITIVE_INFINITY) return this.#seats;
    const own = this.#cheapestOf(picks);
    const others = (count: number) => this.#cheapest[Math.max(0, this.#filled - count)] ?? 0;
    let most = own.length - 1;
    while (most > 0 && own[most]! + others(most) > this.#budget) most -= 1;
    return most;
  }

  /** Element k is the total salary of the k cheapest players among these picks. */
  #cheapestOf(picks: Int32Array): number[] {
    const { salary } = this.#model.picks;
    const sums = [0];
    const all = this.#perEntry(picks, (pick) => -salary[pick]!).slice(0, this.#seats);
    for (const one of all) sums.push(sums.at(-1)! - one);
    return sums;
  }

  /**
   * An upper bound on the sum of the weights of a lineup's picks: the smaller of two sums. One adds up the
   * greatest weights that fit each slot by itself, so a player may count in several slots. The other adds up
   * the greatest weights of all players, one per seat.
   */
  #mostWeight(weights: Float64Array): number {
    const greatest = (slots: number, count: number) => {
      const free = this.#free.filter((pick) => (this.#slots[pick]! & slots) !== 0);
      const sorted = this.#perEntry(free, (pick) => weights[pick]!).slice(0, count);
      return sorted.reduce((sum, weight) => sum + weight, 0);
    };
    const bySlot = this.#model.slots.reduce((sum, { count }, slot) => sum + greatest(1 << slot, count), 0);
    return Math.min(bySlot, greatest(-1, this.#seats));
  }

  /**
   * For each player of these picks, the greatest value of `weigh` among the player's picks, without those
   * that fit no slot. Sorted in descending order.
   */
  #perEntry(picks: Int32Array, weigh: (pick: number) => number): number[] {
    const greatest: number[] = [];
    this.#forEntries(picks, (from, to) => {
      let most = Number.NEGATIVE_INFINITY;
      for (let at = from; at < to; at += 1)
        if (this.#slots[picks[at]!] !== 0) most = Math.max(most, weigh(picks[at]!));
      if (most !== Number.NEGATIVE_INFINITY) greatest.push(most);
    });
    return greatest.sort((a, b) => b - a);
  }

  /**
   * Calls `see` once per player of these picks (ascending), with the range of the player's picks: from index
   * `from` to `to` - 1.
   */
  #forEntries(picks: Int32Array, see: (from: number, to: number) => void): void {
    const { entry } = this.#model.picks;
    for (let from = 0, to = 0; from < picks.length; from = to) {
      while (to < picks.length && entry[picks[to]!] === entry[picks[from]!]) to += 1;
      see(from, to);
    }
  }
}

function knownOr(known: WeakMap<Int32Array, number>, picks: Int32Array, find: () => number): number {
  const value = known.get(picks) ?? find();
  known.set(picks, value);
  return value;
}

function areEqual(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}
