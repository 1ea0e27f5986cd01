import type { ContestTable } from "../contests/catalog/contest-table.ts";
import { seatCount } from "../engine/roster.ts";
import { nameKey } from "../shared/names.ts";
import { parseCsv } from "./csv.ts";
import { headerKey } from "./header.ts";
import type { Slate } from "./slate.ts";

/** The lineups of a contest's standings. */
export interface Standings {
  /** The players by GUID, with their slot names in the contest's table. */
  readonly lineups: readonly (readonly { readonly uuid: string; readonly slot: string }[])[];
  /** The number of entries with an unknown player or an empty seat. */
  readonly unread: number;
}

/** The file name, contest and slate of standings. */
export interface StandingsOptions {
  readonly file: string;
  readonly contest: Pick<ContestTable, "slots">;
  readonly slate: Pick<Slate, "entries" | "leftOut">;
}

/**
 * Reads a contest's standings as books publish them after the start: a column `Lineup` with each entry's
 * slots and names, such as `CPT Some Body FLEX Another One`. Returns null for a file without this column.
 * @throws InvalidFileError for a file that is not a table.
 */
export function readStandings(
  input: string | Uint8Array,
  { file, contest, slate }: StandingsOptions,
): Standings | null {
  const [header, ...records] = parseCsv(input, file);
  const keys = header.cells.map(headerKey);
  const column = keys.indexOf("lineup");
  if (column === -1 || !keys.includes("entryid")) return null;
  const people = new Map<string, string | null>();
  for (const { name, uuid } of [...slate.entries, ...slate.leftOut.map(({ listing }) => listing)])
    people.set(nameKey(name), people.has(nameKey(name)) && people.get(nameKey(name)) !== uuid ? null : uuid);
  const slotOf = new Map(
    contest.slots.flatMap(({ name, uploadColumn }) => [
      [name, name],
      [uploadColumn, name],
    ]),
  );
  const seats = seatCount(contest.slots);
  const texts = records.map(({ cells }) => cells[column] ?? "").filter((text) => text !== "");
  const lineups = texts.flatMap((text) => {
    const lineup = seatsIn(text, slotOf).flatMap(({ slot, name }) => {
      const uuid = people.get(nameKey(name));
      return uuid ? [{ uuid, slot }] : [];
    });
    return lineup.length === seats ? [lineup] : [];
  });
  return { lineups, unread: texts.length - lineups.length };
}

/** Splits a lineup text at its slots, which books write in capitals, unlike names. */
function seatsIn(text: string, slotOf: ReadonlyMap<string, string>): { slot: string; name: string }[] {
  const seats: { slot: string; name: string }[] = [];
  for (const word of text.split(/\s+/)) {
    const slot = slotOf.get(word);
    const last = seats.at(-1);
    if (slot !== undefined && last?.name !== "") seats.push({ slot, name: "" });
    else if (last !== undefined) last.name = last.name === "" ? word : `${last.name} ${word}`;
  }
  return seats;
}
