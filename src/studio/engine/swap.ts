import { InvalidFileError, type Optimizer, swapEntries } from "dfs-lineups/browser";
import { written } from "./downloads.ts";
import type { Edit, GivenFile, Running, Steps } from "./messages.ts";
import { projected } from "./projections.ts";
import { chosenEntries, pointsOf, type Session } from "./session.ts";

export type Swapped = Awaited<ReturnType<typeof swap>>;

/** Games that start at `now`, an ISO time with its offset, or earlier have started. */
export async function swap(
  optimizer: Optimizer,
  session: Session,
  { edit, now, news }: { readonly edit: Edit; readonly now: string; readonly news: GivenFile | null },
  { signal, progress }: Running<Steps>,
) {
  const begun = performance.now();
  const { file, entries, pool } = session.entries!;
  if (entries.kind !== "entries")
    throw new InvalidFileError(file, null, "is a template without entries. Drop the book's entries file.");
  const { attributes, aliases } = session;
  const slate =
    pool === null || attributes.length === 0
      ? (pool ?? session.slate)
      : (await import("./attributes.ts")).attributed(pool, attributes, aliases).slate;
  const read = news === null ? session.projections : await projected(slate, news, aliases, optimizer.catalog);
  if (news !== null && read?.report.matched === 0) {
    const reason = "matches no player of the entries. Give the projections of this slate.";
    throw new InvalidFileError(news.name, null, reason);
  }
  const points = pointsOf({ slate: session.slate, projections: read }, edit);
  const isOwn = read !== null || edit.points.length > 0;
  const unwanted = new Map(
    edit.bans.map((player) => [session.slate.entries[player]!.uuid, "excluded" as const]),
  );
  const { lineups: _, lock: __, exclude: ___, ...rules } = edit.portfolio ?? {};
  const { places, entries: chosen } = chosenEntries(session, edit);
  const swapped = await swapEntries(
    optimizer,
    {
      ...{ file, entries: { ...entries, entries: chosen }, slate, now, unwanted },
      ...(isOwn && { points, rows: read?.rows }),
      ...(edit.cap !== null && { cap: edit.cap }),
      ...(Object.keys(rules).length > 0 && { portfolio: rules }),
    },
    { signal, onInterrupt: "keep", onProgress: (done) => progress({ done, of: chosen.length }) },
  );
  const lineups = swapped.entries.map(({ lineup }) => lineup);
  return {
    entries: swapped.entries.map(({ entry, verdict, before, after, seats, gone }) => ({
      ...{ verdict, before, after, seats, gone },
      id: entry.entryId ?? "",
      contest: entry.contestName ?? entry.contestId ?? "",
    })),
    ...{ notes: swapped.notes, stoppedBy: swapped.stoppedBy },
    download: written(session, lineups, places),
    milliseconds: performance.now() - begun,
  };
}
