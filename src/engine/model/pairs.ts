import type { LineupTest } from "./lineup-test.ts";
import type { Model, Picks, Rule, RuleData } from "./model.ts";

/** The sides of a pair, as bits. */
export const [LEFT, RIGHT] = [1, 2] as const;
export const BOTH = LEFT | RIGHT;

/** Groups of entries. Some group must have picked entries on both sides; one entry may be on both. */
export interface Pairs {
  /** The number of groups. */
  readonly count: number;
  /** Per entry: its group, or -1; and its sides, as bits. */
  readonly groups: Int32Array;
  readonly sides: Uint8Array;
}

/** The test that some group has a picked entry of `left` and one of `right`; entries in the group -1 do not count. */
export function pairTest(
  { entry }: Pick<Picks, "entry">,
  groups: Int32Array,
  left: readonly number[],
  right: readonly number[],
): LineupTest {
  const sides = [new Set(left), new Set(right)];
  const members = new Map<number, [number[], number[]]>();
  for (const [pick, own] of entry.entries()) {
    const group = groups[own]!;
    if (group === -1) continue;
    const known = members.get(group) ?? [[], []];
    members.set(group, known);
    for (const [side, picks] of known.entries()) if (sides[side]!.has(own)) picks.push(pick);
  }
  const some = (picks: readonly number[]) => ({
    picks: Int32Array.from(picks),
    least: 1,
    most: Number.POSITIVE_INFINITY,
  });
  const both = [...members.values()].filter((own) => own.every((picks) => picks.length > 0));
  return { when: null, alternatives: both.map((own) => ({ counts: own.map(some), sums: [] })) };
}

/** Reads a test as a choice between pairs, each alternative a group; null if it asks for anything else. */
export function pairsOf(
  { when, alternatives }: LineupTest,
  { entries, picks }: Pick<Model, "entries" | "picks">,
): Pairs | null {
  if (when !== null || alternatives.length === 0) return null;
  const groups = new Int32Array(entries).fill(-1);
  const sides = new Uint8Array(entries);
  const ofPicks = new Uint8Array(picks.entry.length);
  for (const [group, { counts, sums }] of alternatives.entries()) {
    if (counts.length !== 2 || sums.length > 0) return null;
    for (const [at, { picks: members, least, most }] of counts.entries()) {
      if (least !== 1 || most !== Number.POSITIVE_INFINITY) return null;
      for (const pick of members) {
        const entry = picks.entry[pick]!;
        if (groups[entry] !== -1 && groups[entry] !== group) return null;
        groups[entry] = group;
        sides[entry]! |= at === 0 ? LEFT : RIGHT;
        ofPicks[pick]! |= at === 0 ? LEFT : RIGHT;
      }
    }
  }
  const isOfEntries = picks.entry.every((entry, pick) => ofPicks[pick] === sides[entry]);
  return isOfEntries ? { count: alternatives.length, groups, sides } : null;
}

/** Whether some group has picked entries on both sides. */
export function hasPair({ groups, sides }: Pairs, entries: Int32Array): boolean {
  return entries.some(
    (left) =>
      (sides[left]! & LEFT) !== 0 &&
      entries.some((right) => groups[right] === groups[left] && (sides[right]! & RIGHT) !== 0),
  );
}

/**
 * Whether the rules prevent picking two entries of a group, so that only an entry that is on both sides makes
 * a pair.
 */
export function neverTwo({ groups, sides }: Pairs, rules: readonly (Rule | RuleData)[]): boolean {
  const sided = [...sides.keys()].filter((entry) => sides[entry] !== 0);
  return rules.some((rule) => {
    if (rule.kind !== "groupMaximum" || rule.maximum > 1) return false;
    const within = new Map(sided.map((entry) => [groups[entry]!, rule.groups[entry]!]));
    return sided.every((entry) => {
      const limited = rule.groups[entry]!;
      return limited !== -1 && within.get(groups[entry]!) === limited;
    });
  });
}
