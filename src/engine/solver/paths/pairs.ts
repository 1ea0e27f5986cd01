import { type Counter, flagsOf, type Instance, type PairRule } from "./instance.ts";

/** A pair rule, with its sides as flags by entry. */
export class Pairs {
  readonly #rule: PairRule;
  readonly #left: Uint8Array;
  readonly #right: Uint8Array;

  constructor(rule: PairRule, entries: number) {
    this.#rule = rule;
    this.#left = flagsOf(rule.left, entries);
    this.#right = flagsOf(rule.right, entries);
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
      member: flagsOf(this.#inGroup(side, group), this.#left.length),
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
  firstGroup(entries: Int32Array): number {
    const { groups } = this.#rule;
    let first = -1;
    for (const left of entries) {
      const group = groups[left]!;
      if (this.#left[left] === 0 || group === -1 || (first !== -1 && group >= first)) continue;
      for (const right of entries) if (this.#right[right] === 1 && groups[right] === group) first = group;
    }
    return first;
  }

  #inGroup(side: readonly number[], group: number): number[] {
    return side.filter((entry) => this.#rule.groups[entry] === group);
  }
}
