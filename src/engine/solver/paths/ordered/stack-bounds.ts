import type { Instance } from "../instance.ts";
import { exactPrice, leastPrice, type Price, paidAt, type Relaxed, setWorth } from "../relaxation.ts";
import type { OptionCounter, Terms } from "./counters.ts";

/**
 * The most sets of seats (see `SeatSets`) for which bounds are computed. With more sets, computing them takes
 * longer than the search that they save.
 */
const MOST_SETS = 2_048;
/**
 * Like `MOST_SETS`, a limit on work: no bounds are computed if there are more ways than this to divide the
 * seats (see `Divisions`).
 */
const MOST_DIVISIONS = 4_096;
const FEWEST_BRANCHES = 8;
/**
 * The number of tables in a group's cache: many branches share a group, and they are bounded at few different
 * prices.
 */
const MOST_KEPT = 8;
/** A price is good enough if a better one lowers the bound by at most this fraction. */
const NEAR_ENOUGH = 1e-3;

/**
 * All sets of free seats, such as one QB seat and two WR seats. Seats of a slot are interchangeable, so a set
 * is a number of seats per slot. A set's index combines these numbers as digits of a mixed radix.
 */
interface SeatSets {
  readonly count: number;
  /** Per slot, how much one more seat adds to a set's index. */
  readonly strides: readonly number[];
  /** How many seats of a slot a set has, at index `set * slots + slot`. */
  readonly ofSlot: Uint8Array;
  /** Per set, the number of its seats. */
  readonly seats: Uint8Array;
}

/**
 * Per set of seats, the best players of a group who fill it: their priced points (`worth`, points less a
 * price times salary), points and salary. `worth` is -Infinity if the group cannot fill the set.
 */
interface Table {
  readonly worth: Float64Array;
  readonly points: Float64Array;
  readonly salary: Float64Array;
}

interface FilledTable {
  readonly table: Table;
  /** Points per option; null before the table is computed. */
  points: Float64Array | null;
  pointsWeight: number;
  price: number;
  /**
   * 1 if an option was excluded: one element per role of each candidate, in the order of `Group.candidates`.
   */
  readonly out: Uint8Array;
}

/**
 * The players that an option counter counts, such as those of one team. The rest of a lineup is also a group,
 * of all players.
 */
interface Group {
  /** The indices of the sets that the group may fill, descending, without the empty set. */
  readonly sets: Int32Array;
  readonly options: Int32Array;
  readonly candidates: readonly number[];
  /** The most seats that any branch gives the group. */
  readonly most: number;
  /** The group's cached tables, the most recently used first. */
  readonly filled: FilledTable[];
}

/** A branch's requirements: a minimum number of players from each of several disjoint groups. */
interface Stack {
  readonly groups: readonly Group[];
  readonly exact: Divisions;
  /** The divisions of the seats that give each group at least its required number. */
  readonly whole: Divisions;
}

/** The ways to divide the seats among groups and the rest of the lineup. */
interface Divisions {
  /**
   * `parts[i]` has, per division, the set of seats that group i gets, as an index; the last array of `parts`
   * has the sets that the rest of the lineup gets.
   */
  readonly parts: readonly Int32Array[];
  /** Per group and, last, for the rest of the lineup: the most seats that a division gives it. */
  readonly most: readonly number[];
  /** The slots in which some division leaves a seat to the rest, as bits. */
  readonly restSlots: number;
}

/**
 * The groups that need tables. A 1 in `out` excludes an option (a candidate in a role) from the groups, a 1
 * in `outOfRest` from the rest of the lineup.
 */
interface Asked {
  readonly groups: Iterable<Group>;
  readonly out: Uint8Array;
  readonly outOfRest: Uint8Array;
}

/**
 * Upper bounds for many branches that require players of groups, such as five of one team and three of
 * another. Per group, a table has the best players for every set of seats, at a price of salary. A branch's
 * bound is the best sum of such tables over all ways to divide the seats among its groups and the rest of the
 * lineup.
 */
