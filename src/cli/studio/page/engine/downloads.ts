/** Files for the book: uploads, and filled entries. */
import {
  contestSets,
  fillEntries,
  InvalidFileError,
  seatLineup,
  seatSlots,
  uploadFiles,
} from "dfs-lineups/browser";
import type { Download } from "./messages.ts";
import type { Session } from "./session.ts";

/** A lineup's players by slot, in the order of its seats. */
function bySlot({ facts, slate }: Session, entries: Int32Array, lineup: number) {
  const width = facts.seats.length;
  const slots: Record<string, (typeof slate.entries)[number][]> = {};
  for (const [seat, slot] of facts.seats.entries())
    slots[slot] = [...(slots[slot] ?? []), slate.entries[entries[lineup * width + seat]!]!];
  return slots;
}

/** The book's upload files; several if there are more lineups than one may have. */
export function uploads(session: Session, entries: Int32Array): readonly string[] {
  const lineups = Array.from({ length: entries.length / session.facts.seats.length }, (_, lineup) => ({
    slots: Object.entries(bySlot(session, entries, lineup)).map(([slot, players]) => ({ slot, players })),
  }));
  return uploadFiles(session.contest, lineups);
}

/** The entries file with these lineups in its entries. @throws InvalidFileError */
export function filled(session: Session, entries: Int32Array): Download {
  const { file, bytes, entries: given } = session.entries!;
  const locked = given.entries.find(({ seats }) => seats.some((seat) => seat.locked));
  if (locked)
    throw new InvalidFileError(
      file,
      locked.line,
      "has a locked player: its games have started. Swap these entries instead.",
    );
  const seats = seatSlots(given.slots, session.contest, file);
  const listings = new Map(session.slate.entries.map((entry) => [entry.uuid, entry]));
  const lineups = Array.from({ length: entries.length / session.facts.seats.length }, (_, lineup) =>
    seatLineup(bySlot(session, entries, lineup), seats, session.contest, listings),
  );
  const placed =
    given.kind === "template"
      ? lineups
      : contestSets(given.entries, { portfolio: {}, count: lineups.length }).entries.map(
          ({ lineup }) => lineups[lineup] ?? null,
        );
  const [written] = fillEntries(bytes, { file, book: session.slate.book, lineups: placed });
  return { name: file, bytes: written as Uint8Array<ArrayBuffer> };
}
