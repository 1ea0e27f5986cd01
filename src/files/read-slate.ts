import { type Book as BookRecord, bookNamed } from "../shared/books/index.ts";
import { InvalidFileError } from "../shared/errors.ts";
import { hasCaptainSlot, type JoinedRow, joinCaptains } from "./captains.ts";
import { type CsvRecord, FileFaults, parseCsv } from "./csv.ts";
import { findLayout } from "./entries/layout.ts";
import { type PoolRow, readPoolRows } from "./pool-rows.ts";
import type { Book, LeftOut, Listing, Slate, SlateEntry } from "./slate.ts";
import { describeLeftOut, playerUuid, teamUuid } from "./slate.ts";
import { canonicalTeam, isDefense, positionParts, SPORT_NAMES, sportsOf, strangersTo } from "./sports.ts";
import { unsupportedSportOf } from "./unsupported-sports.ts";

/** What the caller says the file is; needed only where the file itself does not tell. */
interface SlateKind {
  readonly sport?: string | undefined;
  readonly book?: Book | undefined;
  readonly contest?: string | undefined;
}

const CLASSIC = "classic";
const SHOWDOWN = "showdown";

/** The sport, by the pool's positions. @throws InvalidFileError where they do not tell, or contradict `asked`. */
export function sportOf(rows: readonly PoolRow[], asked: string | undefined, file: string): string {
  const positions = new Set(rows.flatMap((row) => positionParts(row.position)));
  const listed = [...positions].join(", ");
  const fitting = sportsOf(positions);
  if (asked === undefined) {
    if (fitting.length === 1) return fitting[0]!;
    const unsupported = fitting.length === 0 ? unsupportedSportOf(positions) : null;
    if (unsupported !== null)
      throw new InvalidFileError(
        file,
        null,
        `${unsupported} is not supported, and that is what the positions ${listed} are of. Give a file of ${SPORT_NAMES.join(", ")}, or name the sport and bring a contest file of your own.`,
      );
    const why = fitting.length === 0 ? "are of no known sport" : `are of ${fitting.join(" and of ")}`;
    throw new InvalidFileError(file, null, `the positions ${listed} ${why}. Say which sport it is.`);
  }
  const strangers = strangersTo(asked, positions);
  if (strangers.length > 0) {
    const found = fitting.length > 0 ? fitting.join(" or ") : `of no known sport`;
    throw contradiction(file, "sport", asked, `${found} by its positions ${listed}`);
  }
  return asked;
}

/** The book, which the columns tell. @throws InvalidFileError where `asked` is another. */
export function agreedBook(found: Book, asked: Book | undefined, file: string): Book {
  if (asked !== undefined && asked !== found)
    throw contradiction(file, "book", asked, `${found} by its columns`);
  return found;
}

/**
 * The contest: showdown where the pool has captains, else classic. Any other name that is asked for stands, since
 * users bring contests of their own. @throws InvalidFileError where `asked` is the other of the two.
 */
export function contestOf(rows: readonly PoolRow[], asked: string | undefined, file: string): string {
  const found = rows.some(hasCaptainSlot) ? SHOWDOWN : CLASSIC;
  if ((asked === CLASSIC || asked === SHOWDOWN) && asked !== found) {
    const sign = found === SHOWDOWN ? "it has captain rows" : "it has no captain rows";
    throw contradiction(file, "contest", asked, `${found}: ${sign}`);
  }
  return asked ?? found;
}

function contradiction(file: string, what: string, asked: string, found: string): InvalidFileError {
  return new InvalidFileError(
    file,
    null,
    `${asked} was given as the ${what}, but the file is ${found}. Leave the ${what} out, or give another file.`,
  );
}

/**
 * `file` is what errors call the text. `injured` keeps the players whom the book marks as out; `leaveOut` are more
 * marks of those who shall be left out, such as `D` (doubtful). `begun` takes a file of contests that have begun, whose
 * entries have locked players and in which nobody may be left to draft.
 */
export interface ReadSlateOptions extends SlateKind {
  readonly file: string;
  readonly injured?: boolean | undefined;
  readonly leaveOut?: readonly string[] | undefined;
  readonly begun?: boolean | undefined;
}

/**
 * Reads a book's salary file: DraftKings salaries (old and new, classic and showdown), upload template or
 * entries file, FanDuel players list, upload template or entries file. Sport, book and contest are read from the
 * file; `options` decide where it does not tell. Who cannot be drafted (marked out, game started, over or off) is
 * left out and listed. Takes text, or a file's bytes.
 * @throws InvalidFileError naming file, line, reason and remedy.
 */
export function readSlateFile(input: string | Uint8Array, options: ReadSlateOptions): Slate {
  const { file } = options;
  const records = parseCsv(input, file);
  if (!options.begun) refuseLockedEntries(records, file);
  const { book: found, rows } = readPoolRows(records, file);
  const book = agreedBook(found, options.book, file);
  const sport = sportOf(rows, options.sport, file);
  const contest = contestOf(rows, options.contest, file);
  refuseSameIds(rows, file);

  const record = bookNamed(book);
  const hasCaptainRows =
    record.salaryFile.captains.ownRows && contestOf(rows, undefined, file) === "showdown";
  const joined = hasCaptainRows
    ? joinCaptains(rows, record, file)
    : rows.map((plain): JoinedRow => ({ plain, captain: null }));
  const listed = joined.map((row) => ({ row: row.plain, listing: listingOf(row, record, sport) }));
  refuseSameListings(listed, file);

  const out = new Set([
    ...(options.injured ? [] : record.salaryFile.out),
    ...(options.leaveOut ?? []).map((mark) => mark.toUpperCase()),
  ]);
  const faults = new FileFaults(file);
  const entries: SlateEntry[] = [];
  const leftOut: LeftOut[] = [];
  for (const { row, listing } of listed) {
    const { game } = row;
    if (game.kind === "closed") leftOut.push({ listing, reason: game.reason, detail: row.gameText });
    else if (listing.status !== null && out.has(listing.status.toUpperCase()))
      leftOut.push({ listing, reason: "injured", detail: listing.status });
    else {
      const opponent = opponentOf(row, game, sport, faults);
      entries.push({ ...listing, opponent, game: `${game.away}@${game.home}`, startsAt: game.startsAt });
    }
  }
  faults.throwIfAny();
  if (entries.length === 0 && !options.begun)
    throw new InvalidFileError(file, null, `nobody is left to draft: ${describeLeftOut(leftOut)}.`);
  return { book, sport, contest, slotRow: slotRowOf(records), entries, leftOut };
}