export class StackBounds {
  readonly #sets: SeatSets;
  readonly #stacks: readonly Stack[];
  readonly #groups: readonly Group[];
  readonly #rest: Group;
  private constructor(sets: SeatSets, stacks: readonly Stack[], groups: readonly Group[], rest: Group) {
    this.#sets = sets;
    this.#stacks = stacks;
    this.#groups = groups;
    this.#rest = rest;
  }

  /**
   * Creates the bounds of these branches; null if they are few, if none requires two groups, or if there are
   * too many ways to divide the seats.
   */
  static of(instance: Instance, branches: readonly Terms[]): StackBounds | null {
    const sets = branches.length < FEWEST_BRANCHES ? null : seatSetsOf(instance.seats);
    if (sets === null) return null;
    const asked = branches.map(({ optionCounters }) => apart(optionCounters));
    if (asked.every((own) => own.length < 2)) return null;
    const slots = slotsOf(instance, asked);
    const divisions = new Map<string, Pick<Stack, "exact" | "whole"> | null>();
    const dividedFor = (leasts: readonly number[]) => {
      const key = leasts.join();
      const known = divisions.get(key);
      if (known !== undefined) return known;
      const exact = divisionsOf(sets, leasts, slots, false);
      const whole = exact && divisionsOf(sets, leasts, slots, true);
      const both = exact && whole && { exact, whole };
      divisions.set(key, both);
      return both;
    };
    const most = new Map<Int32Array, number>();
    let restMost = 0;
    let restSlots = 0;
    for (const own of asked) {
      const divided = dividedFor(own.map(({ least }) => least));
      if (divided === null) return null;
      for (const [part, { options }] of own.entries())
        most.set(options, Math.max(divided.whole.most[part]!, most.get(options) ?? 0));
      restSlots |= divided.exact.restSlots;
      restMost = Math.max(restMost, divided.exact.most.at(-1)!);
    }
    const groups = new Map(
      [...most].map(([options, own]) => [options, groupOf(instance, sets, options, own)]),
    );
    const stacks = asked.map(
      (own): Stack => ({
        groups: own.map(({ options }) => groups.get(options)!),
        ...dividedFor(own.map(({ least }) => least))!,
      }),
    );
    const all = Int32Array.from({ length: instance.noPick }, (_, option) => option);
    const rest = groupOf(instance, sets, all, restMost, restSlots);
    return new StackBounds(sets, stacks, [...groups.values()], rest);
  }

  /**
   * Sets `out` to 1 for options that no lineup of branch `at` can seat, because its groups need all seats
   * that the option could fill.
   */
  narrow({ noPick, slots }: Instance, at: number, out: Uint8Array): void {
    const { groups, exact } = this.#stacks[at]!;
    const members = new Uint8Array(noPick);
    for (const { options } of groups) for (const option of options) members[option] = 1;
    for (let option = 0; option < noPick; option += 1)
      if ((slots[option]! & exact.restSlots) === 0 && members[option] === 0) out[option] = 1;
  }

  /**
   * Returns an upper bound on points per branch, at this price of salary; -Infinity for branches without a
   * lineup. All use the same table for the rest of the lineup, which may use any player, even one of the
   * branch's groups. Options with 1 in `out` are excluded.
   */
  ofAll(instance: Instance, out: Uint8Array, near: Price): Float64Array {
    const price = exactPrice(instance, near.price);
    this.#fill(instance, { groups: this.#groups, out, outOfRest: out }, 1, price.price);
    const paid = paidAt(instance, price);
    return Float64Array.from(
      this.#stacks,
      ({ groups, exact }) => paid + this.#sum(groups, exact, this.#bestWay(groups, exact), "worth"),
    );
  }

