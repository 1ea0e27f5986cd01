import { groupBy } from "../../../../shared/collections.ts";
import type { Line } from "../dp-passes.ts";
import type { Instance } from "../instance.ts";
import { leastPrice, type Price, setWorth } from "../relaxation.ts";
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
const MOST_KEPT = 4;

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
  /** Cached results of `fillableOf`, by slots and maximum size. */
  readonly fillable: Map<string, Fillable>;
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
 * All ways in which one more player, who accepts certain slots, can be added to a set of filled seats. Each
 * step leads from a set to the set with one more seat, which the player fills.
 */
interface Steps {
  /** The indices of the sets to which steps lead, descending. */
  readonly filled: Int32Array;
  /** Per set in `filled`, the index of its first step; the last element is the number of steps. */
  readonly first: Int32Array;
  /** Per step, the slot of the added seat. */
  readonly slot: Int32Array;
  /** Per step, the index of the set without the added seat. */
  readonly before: Int32Array;
}

/** The sets of seats that a group of players may fill. */
interface Fillable {
  /** The indices of the sets, descending, without the empty set. */
  readonly sets: Int32Array;
  /** Cached steps, by the slots that the player accepts (as bits). */
  readonly steps: Map<number, Steps>;
}

/**
 * The players that an option counter counts, such as those of one team. The rest of a lineup is also a group,
 * of all players.
 */
interface Group extends Fillable {
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

/** One table per group of a branch, and the divisions of the seats to compare. */
interface Divided {
  readonly tables: readonly Table[];
  readonly divisions: Divisions;
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

/** An upper bound on the points of a branch's lineups, and the price of salary that proves it. */
export interface StackBound {
  readonly bound: number;
  readonly price: Price;
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
  /**
   * One element for all branches with the same `exact` divisions: these divisions and, per part (index of
   * `Divisions.parts`), the groups that get the part in any of these branches.
   */
  readonly #divided: readonly {
    readonly divisions: Divisions;
    readonly groups: readonly ReadonlySet<Group>[];
  }[];

