import type { Catalog } from "../contests/catalog/catalog.ts";
import type { ContestTable } from "../contests/constraints/readers/contest-table.ts";
import { isRowOf, slotsNamed } from "../contests/problem/file-seats.ts";
import type { AvoidedLineup } from "../portfolio/avoided.ts";
import { bookNamed } from "../shared/books.ts";
import { InvalidFileError } from "../shared/errors.ts";
import { nameKey } from "../shared/names.ts";
import { isCaptains, seatCount, uploadRow } from "../shared/roster.ts";
import { seatsOf } from "../shared/schema/lineups.ts";
import { headerKey, LONGEST_NAMING_CELL, repeatedHeader } from "./columns.ts";
import { beginsLikeJson, type CsvRecord, FileFaults, parseCsv } from "./csv.ts";
import { faultOfEntryId, isComment, readSeatText, withoutLock } from "./entries/read-entries.ts";
import { readLineupDocument } from "./lineup-document.ts";
import { type Listing, listingsOf, type Slate } from "./slate.ts";

export interface LineupsContext {
  readonly file: string;
  readonly contest: ContestTable;
  readonly slate: Slate;
}

/** `entryId` is null in an upload file; `text` is a cell without its lock. */
export type UploadedLineup = ReturnType<typeof readUploadedLineups>[number];

/**
 * Reads the lineups of a book's upload file or entries file, with ids, names or both. Skips comments and
 * empty rows, such as reserved entries. @throws InvalidFileError for a file without the slots or without
 * lineups.
 */
export function readUploadedLineups(input: string | Uint8Array, { file, contest, slate }: LineupsContext) {
  const records = parseCsv(input, file);
  const columns = uploadRow(contest);
  const header = headerOf(records, contest);
  if (header === null)
    throw new InvalidFileError(
      file,
      null,
      `has no row with the contest's slots ${columns.join(",")}. Give an upload or entries file of this contest.`,
    );
  const readCell = cellReader(slate);
  const ids = records[header.row]!.cells.findIndex((cell) => headerKey(cell) === "entryid");
  const isEntries = ids !== -1;
  const faults = new FileFaults(file);
  const lineups = records.slice(header.row + 1).flatMap(({ line, cells }) => {
    const texts = header.seats.map(({ at }) => cells[at] ?? "");
    if (texts.every((text) => text === "") || isComment(cells[0] ?? "")) return [];
    const entryId = isEntries ? (cells[ids] ?? "") : null;
    const fault = faultOfEntryId(entryId || "0");
    if (fault !== null) faults.add(line, fault);
    const read = header.seats.map(({ slot }, index) => {
      const { text, locked } = withoutLock(texts[index]!);
      return { slot: slot.name, text, locked, ...readCell(text, isCaptains(slot)) };
    });
    return [{ line, entryId, seats: read }];
  });
  faults.throwIfAny();
  if (lineups.length === 0)
    throw new InvalidFileError(
      file,
      records[header.row]!.line,
      `has the contest's slots, but no lineup below.${
        isEntries ? ` Fill its entries first: dfs-lineups build ${file} -o upload.csv.` : ""
      }`,
    );
  return lineups;
}

/** The first row that names each slot as often as it has seats. */
function headerOf(records: readonly CsvRecord[], contest: ContestTable) {
  const count = seatCount(contest.slots);
  for (const [row, { cells: said }] of records.entries()) {
    if (said.length < count) continue;
    const cells = said.map((cell) => repeatedHeader(cell, said));
    const named = [...cells.keys()].filter((at) => slotsNamed(contest, cells[at]!).length > 0);
    // Other columns, such as scores, may have the name of a slot too.
    const seats = [named, ...named.map((_, from) => named.slice(from, from + count))].find((columns) =>
      isRowOf(
        contest,
        columns.map((at) => cells[at]!),
      ),
    );
    if (seats === undefined) continue;
    return {
      row,
      seats: seats.map((at) => ({ at, slot: contest.slots[slotsNamed(contest, cells[at]!)[0]!]! })),
    };
  }
  return null;
}

/** `isOtherId`: the cell has the captain id outside the captain slot, or the plain id in it. */
function cellReader(slate: Slate) {
  const { captains } = bookNamed(slate.book).salaryFile;
  const listed = listingsOf(slate);
  const hasCaptainIds = captains.ownRows && listed.some(({ captainBookId }) => captainBookId !== null);
  const found = (listing: Listing | null, fault: string | null = null, isOtherId = false) => ({
    ...{ listing, fault, isOtherId },
  });
  const noPlayer = (fault: string) => found(null, fault);
  return (text: string, isCaptain: boolean) => {
    if (text === "") return noPlayer("the seat is empty");
    if (text.length > LONGEST_NAMING_CELL) return noPlayer(`"${text.slice(0, 80)}…" is not in the slate`);
    const { bookId: id } = readSeatText(text);
    const byId =
      id !== null && listed.find(({ bookId, captainBookId }) => id === bookId || id === captainBookId);
    if (byId) {
      const wanted = isCaptain && hasCaptainIds ? byId.captainBookId : byId.bookId;
      return found(byId, null, id !== wanted);
    }
    const key = nameKey(text);
    const [named, ...others] = listed.filter(({ name }) => nameKey(name) === key);
    if (named === undefined) return noPlayer(`"${text}" is not in the slate`);
    if (others.length > 0)
      return noPlayer(`"${text}" is the name of ${others.length + 1} players: use an id`);
    return found(named);
  };
}

/**
 * Reads a FantasyLineup document or, with a salary file, a book's own file. Leaves out players who are not in
 * the pool. @throws InvalidFileError
 */
export function readLineupsFile(
  bytes: Uint8Array,
  { file, slate, catalog }: { file: string; slate?: Slate | undefined; catalog: Catalog },
): AvoidedLineup[] {
  if (beginsLikeJson(bytes)) return readLineupDocument(bytes, file).data.map(seatsOf);
  if (slate === undefined)
    throw new InvalidFileError(
      file,
      null,
      "is not JSON. Give a FantasyLineup document: a book's own file can be read only with a salary file.",
    );
  const contest = catalog.contest(slate.sport, slate.book, slate.contest);
  return readUploadedLineups(bytes, { file, contest, slate }).map(({ seats }) =>
    seats.flatMap(({ slot, listing }) => (listing === null ? [] : [{ uuid: listing.uuid, slot }])),
  );
}