  /**
   * Bounds branch `at` alone, more tightly than `ofAll`: the rest of the lineup cannot use players of its
   * groups. Searches, from `near`, for the price that minimizes the bound, and stops at one whose bound is
   * below `enough`. Null if the branch has no lineup.
   */
  ofOne(instance: Instance, at: number, out: Uint8Array, near: Price, enough: number): Relaxed | null {
    const { groups, whole } = this.#stacks[at]!;
    const outOfRest = out.slice();
    for (const { options } of groups) for (const option of options) outOfRest[option] = 1;
    let way = -1;
    let stopped: Relaxed | null = null;
    const pass = (pointsWeight: number, asked: number) => {
      this.#fill(instance, { groups, out, outOfRest }, pointsWeight, asked);
      way = this.#bestWay(groups, whole);
      const worth = this.#sum(groups, whole, way, "worth");
      const price = exactPrice(instance, asked);
      const bound = worth + paidAt(instance, price);
      if (way === -1 || pointsWeight !== 1 || price.price !== asked || bound >= enough) return worth;
      stopped = { ...price, bound };
      return Number.NEGATIVE_INFINITY;
    };
    const line = () => ({
      points: this.#sum(groups, whole, way, "points"),
      salary: this.#sum(groups, whole, way, "salary"),
    });
    return leastPrice(instance, { pass, line }, near.price, NEAR_ENOUGH) ?? stopped;
  }

  /**
   * Makes the tables of some groups and of the rest for a price: reuses tables already filled at this price,
   * and fills the others.
   */
  #fill(instance: Instance, { groups, out, outOfRest }: Asked, pointsWeight: number, price: number): void {
    const values = { points: instance.points, pointsWeight, price };
    let worth: Float64Array | undefined;
    const fill = (group: Group, isOut: Uint8Array) => {
      if (findTable(instance, group, values, isOut)) return;
      if (worth === undefined) {
        worth = new Float64Array(instance.noPick + 1);
        setWorth(instance, pointsWeight, price, worth);
      }
      fillTable(instance, this.#sets, group, worth, isOut);
    };
    for (const group of groups) fill(group, out);
    fill(this.#rest, outOfRest);
  }

  /** The index of the division with the most priced points; -1 if there is no lineup. */
  #bestWay(groups: readonly Group[], { parts }: Divisions): number {
    const tables = [...groups, this.#rest].map((group) => lastTable(group).worth);
    let highest = Number.NEGATIVE_INFINITY;
    let best = -1;
    for (let way = 0; way < parts[0]!.length; way += 1) {
      let sum = 0;
      for (let part = 0; part < tables.length; part += 1) sum += tables[part]![parts[part]![way]!]!;
      if (sum <= highest) continue;
      highest = sum;
      best = way;
    }
    return best;
  }

  #sum(groups: readonly Group[], { parts }: Divisions, way: number, column: keyof Table): number {
    if (way === -1) return Number.NEGATIVE_INFINITY;
    return [...groups, this.#rest].reduce(
      (sum, group, part) => sum + lastTable(group)[column][parts[part]![way]!]!,
      0,
    );
  }
}

/** The first table in the group's cache: the most recently used one. */
function lastTable({ filled }: Group): Table {
  return filled[0]!.table;
}

/** The points, their weight and the price of salary that a table is computed from. */
interface Values {
  readonly points: Float64Array;
  readonly pointsWeight: number;
  readonly price: number;
}

/**
 * Puts the group's table for these values first in its cache. Returns whether the table is filled already.
 */
function findTable(
  { roles }: Instance,
  { candidates, filled }: Group,
  { points, pointsWeight, price }: Values,
  out: Uint8Array,
): boolean {
  const isSame = (own: FilledTable) => {
    if (own.points !== points || own.price !== price || own.pointsWeight !== pointsWeight) return false;
    for (let index = 0, at = 0; index < candidates.length; index += 1)
      for (let option = candidates[index]! * roles; at < (index + 1) * roles; option += 1, at += 1)
        if (own.out[at] !== out[option]) return false;
    return true;
  };
  const known = filled.findIndex(isSame);
  if (known === 0) return true;
  // Replaces the least recently used table.
  const own = filled.splice(known === -1 ? MOST_KEPT - 1 : known, 1)[0]!;
  filled.unshift(own);
  if (known !== -1) return true;
  own.points = points;
  own.price = price;
  own.pointsWeight = pointsWeight;
  for (let index = 0, at = 0; index < candidates.length; index += 1)
    for (let option = candidates[index]! * roles; at < (index + 1) * roles; option += 1, at += 1)
      own.out[at] = out[option]!;
  return false;
}

