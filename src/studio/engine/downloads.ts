import {
  contestSets,
  fillEntries,
  InvalidFileError,
  type SeatedLineup,
  seatLineups,
  uploadFiles,
} from "dfs-lineups/browser";
import type { Download } from "./messages.ts";
import { chosenEntries, type Session } from "./session.ts";

function bySlot({ facts, slate }: Session, entries: Int32Array, lineup: number) {
  const width = facts.seats.length;
  const slots: Record<string, (typeof slate.entries)[number][]> = {};
  for (const [seat, slot] of facts.seats.entries())
    slots[slot] = [...(slots[slot] ?? []), slate.entries[entries[lineup * width + seat]!]!];
  return slots;
}

export function uploads(session: Session, entries: Int32Array): readonly string[] {
  const lineups = Array.from({ length: entries.length / session.facts.seats.length }, (_, lineup) => ({
    slots: Object.entries(bySlot(session, entries, lineup)).map(([slot, players]) => ({ slot, players })),
  }));
  return uploadFiles(session.contest, lineups);
}

/** Entries whose ids are in `skipped` are unchanged. @throws InvalidFileError */
export function filled(session: Session, lineups: Int32Array, skipped: readonly string[]): Download {
  const { entries: given } = fillable(session, skipped);
  const all = seatedAll(
    session,
    Array.from({ length: lineups.length / session.facts.seats.length }, (_, at) =>
      bySlot(session, lineups, at),
    ),
  );
  if (given.kind === "template") return written(session, all);
  const { places, entries } = chosenEntries(session, { skipped });
  const dealt = contestSets(entries, { portfolio: {}, count: all.length }).entries;
  return written(
    session,
    dealt.map(({ lineup }) => all[lineup] ?? null),
    places,
  );
}

/** Returns the entries file. @throws InvalidFileError if an entry that is not skipped has a locked player */
export function fillable(session: Session, skipped: readonly string[] = []) {
  const { file } = session.entries!;
  const locked = chosenEntries(session, { skipped }).entries.find(({ seats }) =>
    seats.some((seat) => seat.locked),
  );
  if (locked) {
    const reason =
      "has a locked player, whom a new lineup would drop. Use Late swap, which keeps locked players and fills empty entries.";
    throw new InvalidFileError(file, locked.line, reason);
  }
  return session.entries!;
}

export const seatedAll = (
  { entries: given, contest, slate }: Session,
  lineups: Parameters<typeof seatLineups>[0],
): SeatedLineup[] => seatLineups(lineups, { ...given!, contest, slate });

/** A lineup for each entry of `places`; null leaves an entry unchanged. Without `places`, they are new rows. */
export function written(
  { entries: given, slate }: Session,
  lineups: readonly (SeatedLineup | null)[],
  places: readonly number[] = [...lineups.keys()],
): Download {
  const { file, bytes, entries } = given!;
  const rows: (SeatedLineup | null)[] = entries.entries.map(() => null);
  for (const [at, place] of places.entries()) rows[place] = lineups[at]!;
  const [text] = fillEntries(bytes, { file, book: slate.book, lineups: rows });
  return { name: file, bytes: text as Uint8Array<ArrayBuffer> };
}
