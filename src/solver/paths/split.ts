import { UnsupportedModelError } from "../../errors.ts";
import { enumerate, type Found, IMPATIENT, type Roster, readRoster, type Workshop } from "./enumerate.ts";
import {
  type Counter,
  type Instance,
  membersOf,
  type PairRule,
  restrictTo,
  withCounters,
} from "./instance.ts";
import { BLUR } from "./salary-table.ts";

/**
 * The `count` best lineups of an instance, best first. Where it has a pair rule ("a passer and a receiver of one
 * team"), lineups are checked for a pair as they come; when too many have none, the search is split by group.
 */
export function* enumerateSplit(
  instance: Instance,
  count: number,
  workshop: Workshop,
): Generator<void, Found[]> {
  const [rule, another] = instance.pairRules;
  if (another !== undefined) throw new UnsupportedModelError("paths", "it has more than one pair rule");
  const floor = Number.NEGATIVE_INFINITY;
  if (rule === undefined) return patient(yield* enumerate(instance, { count, floor }, workshop));
  const pairs = new Pairs(rule, instance.model.entries);
  const keep = (entries: Int32Array, length: number) => pairs.firstGroup(entries, length) !== -1;
  const patience = { atFirst: workshop.limits.patience, perLineup: workshop.limits.patiencePerLineup };
  const together = yield* enumerate(instance, { count, floor, keep, patience }, workshop);
  return together === IMPATIENT ? yield* enumerateBranches(instance, pairs, count, workshop) : together;
}

/**
 * One branch per group that can hold a pair, the most promising first. Each asks for a pair in its group. Where a
 * lineup can have pairs of several groups, only the branch of the first keeps it, so that the branches are disjoint.
 * A branch has to beat what earlier ones found, and candidates who cannot are left out of it.
 */
function* enumerateBranches(
  instance: Instance,
  pairs: Pairs,
  count: number,
  workshop: Workshop,
): Generator<void, Found[]> {
  const roster = readRoster(instance, workshop);
  if (roster === null) return [];
  const slack = slackByEntry(roster);
  const { bound } = roster.relaxation;
  const branches = pairs.groups().map((group) => ({ group, slack: pairs.slack(group, slack, instance) }));
  branches.sort((a, b) => a.slack - b.slack);
  const overlapping = pairs.mayOverlap(instance);
  let best: Found[] = [];
  for (const { group, slack: pairSlack } of branches) {
    const full = best.length === count;
    const floor = full ? best[count - 1]!.points - instance.fixedPoints : Number.NEGATIVE_INFINITY;
    const allowed = bound - floor + BLUR;
    if (pairSlack > allowed) break;
    const base = full ? restrictTo(instance, pairs.hopeful(instance, slack, pairSlack, allowed)) : instance;
    const keep = (entries: Int32Array, length: number) => pairs.firstGroup(entries, length) === group;
    const wanted = overlapping ? { count, floor, keep } : { count, floor };
    best = merge(
      best,
      patient(yield* enumerate(withCounters(base, pairs.counters(group)), wanted, workshop)),
      count,
    );
  }
  return best;
}

/** A pair rule, with its sides as flags by entry. */
class Pairs {
  readonly #rule: PairRule;
  readonly #left: Uint8Array;
  readonly #right: Uint8Array;

  constructor(rule: PairRule, entries: number) {
    this.#rule = rule;
    this.#left = membersOf(entries, rule.left);
    this.#right = membersOf(entries, rule.right);
  }

