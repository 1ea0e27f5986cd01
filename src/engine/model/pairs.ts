import type { LineupTest } from "./lineup-test.ts";
import type { Picks } from "./model.ts";

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