  private constructor(sets: SeatSets, stacks: readonly Stack[], groups: readonly Group[], rest: Group) {
    this.#sets = sets;
    this.#stacks = stacks;
    this.#groups = groups;
    this.#rest = rest;
    this.#divided = [...groupBy(stacks, ({ exact }) => exact)].map(([divisions, alike]) => ({
      divisions,
      groups: alike[0]!.groups.map((_, part) => new Set(alike.map((stack) => stack.groups[part]!))),
    }));
  }

  /**
   * Creates the bounds of these branches; null if they are few, if none requires two groups, or if there are
   * too many ways to divide the seats.
   */
  static of(instance: Instance, branches: readonly Terms[]): StackBounds | null {
    const sets = branches.length < FEWEST_BRANCHES ? null : seatSetsOf(instance.seats);
    if (sets === null) return null;
    const apart = findsApart();
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
   * Returns an upper bound on points per branch; null if no branch has a lineup. All use the same price of
   * salary, searched from `near`, and the same table for the rest of the lineup, which may use any player,
   * even one of the branch's groups. Options with 1 in `out` are excluded.
   */
  ofAll(instance: Instance, out: Uint8Array, near: Price): Float64Array | null {
    // A price that is good for all branches together is good for each, and need not be searched for each.
    const bestLine = () => this.#best(this.#anyOf());
    const found = this.#bounded(instance, { groups: this.#groups, out, outOfRest: out }, bestLine, near);
    if (found === null) return null;
    return Float64Array.from(
      this.#stacks,
      ({ groups, exact }) => found.paid + this.#highest({ tables: groups.map(lastTable), divisions: exact }),
    );
  }

  /**
   * Bounds branch `at` alone, more tightly than `ofAll`: the rest of the lineup cannot use players of its
   * groups. Searches, from `near`, for the price that minimizes the bound. Null if the branch has no lineup.
   */
  ofOne(instance: Instance, at: number, out: Uint8Array, near: Price): StackBound | null {
    const { groups, whole } = this.#stacks[at]!;
    const outOfRest = out.slice();
    for (const { options } of groups) for (const option of options) outOfRest[option] = 1;
    const stack = (): Divided => ({ tables: groups.map(lastTable), divisions: whole });
    const found = this.#bounded(instance, { groups, out, outOfRest }, () => this.#best([stack()]), near);
    return found && { price: found.price, bound: this.#highest(stack()) + found.paid };
  }

  /**
   * Tables that bound all branches together. Branches with the same `exact` divisions share one table per
   * part of the divisions: for every set of seats, it has the best value of all their groups that get that
   * part.
   */
  #anyOf(): Divided[] {
    const { count } = this.#sets;
    return this.#divided.map(({ divisions, groups }) => ({
      divisions,
      tables: groups.map((own) => {
        const best = tableOf(count);
        for (const group of own) {
          const { sets } = group;
          const table = lastTable(group);
          for (let at = 0; at < sets.length; at += 1) {
            const set = sets[at]!;
            if (table.worth[set]! <= best.worth[set]!) continue;
            best.worth[set] = table.worth[set]!;
            best.points[set] = table.points[set]!;
            best.salary[set] = table.salary[set]!;
          }
        }
        return best;
      }),
    }));
  }

  /**
   * Finds the price of salary with the lowest bound, and leaves the tables filled at this price. `best` finds
   * the best division of the seats in the tables filled last. `paid` is the price times the budget. Null if
   * there is no lineup.
   */
  #bounded(
    instance: Instance,
    asked: Asked,
    best: () => Line | null,
    near: Price,
  ): { readonly price: Price; readonly paid: number } | null {
    let found: Line | null = null;
    const pass = (pointsWeight: number, price: number) => {
      this.#fill(instance, asked, pointsWeight, price);
      found = best();
      return found === null ? Number.NEGATIVE_INFINITY : pointsWeight * found.points - price * found.salary;
    };
    const price = leastPrice(instance, { pass, line: () => found! }, near.price);
    if (price === null) return null;
    this.#fill(instance, asked, 1, price.price);
    return { price, paid: paidAt(instance, price) };
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

  /**
   * The points and the salary of the division with the most priced points, among the divisions of all these
   * branches; null if there is no lineup.
   */
  #best(stacks: readonly Divided[]): Line | null {
    let most = Number.NEGATIVE_INFINITY;
    let best: { readonly stack: Divided; readonly way: number } | null = null;
    for (const stack of stacks) {
      const way = this.#bestWay(stack, most);
      if (way === -1) continue;
      most = this.#sum(stack, way, "worth");
      best = { stack, way };
    }
    if (best === null) return null;
    const { stack, way } = best;
    return { points: this.#sum(stack, way, "points"), salary: this.#sum(stack, way, "salary") };
  }

  /** The most priced points of any of a branch's divisions; -Infinity if there is no lineup. */
  #highest(stack: Divided): number {
    const way = this.#bestWay(stack, Number.NEGATIVE_INFINITY);
    return way === -1 ? Number.NEGATIVE_INFINITY : this.#sum(stack, way, "worth");
  }

  /** The index of the division with the most priced points; -1 if none has more than `most`. */
  #bestWay({ tables, divisions: { parts } }: Divided, most: number): number {
    const rest = lastTable(this.#rest).worth;
    const ofRest = parts[tables.length]!;
    let highest = most;
    let best = -1;
    for (let way = 0; way < ofRest.length; way += 1) {
      let sum = rest[ofRest[way]!]!;
      for (let part = 0; part < tables.length; part += 1) sum += tables[part]!.worth[parts[part]![way]!]!;
      if (sum <= highest) continue;
      highest = sum;
      best = way;
    }
    return best;
  }

  #sum({ tables, divisions: { parts } }: Divided, way: number, column: keyof Table): number {
    return tables.reduce(
      (sum, table, part) => sum + table[column][parts[part]![way]!]!,
      lastTable(this.#rest)[column][parts[tables.length]![way]!]!,
    );
  }
}

/**
 * The price times the budget: priced points plus this are an upper bound on points. 0 if the price is 0,
 * since the budget may be infinite.
 */