/**
 * Computes the first table in the group's cache, which `findTable` has just reserved for these values. Adds
 * one player at a time, as in a knapsack.
 */
function fillTable(
  instance: Instance,
  { strides, ofSlot }: SeatSets,
  group: Group,
  worth: Float64Array,
  out: Uint8Array,
): void {
  const { roles, pick, slots, points, salary } = instance;
  const { sets } = group;
  const { worth: best, points: gained, salary: spent } = lastTable(group);
  for (let at = 0; at < sets.length; at += 1) best[sets[at]!] = Number.NEGATIVE_INFINITY;
  for (const candidate of topOf(instance, group, worth, out)) {
    let own = 0;
    const options = candidate * roles;
    for (let option = options; option < options + roles; option += 1)
      if (pick[option] !== -1 && out[option] === 0) own |= slots[option]!;
    if (own === 0) continue;
    // Larger sets first, so that no player is in a set twice.
    for (let at = 0; at < sets.length; at += 1) {
      const set = sets[at]!;
      let most = best[set]!;
      let from = -1;
      let by = -1;
      for (let slot = 0; slot < strides.length; slot += 1) {
        if (((own >> slot) & 1) === 0 || ofSlot[set * strides.length + slot] === 0) continue;
        const before = set - strides[slot]!;
        for (let option = options; option < options + roles; option += 1) {
          const sum = best[before]! + worth[option]!;
          if (sum <= most) continue;
          const isOut = pick[option] === -1 || out[option] === 1 || ((slots[option]! >> slot) & 1) === 0;
          if (roles > 1 && isOut) continue;
          most = sum;
          from = before;
          by = option;
        }
      }
      if (from === -1) continue;
      best[set] = most;
      gained[set] = gained[from]! + points[by]!;
      spent[set] = spent[from]! + salary[by]!;
    }
  }
}

/**
 * The group's candidates. With one role, omits those that are never needed, because `most` others with the
 * same slots are at least as good.
 */
function topOf(
  { roles, slots, pick }: Instance,
  { candidates, most }: Group,
  worth: Float64Array,
  out: Uint8Array,
): Iterable<number> {
  if (roles > 1) return candidates;
  const kinds = new Map<number, number[]>();
  for (const candidate of candidates) {
    if (pick[candidate] === -1 || out[candidate] === 1) continue;
    const kind = kinds.get(slots[candidate]!) ?? [];
    kinds.set(slots[candidate]!, kind);
    let at = kind.length;
    if (at === most && worth[kind[at - 1]!]! >= worth[candidate]!) continue;
    if (at === most) at -= 1;
    for (; at > 0 && worth[kind[at - 1]!]! < worth[candidate]!; at -= 1) kind[at] = kind[at - 1]!;
    kind[at] = candidate;
  }
  return [...kinds.values()].flat();
}

/** All sets of seats, given the number of free seats per slot; null if there are too many. */
function seatSetsOf(seatsOfSlots: readonly number[]): SeatSets | null {
  const strides: number[] = [];
  let count = 1;
  for (const own of seatsOfSlots) {
    strides.push(count);
    count *= own + 1;
    if (count > MOST_SETS) return null;
  }
  const slots = strides.length;
  const ofSlot = new Uint8Array(count * slots);
  const seats = new Uint8Array(count);
  for (let set = 0; set < count; set += 1)
    for (let slot = 0; slot < slots; slot += 1) {
      const own = Math.floor(set / strides[slot]!) % (seatsOfSlots[slot]! + 1);
      ofSlot[set * slots + slot] = own;
      seats[set]! += own;
    }
  return { count, strides, ofSlot, seats };
}