  /** The groups with entries of both sides. */
  groups(): number[] {
    const groupsOf = (entries: readonly number[]) =>
      new Set(entries.map((entry) => this.#rule.groups[entry]!));
    const rights = groupsOf(this.#rule.right);
    return [...groupsOf(this.#rule.left)].filter((group) => group !== -1 && rights.has(group));
  }

  /** What asks for a pair in a group. */
  counters(group: number): Counter[] {
    return [this.#rule.left, this.#rule.right].map((side) => ({
      kind: "atLeast",
      member: membersOf(this.#left.length, this.#inGroup(side, group)),
      limit: 1,
    }));
  }

  /**
   * How far below the bound every lineup with a pair in the group lies, given that for each entry. Full rosters are
   * the bases of a valuated matroid, in which two entries are never cheaper to have together than one after the
   * other; counters break that, and then only the larger of the two is sure.
   */
  slack(group: number, slack: Float64Array, instance: Instance): number {
    const least = (side: readonly number[]) =>
      this.#inGroup(side, group).reduce(
        (low, entry) => Math.min(low, slack[entry]!),
        Number.POSITIVE_INFINITY,
      );
    const [left, right] = [least(this.#rule.left), least(this.#rule.right)];
    return this.#adds(instance) ? left + right : Math.max(left, right);
  }

  /** The candidates that a lineup with the pair's slack can have and still lie no more than `allowed` below the bound. */
  hopeful(instance: Instance, slack: Float64Array, pairSlack: number, allowed: number): number[] {
    const candidates: number[] = [];
    const adds = this.#adds(instance);
    for (let candidate = 0; candidate < instance.size; candidate += 1) {
      const entry = instance.entry[candidate]!;
      const ofPair = this.#left[entry] === 1 || this.#right[entry] === 1;
      if (slack[entry]! + (adds && !ofPair ? pairSlack : 0) <= allowed) candidates.push(candidate);
    }
    return candidates;
  }

  /** Whether a lineup can have pairs of several groups: not where there is but one seat for the left side. */
  mayOverlap(instance: Instance): boolean {
    let slots = 0;
    for (let at = 0; at < instance.size * instance.roles; at += 1) {
      if (this.#left[instance.entry[Math.floor(at / instance.roles)]!] === 1) slots |= instance.slots[at]!;
    }
    const fixed = instance.fixed.filter((pick) => this.#left[instance.model.picks.entry[pick]!] === 1).length;
    return fixed + instance.seats.reduce((sum, seats, slot) => sum + ((slots >> slot) & 1) * seats, 0) > 1;
  }

  /** Whether slacks of a left and a right entry add up: the roster is a matroid, and nobody is on both sides. */
  #adds(instance: Instance): boolean {
    return instance.counters.length === 0 && this.#rule.left.every((entry) => this.#right[entry] === 0);
  }

  /** The first group, by number, in which a lineup has a pair; -1 where it has none. */
  firstGroup(entries: Int32Array, length: number): number {
    const { groups } = this.#rule;
    let first = -1;
    for (let a = 0; a < length; a += 1) {
      const group = groups[entries[a]!]!;
      if (this.#left[entries[a]!] === 0 || group === -1 || (first !== -1 && group >= first)) continue;
      for (let b = 0; b < length; b += 1) {
        if (this.#right[entries[b]!] === 1 && groups[entries[b]!] === group) first = group;
      }
    }
    return first;
  }

  #inGroup(side: readonly number[], group: number): number[] {
    return side.filter((entry) => this.#rule.groups[entry] === group);
  }
}

/** The slack of each of the model's entries; 0 for those every lineup has, Infinity for those none can have. */
function slackByEntry({ instance, layers, slack }: Roster): Float64Array {
  const byEntry = new Float64Array(instance.model.entries).fill(Number.POSITIVE_INFINITY);
  for (const pick of instance.fixed) byEntry[instance.model.picks.entry[pick]!] = 0;
  for (let layer = 0; layer < layers.length; layer += 1)
    byEntry[instance.entry[layers.candidate[layer]!]!] = slack[layer]!;
  return byEntry;
}

/** For searches without a limit to their patience. */
function patient(outcome: Found[] | typeof IMPATIENT): Found[] {
  return outcome === IMPATIENT ? [] : outcome;
}

/** Merges two lists that are best first; the earlier list's lineup comes first where points are equal. */
function merge(a: readonly Found[], b: readonly Found[], count: number): Found[] {
  const merged: Found[] = [];
  let i = 0;
  let j = 0;
  while (merged.length < count && (i < a.length || j < b.length)) {
    const fromA = j >= b.length || (i < a.length && a[i]!.points >= b[j]!.points);
    merged.push(fromA ? a[i]! : b[j]!);
    if (fromA) i += 1;
    else j += 1;
  }
  return merged;
}
