import type { LineupTest } from "./lineup-test.ts";
import type { Model, Picks, Rule, RuleData } from "./model.ts";

/** The two sides of a pair (see `Pairs`), as bits. */
export const [LEFT, RIGHT] = [1, 2] as const;
export const BOTH = LEFT | RIGHT;

/**
 * A requirement that a lineup has a pair: two players of the same group, one on each side, or one player that
 * is on both sides. An example is a quarterback and a receiver of the same team.
 */
export interface Pairs {
  /** The number of groups. */
  readonly count: number;
  /** Per player, its group; -1 for none. */
  readonly groups: Int32Array;
  /** Per player, its sides as bits (`LEFT`, `RIGHT`). */
  readonly sides: Uint8Array;
}

/**
 * The test that a lineup has a player of `left` and one of `right` from the same group. `groups` has each
 * player's group; -1 for none.
 */
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

/**
 * Converts a test to pairs (see `Pairs`). Each alternative becomes a group: it must require at least one pick
 * of one set (the left side) and one of another (the right side). Null for a test of any other form.
 */
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

/** Whether a lineup with these players has a pair. */
export function hasPair({ groups, sides }: Pairs, entries: Int32Array): boolean {
  return entries.some(
    (left) =>
      (sides[left]! & LEFT) !== 0 &&
      entries.some((right) => groups[right] === groups[left] && (sides[right]! & RIGHT) !== 0),
  );
}

/**
 * Whether the rules prevent picking two players of a group. Only a player who is on both sides can then make
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
