import type { Slate } from "../slate.ts";
import type { EntriesFile } from "./read-entries.ts";

/** The contests of an entries file with the ids of their entries; `pool` is that in the file. */
export function contestsOfEntries({
  entries: { kind, entries },
  pool,
}: {
  readonly entries: EntriesFile;
  readonly pool: Slate | null;
}) {
  const contests = new Map<string, string[]>();
  for (const { contestName, contestId, entryId } of entries) {
    const name = contestName ?? contestId ?? "a contest";
    contests.set(name, [...(contests.get(name) ?? []), entryId ?? ""]);
  }
  return {
    kind,
    count: entries.length,
    filled: entries
      .filter(({ seats }) => seats.some(({ text }) => text !== ""))
      .map(({ entryId }) => entryId ?? ""),
    /** Whether the book marks a game as started; then a swap fills empty entries too. */
    hasBegun:
      entries.some(({ seats }) => seats.some(({ locked }) => locked)) ||
      pool?.leftOut.some(({ reason }) => reason.startsWith("game-")) === true,
    contests: [...contests].map(([name, ids]) => ({ name, ids })),
  };
}