function paidAt({ budget }: Instance, { price }: Price): number {
  return price === 0 ? 0 : price * budget;
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
  seatSets: SeatSets,
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
    const { filled, first, slot, before } = stepsFor(group, own, seatSets);
    // Larger sets first, so that no player is in a set twice.
    for (let at = 0; at < filled.length; at += 1) {
      const set = filled[at]!;
      let most = best[set]!;
      let from = -1;
      let by = -1;
      for (let step = first[at]!; step < first[at + 1]!; step += 1)
        for (let option = options; option < options + roles; option += 1) {
          const sum = best[before[step]!]! + worth[option]!;
          if (sum <= most) continue;
          if (
            roles > 1 &&
            (pick[option] === -1 || out[option] === 1 || ((slots[option]! >> slot[step]!) & 1) === 0)
          )
            continue;
          most = sum;
          from = before[step]!;
          by = option;
        }
      if (from === -1) continue;
      best[set] = most;
      gained[set] = gained[from]! + points[by]!;
      spent[set] = spent[from]! + salary[by]!;
    }
  }
}

/** The steps by which a player who accepts `slots` can be added to a group's sets. */
function stepsFor({ sets, steps }: Group, slots: number, { strides, ofSlot }: SeatSets): Steps {
  const known = steps.get(slots);
  if (known !== undefined) return known;
  const filled: number[] = [];
  const first: number[] = [];
  const slot: number[] = [];
  const before: number[] = [];
  for (const set of sets) {
    const start = slot.length;
    for (let own = 0; own < strides.length; own += 1) {
      if (((slots >> own) & 1) === 0 || ofSlot[set * strides.length + own] === 0) continue;
      slot.push(own);
      before.push(set - strides[own]!);
    }
    if (slot.length === start) continue;
    filled.push(set);
    first.push(start);
  }
  first.push(slot.length);
  const found = {
    filled: Int32Array.from(filled),
    first: Int32Array.from(first),
    slot: Int32Array.from(slot),
    before: Int32Array.from(before),
  };
  steps.set(slots, found);
  return found;
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
  return { count, strides, ofSlot, seats, fillable: new Map() };
}

/**
 * Returns a function that selects, from a branch's option counters, some that have a minimum and share no
 * options, and sorts them by minimum, highest first.
 */
function findsApart(): (optionCounters: readonly OptionCounter[]) => OptionCounter[] {
  const known = new Map<Int32Array, Map<Int32Array, boolean>>();
  const areApart = (one: OptionCounter, other: OptionCounter) => {
    const ofOne = known.get(one.options) ?? new Map<Int32Array, boolean>();
    known.set(one.options, ofOne);
    const apart = ofOne.get(other.options) ?? !other.options.some((own) => one.member[own] === 1);
    ofOne.set(other.options, apart);
    return apart;
  };
  return (optionCounters) => {
    const found: OptionCounter[] = [];
    for (const optionCounter of optionCounters)
      if (optionCounter.least > 0 && found.every((other) => areApart(other, optionCounter)))
        found.push(optionCounter);
    return found.sort((a, b) => b.least - a.least);
  };
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
  return { options, candidates: [...candidates], most, ...fillableOf(open, most, seatSets), filled };
}

/**
 * The nonempty sets of at most `most` seats in the slots `open` (bits). Cached, so that groups with the same
 * sets share them.
 */
function fillableOf(
  open: number,
  most: number,
  { count, strides, ofSlot, seats, fillable }: SeatSets,
): Fillable {
  const key = `${open},${most}`;
  const known = fillable.get(key);
  if (known !== undefined) return known;
  const sets: number[] = [];
  for (let set = count - 1; set > 0; set -= 1)
    if (
      seats[set]! <= most &&
      strides.every((_, slot) => ((open >> slot) & 1) === 1 || ofSlot[set * strides.length + slot] === 0)
    )
      sets.push(set);
  const found = { sets: Int32Array.from(sets), steps: new Map() };
  fillable.set(key, found);
  return found;
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
