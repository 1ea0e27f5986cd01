import { flagsOf, type Instance, type PairRule } from "./instance.ts";

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

  /** Whether a lineup can have pairs of several groups: not where there is but one seat for the left side. */
  mayOverlap(instance: Instance): boolean {
    let slots = 0;
    for (let at = 0; at < instance.size * instance.roles; at += 1) {
      if (this.#left[instance.entry[Math.floor(at / instance.roles)]!] === 1) slots |= instance.slots[at]!;
    }
    const fixed = instance.fixed.filter((pick) => this.#left[instance.model.picks.entry[pick]!] === 1).length;
    return fixed + instance.seats.reduce((sum, seats, slot) => sum + ((slots >> slot) & 1) * seats, 0) > 1;
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
}
