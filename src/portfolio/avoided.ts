import type { Problem } from "../contests/problem/problem.ts";
import type { Model } from "../engine/model/model.ts";
import { groupBy } from "../shared/collections.ts";

/** A lineup of an earlier contest entry or answer: each player's GUID, and the name of the player's slot. */
export type AvoidedLineup = readonly { readonly uuid: string; readonly slot: string }[];

/** Such lineups as ascending picks of the model, without players who are not in the pool. */
export function avoidedPicks(
  lineups: readonly AvoidedLineup[],
  { entries, contest }: Problem,
  { picks, slots }: Model,
): Int32Array[] {
  if (lineups.length === 0) return [];
  const entryOf = new Map(entries.map(({ uuid }, entry) => [uuid, entry]));
  const byEntry = groupBy(picks.entry.keys(), (pick) => picks.entry[pick]!);
  return lineups.map((lineup) => {
    const found = lineup.flatMap(({ uuid, slot }) => {
      const own = byEntry.get(entryOf.get(uuid) ?? -1) ?? [];
      const role = slots[contest.slots.findIndex(({ name }) => name === slot)]?.role;
      return own.find((pick) => picks.role[pick] === role) ?? own[0] ?? [];
    });
    return Int32Array.from(found.sort((a, b) => a - b));
  });
}
