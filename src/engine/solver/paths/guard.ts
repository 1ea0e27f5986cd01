import type { GroupRule, Instance } from "./instance.ts";

/** A group rule, with counts of how the current path's picks are spread over its groups. */
interface Watch {
  readonly rule: GroupRule;
  /** Per option, the group of its player; -1 if it has none. */
  readonly groupOf: Int32Array;
  /** Per group, the number of its players on the path, including the fixed ones. */
  readonly counts: Int32Array;
  /** The number of groups with a player on the path. */
  seen: number;
}

/**
 * Prunes picks after which no lineup can keep the group rules: picks from a group that is full, and picks
 * that leave too few seats for the groups still needed.
 */
export class Guard {
  readonly #instance: Instance;
  #watches: readonly Watch[] = [];
  #picked = 0;

  constructor(instance: Instance) {
    this.#instance = instance;
  }

  /** Starts a new path with the first `length` of these options. */
  begin(options: Int32Array, length: number): void {
    const { fixed, model, groupRules } = this.#instance;
    if (this.#watches.length < groupRules.length) this.#watches = watchesOf(this.#instance);
    this.#picked = 0;
    for (const watch of this.#watches) {
      watch.counts.fill(0);
      watch.seen = 0;
      for (const pick of fixed) count(watch, watch.rule.groups[model.picks.entry[pick]!]!);
    }
    for (let index = 0; index < length; index += 1) this.pick(options[index]!);
  }

  pick(option: number): void {
    this.#picked += 1;
    for (const watch of this.#watches) count(watch, watch.groupOf[option]!);
  }

  /** Whether the path may pick this option next. */
  allows(option: number): boolean {
    for (const { rule, groupOf, counts, seen } of this.#watches) {
      const group = groupOf[option]!;
      if (rule.kind === "groupMaximum") {
        if (group >= 0 && counts[group]! >= rule.maximum) return false;
      } else {
        const isNew = counts[group] === 0;
        if (seen + (isNew ? 1 : 0) + this.#instance.openSeats - this.#picked - 1 < rule.minimum) return false;
      }
    }
    return true;
  }
}

function watchesOf({ groupRules, noPick, roles, entry }: Instance): readonly Watch[] {
  return groupRules.map((rule) => ({
    rule,
    groupOf: Int32Array.from(
      { length: noPick },
      (_, option) => rule.groups[entry[Math.floor(option / roles)]!]!,
    ),
    counts: new Int32Array(1 + rule.groups.reduce((most, group) => Math.max(most, group), 0)),
    seen: 0,
  }));
}

function count(watch: Watch, group: number): void {
  if (group < 0) return;
  if (watch.counts[group] === 0) watch.seen += 1;
  watch.counts[group]! += 1;
}
