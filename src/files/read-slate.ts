import { canonicalTeam, competitorsOf, isDefense, positionParts } from "../contests/catalog/sports.ts";
import { type Book as BookRecord, bookNamed } from "../shared/books.ts";
import { InvalidFileError } from "../shared/errors.ts";
import { isCaptains, positionNamed } from "../shared/roster.ts";
import type { ContestBase } from "../shared/schema/contest.ts";
import { type CsvRecord, FileFaults, parseCsv } from "./csv.ts";
import { findLayout, withoutLock } from "./entries/read-entries.ts";
import { GAME_INFO_FORMS, type GameInfo } from "./game-info.ts";
import {
  agreedBook,
  type KnownContests,
  kindOf,
  positionNames,
  type SlateKind,
  slotParts,
} from "./kind-of-file.ts";
import { leftOutBy, notStarting } from "./player-marks.ts";
import {
  hasCaptainSlot,
  type JoinedRow,
  joinCaptains,
  type OwnPool,
  type PoolRow,
  readPoolRows,
} from "./pool-rows.ts";
import type { LeftOut, LeftOutReason, Listing, PlayedGame, Slate, SlateEntry } from "./slate.ts";
import { describeLeftOut, playerUuid, teamUuid, unnamedGames, withinPool } from "./slate.ts";

/**
 * `file` names the text in errors. `injured` keeps players marked as out or not starting; `leaveOut` lists
 * more marks to leave out, such as `D` (doubtful). `begun` accepts a file of contests that have started,
 * which may have locked players and an empty pool. `within` is the own pool of an entries file that the slate
 * is for: other players are left out.
 */
export interface ReadSlateOptions extends SlateKind {
  readonly file: string;
  readonly injured?: boolean | undefined;
  readonly leaveOut?: readonly string[] | undefined;
  readonly begun?: boolean | undefined;
  readonly within?: OwnPool | null | undefined;
  readonly catalog?: KnownContests | undefined;
}

export type SlateReading = ReadSlateOptions & { readonly catalog: KnownContests };

/**
 * Reads a book's salary file, upload template or entries file, as text or bytes. Takes sport, book and
 * contest from the file, or from `options` if the file does not determine them. Players who cannot be drafted
 * go to `leftOut`. @throws InvalidFileError naming file, line, reason and remedy.
 */
export function readSlateFile(input: string | Uint8Array, options: SlateReading): Slate {
  return slateOf(parseCsv(input, options.file), options);
}

/** @throws InvalidFileError */
export function slateOf(records: readonly [CsvRecord, ...CsvRecord[]], options: SlateReading): Slate {
  const { file } = options;
  const found = findLayout(records);
  if (!options.begun) refuseLockedEntries(records, found, file);
  const { book: ofHeader, rows, headings, hasSalaries } = readPoolRows(records, file);
  const book = agreedBook(ofHeader, options.book, file);
  const slotRow = slotRowOf(found);
  const { sport, contest, table, assumed } = kindOf(
    { file, book, rows, headings, hasSalaries, slotRow },
    options,
    options.catalog,
  );
  refuseSameIds(rows, file);

  const record = bookNamed(book);
  const hasCaptainRows = record.salaryFile.captains.ownRows && rows.some(hasCaptainSlot);
  const joined = hasCaptainRows
    ? joinCaptains(rows, record, file, (position) => isCaptained(position, table))
    : rows.map((plain): JoinedRow => ({ plain, captain: null }));
  const listed = joined.map((row) => ({
    row: row.plain,
    isLocked: [row.plain, row.captain].some(
      (one) => one !== null && (one.locked || options.within?.started.has(one.id ?? "") === true),
    ),
    listing: listingOf(row, record, sport, table),
  }));
  refuseSameListings(listed, file);
  const benched = options.injured ? new Map<PoolRow, string>() : notStarting(rows, headings, sport);

  const isOut = leftOutBy(options);
  const competitors = competitorsOf(sport);
  // Without any game in the file, who meets whom is unknown: each player counts as a game.
  const isWithoutGames =
    competitors === "individuals" && rows.every(({ team, gameText }) => team === "" && gameText === "");
  const isField = competitors === "field" || isWithoutGames;
  const faults = new FileFaults(file);
  const isMissed = sidesWithoutPlayers(rows, sport);
  const delayed = unnamedGames(
    rows.flatMap(({ game, team }) => (game.kind === "delayed" ? [team] : [])),
    "delayed",
    table?.games.maximum !== 1,
  );
  const entries: SlateEntry[] = [];
  const leftOut: LeftOut[] = [];
  for (const { row, isLocked, listing } of listed) {
    const { game, gameText } = row;
    const played = isWithoutGames
      ? { opponent: "", game: row.name, startsAt: null }
      : game.kind === "delayed" && !isField
        ? delayed(row.team)
        : gameOf(row, sport, isField);
    const leave = (reason: LeftOutReason, detail: string) =>
      leftOut.push({ listing, reason, detail, ...(played !== null && { played }) });
    if (isLocked) leave("game-started", "LOCKED");
    else if (isClosed(game, isField)) leave(game.reason, gameText);
    else if (listing.status !== null && isOut(listing.status)) leave("injured", listing.status);
    else if (benched.has(row)) leave("not-starting", benched.get(row)!);
    else if (played !== null) entries.push({ ...listing, ...played });
    else if (game.kind === "game" && !isMissed(game)) leave("not-in-game", listing.team);
    else
      faults.add(
        row.line,
        game.kind === "game"
          ? `${row.name}'s team "${row.team}" does not play in "${gameText}". Correct the team or the game.`
          : `the game "${gameText}" cannot be read. Give one of: ${GAME_INFO_FORMS}.`,
      );
  }
  faults.throwIfAny();
  if (entries.length === 0 && !options.begun)
    throw new InvalidFileError(file, null, `no player is left to draft: ${describeLeftOut(leftOut)}.`);
  const kind = { book, sport, contest, ...(assumed.length > 0 && { assumed }) };
  const slate = { ...kind, slotRow, entries, leftOut };
  return options.within ? withinPool(slate, options.within, file) : slate;
}