function listingOf({ plain, captain }: JoinedRow, record: BookRecord, sport: string): Listing {
  const book = record.name;
  const { id, rosterPosition: _, captainSalary, game: _game, gameText: _text, ...same } = plain;
  const { name, position, team } = same;
  const kind = isDefense(sport, position) ? "team" : "player";
  return {
    uuid:
      kind === "team"
        ? teamUuid(book, sport, team)
        : playerUuid(book, id ?? [sport, name, team, position].join("/")),
    kind,
    bookId: id,
    captainBookId: captain?.id ?? null,
    ...same,
    slots: record.salaryFile.rosterPositionSeats ? slotsOf([plain, ...(captain ? [captain] : [])]) : null,
    captainSalary: captain?.salary ?? captainSalary,
  };
}

/** The slots of a person's rows; null where the file does not tell. */
function slotsOf(rows: readonly PoolRow[]): readonly string[] | null {
  const slots = rows.flatMap(({ rosterPosition }) => positionParts(rosterPosition ?? ""));
  return slots.length === 0 ? null : [...new Set(slots)];
}

/** Empty for a team that does not play in the game, which is a fault. */
function opponentOf(
  { line, name, team, gameText }: PoolRow,
  { away, home }: { readonly away: string; readonly home: string },
  sport: string,
  faults: FileFaults,
): string {
  const own = canonicalTeam(sport, team);
  if (own === canonicalTeam(sport, home)) return away;
  if (own === canonicalTeam(sport, away)) return home;
  faults.add(line, `${name}'s team "${team}" does not play in "${gameText}". Mend the team or the game.`);
  return "";
}

/**
 * The slots of a lineup as an upload template or entries file has them in its header, a name for each seat; null for a
 * file without such a row.
 */
export function slotRowOf(records: readonly CsvRecord[]): readonly string[] | null {
  return findLayout(records)?.layout.seats.map(({ slot }) => slot) ?? null;
}

/** What books write behind a player whose game has begun, in an entry that holds him. */
const LOCKED = /\(LOCKED\)$/i;

/**
 * An entries file whose contests have begun is no fresh slate: lineups made anew would drop the players who are
 * locked into the entries.
 * @throws InvalidFileError at the first entry with a locked player.
 */
function refuseLockedEntries(records: readonly CsvRecord[], file: string): void {
  const locked = entriesOf(records).flatMap(({ line, cells }) => {
    const player = cells.find((cell) => LOCKED.test(cell));
    return player === undefined ? [] : [{ line, player }];
  });
  const [first] = locked;
  if (first === undefined) return;
  throw new InvalidFileError(
    file,
    first.line,
    `"${first.player}": games of these contests have begun; entries with locked players: ${locked.length}. ` +
      "Use `dfs-lineups swap` (`swapEntries`), which keeps them, or a file of contests that have not begun.",
  );
}

/** The rows of entries, without the pool that may stand to their right; none in a file that has no entries. */
function entriesOf(records: readonly CsvRecord[]): readonly CsvRecord[] {
  const found = findLayout(records);
  if (found?.layout.kind !== "entries") return [];
  const { columns, width } = found.layout;
  return records
    .slice(found.row + 1)
    .filter(({ cells }) => (cells[columns.entryId!] ?? "") !== "")
    .map(({ line, cells }) => ({ line, cells: cells.slice(0, width) }));
}

/** @throws InvalidFileError where two rows have one id of the book. */
export function refuseSameIds(rows: readonly PoolRow[], file: string): void {
  const seen = new Map<string, PoolRow>();
  for (const row of rows) {
    if (row.id === null) continue;
    const first = seen.get(row.id);
    if (first)
      throw new InvalidFileError(
        file,
        row.line,
        `the id ${row.id} (${row.name}) stands on line ${first.line} already (${first.name}). Keep one of the rows.`,
      );
    seen.set(row.id, row);
  }
}

/** @throws InvalidFileError where two rows are one person or one team's defense, as far as the file can tell. */
export function refuseSameListings(
  listed: readonly { readonly row: PoolRow; readonly listing: Listing }[],
  file: string,
): void {
  const seen = new Map<string, PoolRow>();
  for (const { row, listing } of listed) {
    const first = seen.get(listing.uuid);
    if (first) {
      const { name, team, position } = row;
      const remedy =
        listing.kind === "team"
          ? "A team has one defense: remove one of the rows."
          : "The file has no ids to tell them apart: remove one, or give its name an addition.";
      throw new InvalidFileError(
        file,
        row.line,
        `${name} (${team}, ${position}) stands on line ${first.line} already. ${remedy}`,
      );
    }
    seen.set(listing.uuid, row);
  }
}
