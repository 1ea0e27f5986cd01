import { groupBy } from "../../shared/collections.ts";
import type { Slate } from "../slate.ts";
import type { EntriesFile } from "./read-entries.ts";

/** The contests of an entries file with their fees and the ids of their entries; `pool` is that in the file. */
export function contestsOfEntries({
  entries: { kind, entries },
  pool,
}: {
  readonly entries: EntriesFile;
  readonly pool: Slate | null;
}) {
  const contests = groupBy(entries, (one) => one.contestName ?? one.contestId ?? "a contest");
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
    contests: [...contests].map(([name, of]) => ({
      ...{ name, ids: of.map(({ entryId }) => entryId ?? "") },
      fee: of[0]!.entryFee,
    })),
  };
}
