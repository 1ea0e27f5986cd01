import { Matching } from "../../../shared/matching.ts";
import { type Counter, flagsOf, type GroupRule, type Instance } from "./instance.ts";

/** A counter that follows from a group rule, and that a refused lineup breaks. Equal cuts have equal keys. */
export interface DerivedCount {
  readonly key: string;
  readonly rule: GroupRule;
  counter(): Counter;
}

/** The group rules of an instance. The automaton does not include them, so each lineup found is checked. */
export interface SideRules {
  /** Whether lineups need no checks, because none can break any of the rules. */
  readonly idle: boolean;
  /**
   * Checks a lineup, given the players of all its picks. Returns null if it keeps the rules, else a cut that
   * it breaks.
   */
  judge(entries: Int32Array): DerivedCount | null;
}

export function sideRules(instance: Instance): SideRules {
  const seats = instance.fixed.length + instance.seats.reduce((sum, count) => sum + count, 0);
  const judges = instance.groupRules
    .filter((rule) => rule.kind === "groupsMinimum" || rule.maximum < seats)
    .map((rule, index) => groupJudge(rule, index));
  return {
    idle: judges.length === 0,
    judge(entries) {
      for (const judge of judges) {
        const cut = judge(entries);
        if (cut !== null) return cut;
      }
      return null;
    },
  };
}

/**
 * Whether some choice of candidates keeps each group rule, one rule at a time and regardless of salaries and
 * other rules. If not, no lineup is legal.
 */
export function canKeepGroupRules(instance: Instance): boolean {
  return instance.groupRules.every((rule) => canBeKept(instance, rule));
}

function canBeKept(instance: Instance, rule: GroupRule): boolean {
  const { fixed, model, seats, openSeats, size, entry, roles, slots } = instance;
  const counts = new Map<number, number>();
  for (const pick of fixed) {
    const group = rule.groups[model.picks.entry[pick]!]!;
    counts.set(group, 1 + (counts.get(group) ?? 0));
  }
  /** Per group, the slots that its candidates may fill, as bits. */
  const takes = new Map<number, number>();
  for (let candidate = 0; candidate < size; candidate += 1) {
    const group = rule.groups[entry[candidate]!]!;
    let taken = takes.get(group) ?? 0;
    for (let option = candidate * roles; option < (candidate + 1) * roles; option += 1)
      taken |= slots[option]!;
    takes.set(group, taken);
  }
  // Group -1 has the players that belong to no group.
  const matching = new Matching(seats);
  for (const [group, accepts] of takes) {
    const before = counts.get(group) ?? 0;
    let most = openSeats;
    if (rule.kind === "groupsMinimum") most = group === -1 || before > 0 ? 0 : 1;
    else if (group !== -1) most = rule.maximum - before;
    for (let seat = 0; seat < most && matching.add(accepts); seat += 1);
  }
  if (rule.kind === "groupMaximum") return matching.size === openSeats;
  counts.delete(-1);
  return counts.size + matching.size >= rule.minimum;
}

function groupJudge(rule: GroupRule, index: number): (entries: Int32Array) => DerivedCount | null {
  const { groups } = rule;
  const counts = new Int32Array(1 + groups.reduce((most, group) => Math.max(most, group), 0));
  const cutOf = (
    names: readonly number[],
    { isMember, ...own }: Pick<Counter, "kind" | "limit"> & { readonly isMember: (group: number) => boolean },
  ): DerivedCount => ({
    key: `${index}:${names.join()}`,
    rule,
    counter() {
      const members = [...groups.keys()].filter((entry) => groups[entry] !== -1 && isMember(groups[entry]!));
      return { ...own, member: flagsOf(members, groups.length) };
    },
  });
  return (entries) => {
    let distinct = 0;
    let full = -1;
    for (let at = 0; at < entries.length; at += 1) {
      const group = groups[entries[at]!]!;
      if (group === -1) continue;
      counts[group]! += 1;
      if (counts[group] === 1) distinct += 1;
      if (rule.kind === "groupMaximum" && counts[group]! > rule.maximum) full = group;
    }
    const seen =
      rule.kind === "groupsMinimum" && distinct < rule.minimum
        ? [...counts.keys()].filter((group) => counts[group]! > 0)
        : null;
    for (let at = 0; at < entries.length; at += 1) {
      const group = groups[entries[at]!]!;
      if (group !== -1) counts[group] = 0;
    }
    if (rule.kind === "groupMaximum")
      return full === -1
        ? null
        : cutOf([full], { kind: "atMost", limit: rule.maximum, isMember: (group) => group === full });
    if (seen === null) return null;
    const limit = rule.minimum - seen.length;
    return cutOf(seen, { kind: "atLeast", limit, isMember: (group) => !seen.includes(group) });
  };
}

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