/** Option counters that have a minimum and share no options, highest minimum first. */
function apart(optionCounters: readonly OptionCounter[]): OptionCounter[] {
  const found: OptionCounter[] = [];
  for (const one of optionCounters)
    if (one.least > 0 && !found.some(({ options }) => options.some((own) => one.member[own] === 1)))
      found.push(one);
  return found.sort((a, b) => b.least - a.least);
}

/** The slots, as bits, that options of these option counters accept. */
function slotsOf({ slots }: Instance, asked: readonly (readonly OptionCounter[])[]): number {
  let all = 0;
  for (const options of new Set(asked.flat().map((optionCounter) => optionCounter.options)))
    for (const option of options) all |= slots[option]!;
  return all;
}

/**
 * Makes a group of the options that accept a slot of `within` (bits, -1 for all); it gets at most `most`
 * seats.
 */
function groupOf(
  { roles, slots }: Instance,
  seatSets: SeatSets,
  options: Int32Array,
  most: number,
  within = -1,
): Group {
  const candidates = new Set<number>();
  let open = 0;
  for (const option of options) {
    if ((slots[option]! & within) === 0) continue;
    candidates.add(Math.floor(option / roles));
    open |= slots[option]! & within;
  }
  const filled = Array.from({ length: MOST_KEPT }, () => ({
    table: tableOf(seatSets.count),
    points: null,
    pointsWeight: 0,
    price: 0,
    out: new Uint8Array(candidates.size * roles),
  }));
  const { count, strides, ofSlot, seats } = seatSets;
  const sets: number[] = [];
  for (let set = count - 1; set > 0; set -= 1)
    if (
      seats[set]! <= most &&
      strides.every((_, slot) => ((open >> slot) & 1) === 1 || ofSlot[set * strides.length + slot] === 0)
    )
      sets.push(set);
  return { options, candidates: [...candidates], most, sets: Int32Array.from(sets), filled };
}

/** Makes a table in which only the empty set is filled. */
function tableOf(count: number): Table {
  const worth = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
  worth[0] = 0;
  return { worth, points: new Float64Array(count), salary: new Float64Array(count) };
}

/**
 * All divisions of the seats that give group i `leasts[i]` seats (or more, if `mayExceed`) in `slots` (bits),
 * and all other seats to the rest of the lineup. Null if there are too many.
 */
function divisionsOf(
  { count, seats, ofSlot, strides }: SeatSets,
  leasts: readonly number[],
  slots: number,
  mayExceed: boolean,
): Divisions | null {
  let restSlots = 0;
  const most = new Array<number>(leasts.length + 1).fill(0);
  const ways: number[][] = most.map(() => []);
  const chosen: number[] = [];
  const fits = (set: number, left: number) => {
    for (let slot = 0; slot < strides.length; slot += 1) {
      const own = ofSlot[set * strides.length + slot]!;
      if (own > ofSlot[left * strides.length + slot]! || (own > 0 && ((slots >> slot) & 1) === 0))
        return false;
    }
    return true;
  };
  const divide = (left: number): boolean => {
    if (chosen.length === leasts.length) {
      for (const [part, set] of [...chosen, left].entries()) {
        ways[part]!.push(set);
        most[part] = Math.max(most[part]!, seats[set]!);
      }
      for (let slot = 0; slot < strides.length; slot += 1)
        if (ofSlot[left * strides.length + slot]! > 0) restSlots |= 1 << slot;
      return ways[0]!.length <= MOST_DIVISIONS;
    }
    for (let set = 0; set <= left; set += 1) {
      const least = leasts[chosen.length]!;
      if (mayExceed ? seats[set]! < least : seats[set] !== least) continue;
      if (!fits(set, left)) continue;
      chosen.push(set);
      const isWithin = divide(left - set);
      chosen.pop();
      if (!isWithin) return false;
    }
    return true;
  };
  return divide(count - 1) ? { parts: ways.map((own) => Int32Array.from(own)), most, restSlots } : null;
}
