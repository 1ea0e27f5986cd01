import { type Book as BookRecord, bookNamed } from "../shared/books/index.ts";
import { InvalidFileError } from "../shared/errors.ts";
import { type JoinedRow, joinCaptains } from "./captains.ts";
import { parseCsv } from "./csv.ts";
import { FileFaults } from "./file-faults.ts";
import { playerUuid, teamUuid } from "./identity.ts";
import { agreedBook, contestOf, type SlateKind, sportOf } from "./kind-of-slate.ts";
import { describeLeftOut } from "./left-out.ts";
import { refuseLockedEntries } from "./locked-entries.ts";
import { type PoolRow, readPoolRows } from "./pool-rows.ts";
import type { LeftOut, Listing, Slate, SlateEntry } from "./slate.ts";
import { slotRowOf } from "./slot-row.ts";
import { isDefense, positionParts } from "./sports.ts";
import { canonicalTeam } from "./team-names.ts";
import { refuseSameIds, refuseSameListings } from "./twins.ts";

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
