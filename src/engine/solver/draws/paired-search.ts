import { BOTH, LEFT, type Pairs, RIGHT } from "../../model/pairs.ts";
import type { ClassedCandidates } from "../paths/class-paths.ts";
import type { Instance } from "../paths/instance.ts";
import type { DrawnTrellis } from "./drawn-trellis.ts";
import { FOUND, NOTHING, type PricedSearch, TOO_MANY_NODES } from "./priced-search.ts";

/**
 * The input of a search for the best lineup that has more than `floor` points and a pair (see `Pairs`), such
 * as a quarterback and a receiver of his team.
 */
interface PairsSought {
  readonly price: number;
  readonly bound: number;
  /** The undominated candidates (see `Undominated`). */
  readonly held: ClassedCandidates;
  /** All candidates. */
  readonly all: ClassedCandidates;
  /**
   * Per candidate, in units of points: every lineup with the candidate is at least this far below `bound`.
   */
  readonly slack: Float64Array;
  readonly floor: number;
  readonly mostNodes: number;
}

/**
 * A group of the pair rule, such as a team. A lineup has the group's pair if it has candidates of both of its
 * sides.
 */
interface Group {
  /** Per candidate, its sides in this group, as bits; 0 if it is not in the group. */
  readonly sides: Uint8Array;
  /** The candidates that are on at least one side. */
  readonly members: Int32Array;
  /** The sides that fixed picks already have, as bits. */
  readonly given: number;
  /**
   * In the current draw, the least slack of a candidate of the left side and of the right side; 0 if a fixed
   * pick is on that side. Every lineup with the group's pair is at least `slack` below the bound.
   */
  left: number;
  right: number;
  slack: number;
}

const NOBODY = Number.POSITIVE_INFINITY;

/**
 * Finds the best lineup with a pair, by one search per group. The search for a group finds only lineups with
 * that group's pair. It uses all candidates on the group's sides, even dominated ones, but other candidates
 * only if they are undominated.
 */
export class PairedSearch {
  readonly #trellis: DrawnTrellis;
  readonly #search: PricedSearch;
  readonly #groups: readonly Group[];
  /**
   * Whether the slacks of a pair's two candidates add up: a lineup with both is below the bound by at least
   * the sum of their slacks.
   */
  readonly #adds: boolean;
  /** Per candidate, 1 if it is on a side of any group. */
  readonly #isSided: Uint8Array;
  /** Per candidate, 1 if lineups with another group's pair cannot have it. */
  readonly #isAlone: Uint8Array;
  /** Per candidate, 1 if it is undominated in this draw. */
  readonly #isHeld: Uint8Array;
  /** The candidates that the search of at least one group may use (see `#setNear`). */
  readonly #near: ClassedCandidates;
  /** The candidates for the search of the current group. */
  readonly #hopeful: ClassedCandidates;