function listingOf(
  { plain, captain }: JoinedRow,
  record: BookRecord,
  sport: string,
  table: ContestBase | null,
): Listing {
  const book = record.name;
  const {
    id,
    rosterPosition: _,
    captainSalary,
    game: _game,
    gameText: _text,
    locked: _locked,
    ...same
  } = plain;
  const { name, position, team } = same;
  const kind = isTeam(position, sport, table) ? "team" : "player";
  const slots = record.salaryFile.rosterPositionSeats
    ? slotsOf([plain, ...(captain ? [captain] : [])], table)
    : null;
  const tiers = table === null || slots === null ? [] : tiersOf(position, slots, table);
  return {
    uuid:
      kind === "team"
        ? teamUuid(book, sport, team)
        : playerUuid(book, id ?? [sport, name, team, position].join("/")),
    kind,
    bookId: id,
    captainBookId: captain?.id ?? null,
    ...same,
    slots,
    ...(tiers.length > 0 && { tiers }),
    captainSalary: captain?.salary ?? captainSalary,
  };
}

/** Such as a defense: according to the contest's table, else the sport. */
function isTeam(position: string, sport: string, table: ContestBase | null): boolean {
  const [named] = table === null ? [] : positionParts(position).map((part) => positionNamed(table, part));
  return named === undefined ? isDefense(sport, position) : named.entry === "team";
}

function slotsOf(rows: readonly PoolRow[], table: ContestBase | null): readonly string[] | null {
  const slots = rows.flatMap(({ rosterPosition }) => slotParts(rosterPosition ?? "", table));
  return slots.length === 0 ? null : [...new Set(slots)];
}

/** Such as tiers; none if the contest has the player's position. */
function tiersOf(position: string, slots: readonly string[], table: ContestBase): readonly string[] {
  if (positionNames(table, position).length > 0) return [];
  return slots.flatMap((slot) => positionNamed(table, slot)?.name ?? []);
}

/** Also true without a table. */
function isCaptained(position: string, table: ContestBase | null): boolean {
  if (table === null) return true;
  const names = positionNames(table, position);
  return table.slots.some((slot) => isCaptains(slot) && slot.accepts.some((name) => names.includes(name)));
}

/** In sports without teams, the event counts as open even if its name is missing. */
function isClosed(game: GameInfo, isField: boolean): game is Extract<GameInfo, { kind: "closed" }> {
  return game.kind === "closed" && !(isField && game.reason === "game-unknown");
}

