import type { GroupRule, Instance } from "./instance.ts";

/**
 * A group rule as it is read group by group. All that has to be known of the groups read is `seen`, how many of them
 * count so far (no more than are asked for), and of the group being read `inside`, how many of it are picked (no more
 * than matter).
 */
export interface Grouping {
  /** How many groups are asked for; 0 where the rule is none of that kind. */
  readonly minimum: number;
  /** The most `inside` can be, and whether one more is refused. */
  readonly mostInside: number;
  readonly refusesMore: boolean;
  /** What fixed picks have seen. */
  readonly seenFirst: number;
  /** The group of a candidate; -1 where picking it changes nothing. */
  groupOf(candidate: number): number;
  /** How many of a group are picked before it is read. */
  insideFirst(group: number): number;
}

export function groupingOf(instance: Instance, rule: GroupRule): Grouping {
  const { entry, fixed, model } = instance;
  const fixedIn = new Map<number, number>();
  for (const pick of fixed) {
    const group = rule.groups[model.picks.entry[pick]!]!;
    if (group !== -1) fixedIn.set(group, 1 + (fixedIn.get(group) ?? 0));
  }
  const groupOf = (candidate: number) => rule.groups[entry[candidate]!]!;
  if (rule.kind === "groupMaximum") {
    const { maximum: mostInside } = rule;
    const insideFirst = (group: number) => Math.min(mostInside, fixedIn.get(group) ?? 0);
    return { minimum: 0, mostInside, refusesMore: true, seenFirst: 0, groupOf, insideFirst };
  }
  const { minimum } = rule;
  const seenFirst = Math.min(minimum, fixedIn.size);
  const seenAlready = (candidate: number) => fixedIn.has(groupOf(candidate));
  return {
    minimum,
    mostInside: 1,
    refusesMore: false,
    seenFirst,
    groupOf: (candidate) => (seenAlready(candidate) ? -1 : groupOf(candidate)),
    insideFirst: () => 0,
  };
}