  constructor(pairs: Pairs, instance: Instance, trellis: DrawnTrellis, search: PricedSearch) {
    this.#trellis = trellis;
    this.#search = search;
    // Full rosters are then the bases of a matroid, in which two candidates together lower the points by at
    // least the sum of what each lowers them by.
    this.#adds = instance.counters.length === 0 && !pairs.sides.includes(BOTH);
    this.#groups = Array.from({ length: pairs.count }, (_, group) => groupOf(pairs, group, instance));
    const isBoundToOne = !mayOverlap(pairs, instance);
    this.#isSided = new Uint8Array(instance.size);
    this.#isAlone = new Uint8Array(instance.size);
    for (const { sides } of this.#groups)
      for (const [candidate, bits] of sides.entries()) {
        if (bits !== 0) this.#isSided[candidate] = 1;
        if (isBoundToOne && (bits & LEFT) !== 0) this.#isAlone[candidate] = 1;
      }
    this.#isHeld = new Uint8Array(instance.size);
    this.#near = { candidates: new Int32Array(instance.size), ends: new Int32Array(trellis.classes) };
    this.#hopeful = { candidates: new Int32Array(instance.size), ends: new Int32Array(trellis.classes) };
  }

  /** Like `PricedSearch.run`, for lineups with a pair. */
  run({ price, bound, slack, held, all, floor, mostNodes }: PairsSought): number {
    this.#setNear(held, all, slack, bound - floor);
    for (const group of this.#groups) setSlacks(group, slack, this.#adds);
    let best = floor;
    let outcome = NOTHING;
    for (const group of this.#groups.toSorted((a, b) => a.slack - b.slack)) {
      const allowed = bound - best;
      if (!(group.slack < allowed)) break;
      this.#setHopeful(group, slack, allowed);
      const { sides, given } = group;
      const trellis = this.#trellis.lay({ ...this.#hopeful, slack, allowed, pairs: { sides, given } });
      const found = this.#search.run(trellis, { price, floor: best, accepts: null, mostNodes });
      if (found === TOO_MANY_NODES) return TOO_MANY_NODES;
      if (found === FOUND) {
        best = this.#search.points;
        outcome = FOUND;
      }
    }
    return outcome;
  }

  /**
   * Sets `#near` to the candidates whose slack is less than `allowed` and that are undominated or on a side.
   */
  #setNear(held: ClassedCandidates, all: ClassedCandidates, slack: Float64Array, allowed: number): void {
    const { candidates, ends } = this.#near;
    const [isHeld, isSided] = [this.#isHeld, this.#isSided];
    isHeld.fill(0);
    let [count, index, heldIndex] = [0, 0, 0];
    for (let read = 0; read < ends.length; read += 1) {
      for (; heldIndex < held.ends[read]!; heldIndex += 1) isHeld[held.candidates[heldIndex]!] = 1;
      for (; index < all.ends[read]!; index += 1) {
        const candidate = all.candidates[index]!;
        if ((isHeld[candidate] === 0 && isSided[candidate] === 0) || !(slack[candidate]! < allowed)) continue;
        candidates[count] = candidate;
        count += 1;
      }
      ends[read] = count;
    }
  }

  /**
   * Sets `#hopeful` to the candidates for a group's search: those that can be in a lineup that has the
   * group's pair and is less than `allowed` below the bound.
   */
  #setHopeful(group: Group, slack: Float64Array, allowed: number): void {
    const { candidates, ends } = this.#hopeful;
    const [isHeld, isAlone, near, adds] = [this.#isHeld, this.#isAlone, this.#near, this.#adds];
    const { sides, left, right } = group;
    let count = 0;
    let index = 0;
    for (let read = 0; read < ends.length; read += 1) {
      for (; index < near.ends[read]!; index += 1) {
        const candidate = near.candidates[index]!;
        const bits = sides[candidate]!;
        if (bits === 0 && (isHeld[candidate] === 0 || isAlone[candidate] === 1)) continue;
        let own = slack[candidate]!;
        if (adds) own += (bits & LEFT ? 0 : left) + (bits & RIGHT ? 0 : right);
        if (!(own < allowed)) continue;
        candidates[count] = candidate;
        count += 1;
      }
      ends[read] = count;
    }
  }
}

/**
 * Whether a lineup can have pairs of several groups: not if only one seat accepts candidates of the left
 * side.
 */
function mayOverlap({ sides }: Pairs, { size, roles, slots, entry, fixed, model, seats }: Instance): boolean {
  let open = 0;
  for (let option = 0; option < size * roles; option += 1)
    if ((sides[entry[Math.floor(option / roles)]!]! & LEFT) !== 0) open |= slots[option]!;
  const taken = fixed.filter((pick) => (sides[model.picks.entry[pick]!]! & LEFT) !== 0).length;
  return taken + seats.reduce((sum, count, slot) => sum + ((open >> slot) & 1) * count, 0) > 1;
}

function groupOf(pairs: Pairs, group: number, { entry, fixed, model }: Instance): Group {
  const sidesOf = (one: number) => (pairs.groups[one] === group ? pairs.sides[one]! : 0);
  const sides = Uint8Array.from(entry, sidesOf);
  const given = fixed.reduce((bits, pick) => bits | sidesOf(model.picks.entry[pick]!), 0);
  const members = Int32Array.from([...sides.keys()].filter((candidate) => sides[candidate] !== 0));
  return { sides, members, given, left: 0, right: 0, slack: 0 };
}

function setSlacks(group: Group, slack: Float64Array, adds: boolean): void {
  const { members, sides, given } = group;
  let [left, right] = [NOBODY, NOBODY];
  for (let index = 0; index < members.length; index += 1) {
    const candidate = members[index]!;
    const own = slack[candidate]!;
    if ((sides[candidate]! & LEFT) !== 0 && own < left) left = own;
    if ((sides[candidate]! & RIGHT) !== 0 && own < right) right = own;
  }
  group.left = (given & LEFT) !== 0 ? 0 : left;
  group.right = (given & RIGHT) !== 0 ? 0 : right;
  group.slack = adds ? group.left + group.right : Math.max(group.left, group.right);
}