/** Null if the file does not name the game, or the player's team does not play in it. */
function gameOf(row: PoolRow, sport: string, isField: boolean): PlayedGame | null {
  const { game, gameText } = row;
  if (isField) {
    const event = game.kind === "event" ? game.name : gameText || sport;
    return { opponent: "", game: event, startsAt: "startsAt" in game ? game.startsAt : null };
  }
  const side = sideOf(row, sport);
  if (game.kind !== "game" || side === null) return null;
  const { away, home, number, startsAt } = game;
  const name = `${away}@${home}${number === undefined ? "" : ` (${number})`}`;
  return { opponent: side === "home" ? away : home, game: name, startsAt };
}

/** Null if the team does not play in the row's game. */
function sideOf({ team, game }: PoolRow, sport: string) {
  if (game.kind !== "game") return null;
  const own = canonicalTeam(sport, team);
  return (["home", "away"] as const).find((side) => canonicalTeam(sport, game[side]) === own) ?? null;
}

/**
 * Whether one of a game's teams has no player in the file. If so, a player listed with a third team may
 * belong to the missing one, whose name is spelled differently. If not, the player has changed teams.
 */
function sidesWithoutPlayers(rows: readonly PoolRow[], sport: string): (game: Game) => boolean {
  const keyOf = ({ away, home, number }: Game) => `${away}@${home} ${number}`;
  const sides = new Set<string>();
  for (const row of rows) if (row.game.kind === "game") sides.add(`${sideOf(row, sport)} ${keyOf(row.game)}`);
  return (game) => !["home", "away"].every((side) => sides.has(`${side} ${keyOf(game)}`));
}

type Game = Extract<GameInfo, { kind: "game" }>;

/** One for each seat; null for a file without them. */
export function slotRowOf(found: FoundLayout): readonly string[] | null {
  return found?.layout.seats.map(({ slot }) => slot) ?? null;
}

type FoundLayout = ReturnType<typeof findLayout>;

/** New lineups would drop the entries' locked players. @throws InvalidFileError */
function refuseLockedEntries(records: readonly CsvRecord[], found: FoundLayout, file: string): void {
  if (found?.layout.kind !== "entries") return;
  const { layout, row } = found;
  const locked = records.slice(row + 1).flatMap(({ line, cells }) => {
    const player = layout.seats
      .map(({ column }) => cells[column] ?? "")
      .find((cell) => withoutLock(cell).locked);
    return player === undefined ? [] : [{ line, player }];
  });
  const [first] = locked;
  if (first === undefined) return;
  throw new InvalidFileError(
    file,
    first.line,
    `has entries with locked players: ${locked.length} (such as "${first.player}"). Their games have started. ` +
      "Use `dfs-lineups swap` (`swapEntries`), which keeps them, or a file of contests that have not started.",
  );
}

/** @throws InvalidFileError if two rows have the same book id. */
export function refuseSameIds(rows: readonly PoolRow[], file: string): void {
  refuseTwins(
    rows,
    file,
    ({ id }) => id,
    ({ id, name }, first) =>
      `the id ${id} (${name}) is already on line ${first.line} (${first.name}). Keep one of the rows.`,
  );
}

/** @throws InvalidFileError if two rows appear to be the same player or team defense */
export function refuseSameListings(
  listed: readonly { readonly row: PoolRow; readonly listing: Listing }[],
  file: string,
): void {
  const listings = new Map(listed.map(({ row, listing }) => [row, listing]));
  refuseTwins(
    [...listings.keys()],
    file,
    (row) => listings.get(row)!.uuid,
    (row, first) => {
      const remedy =
        listings.get(row)!.kind === "team"
          ? "A team has one defense: remove one of the rows."
          : "The file has no ids to distinguish them: remove one, or make the names differ.";
      return `${row.name} (${row.team}, ${row.position}) is already on line ${first.line}. ${remedy}`;
    },
  );
}

function refuseTwins(
  rows: readonly PoolRow[],
  file: string,
  keyOf: (row: PoolRow) => string | null,
  reasonOf: (row: PoolRow, first: PoolRow) => string,
): void {
  const seen = new Map<string, PoolRow>();
  for (const row of rows) {
    const key = keyOf(row);
    const first = key === null ? undefined : seen.get(key);
    if (first) throw new InvalidFileError(file, row.line, reasonOf(row, first));
    if (key !== null) seen.set(key, row);
  }
}
