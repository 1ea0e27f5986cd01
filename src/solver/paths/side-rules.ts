import type { Counter, GroupRule, Instance } from "./instance.ts";
import { flagsOf } from "./instance.ts";

/**
 * A counter that a refused lineup suggests: every legal lineup keeps it, the refused one does not. `key` tells cuts
 * apart.
 */
export interface Cut {
  readonly key: string;
  readonly rule: GroupRule;
  /** How many groups the refused lineup lacked; 0 where the rule is of another kind. */
  readonly missing: number;
  counter(): Counter;
}

/** What the automaton does not know of: checked on each lineup as it comes out. */
export interface SideRules {
  /** False when some rule can be met by nobody in the pool. */
  readonly possible: boolean;
  /** True where every lineup passes. */
  readonly idle: boolean;
  /** Null for a legal lineup (entries of all its picks), else the cut that would have kept it away. */
  judge(entries: Int32Array): Cut | null;
}

export function sideRules(instance: Instance): SideRules {
  const seats = instance.fixed.length + instance.seats.reduce((sum, count) => sum + count, 0);
  const judges = instance.groupRules
    .filter((rule) => rule.kind === "groupsMinimum" || rule.maximum < seats)
    .map((rule, index) => groupJudge(rule, index));
  return {
    possible: instance.groupRules.every((rule) => canBeMet(instance, rule)),
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

function canBeMet(instance: Instance, rule: GroupRule): boolean {
  if (rule.kind === "groupMaximum") return true;
  const groups = new Set<number>();
  for (const pick of instance.fixed) groups.add(rule.groups[instance.model.picks.entry[pick]!]!);
  for (let candidate = 0; candidate < instance.size; candidate += 1)
    groups.add(rule.groups[instance.entry[candidate]!]!);
  groups.delete(-1);
  return groups.size >= rule.minimum;
}

function groupJudge(rule: GroupRule, index: number): (entries: Int32Array) => Cut | null {
  const { groups } = rule;
  const counts = new Int32Array(1 + groups.reduce((most, group) => Math.max(most, group), 0));
  const entriesOf = (wanted: (group: number) => boolean) =>
    flagsOf(
      [...groups.keys()].filter((entry) => groups[entry] !== -1 && wanted(groups[entry]!)),
      groups.length,
    );
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
    if (rule.kind === "groupMaximum") {
      if (full === -1) return null;
      return {
        key: `${index}:${full}`,
        rule,
        missing: 0,
        counter: () => ({
          kind: "atMost",
          member: entriesOf((group) => group === full),
          limit: rule.maximum,
        }),
      };
    }
    if (seen === null) return null;
    return {
      key: `${index}:${seen.join()}`,
      rule,
      missing: rule.minimum - seen.length,
      counter: () => ({
        kind: "atLeast",
        member: entriesOf((group) => !seen.includes(group)),
        limit: rule.minimum - seen.length,
      }),
    };
  };
}
