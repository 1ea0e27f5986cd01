import type { Catalog } from "../contests/catalog/catalog.ts";
import {
  competitorsOf,
  hasMostTeams,
  hasPositions,
  hasTeams,
  isVariant,
  positionParts,
  sportsOf,
  strangersTo,
} from "../contests/catalog/sports.ts";
import type { ContestTable } from "../contests/constraints/readers/contest-table.ts";
import { takesGames } from "../contests/problem/build.ts";
import { isRowOf, slotsNamed } from "../contests/problem/file-seats.ts";
import { bookNamed } from "../shared/books.ts";
import { InvalidFileError } from "../shared/errors.ts";
import { headerKey } from "../shared/header-key.ts";
import { isCaptains, positionNamed, unseatedNamed } from "../shared/roster.ts";
import type { ContestBase } from "../shared/schema/contest.ts";
import { easternDay } from "./game-info.ts";
import { hasCaptainSlot, type PoolRow } from "./pool-rows.ts";
import type { Book } from "./slate.ts";

export type KnownContests = Pick<Catalog, "contestsWhere">;

/** Needed only if the file does not determine them. */
export interface SlateKind {
  readonly sport?: string | undefined;
  readonly book?: Book | undefined;
  readonly contest?: string | undefined;
}

export interface ShownKind {
  readonly file: string;
  readonly book: Book;
  readonly rows: readonly PoolRow[];
  readonly headings: readonly string[];
  readonly hasSalaries: boolean;
  /** One per seat; null for a file without them. */
  readonly slotRow: readonly string[] | null;
}

const CLASSIC = "classic";
const SHOWDOWN = "showdown";

/**
 * Determines the sport, the contest and its table, null if the file fits no known contest: those of the book's contest table that fits the file's slots
 * and positions. If several tables fit, these decide in turn: the slots of an upload template, the number of
 * games, the table's `identifiedBy`, seats for all positions, the teams, the day of play, and which contest
 * is more common; `assumed` has the options for those that only most teams or the last of these rule out. If no table fits, the positions determine the sport and captain rows the contest.
 * @throws InvalidFileError if several contests still fit, and if the file contradicts `asked`.
 */
export function kindOf(shown: ShownKind, asked: SlateKind, catalog: KnownContests) {
  const { file, rows } = shown;
  const isAsked = (name: string, wanted: string | undefined) => wanted === undefined || wanted === name;
  const positions = positionsIn(rows);
  const teams = new Set(rows.map(({ team }) => team));
  const isForeign = (sport: string) =>
    asked.sport === undefined &&
    isVariant(sport) &&
    hasTeams(sport, teams) === false &&
    !hasMostTeams(sport, teams);
  const tables = catalog.contestsWhere(
    (table) =>
      table.book === shown.book &&
      isAsked(table.sport, asked.sport) &&
      isAsked(table.contest, asked.contest) &&
      hasPositions(table.sport, positions) !== false &&
      !isForeign(table.sport),
  );
  const fitting = tables.filter((table) => fits(table, shown, positions));
  const { left, assumed } = likeliest(fitting, shown);
  const [only, ...others] = left;
  if (only === undefined && !shown.hasSalaries)
    throw new InvalidFileError(
      file,
      null,
      "has no salaries, and fits none of the known contests that have no salary cap. " +
        "Give the book's own file, or a rules table with these slots whose `salaryCap` is null (`--rules`).",
    );
  if (only === undefined) {
    const sport = sportOf(rows, asked.sport, file);
    return { sport, contest: contestOf(rows, asked.contest, file), table: null, assumed: [] };
  }
  if (others.length > 0) {
    const names = [only, ...others].map(({ sport, contest }) => `${sport} ${contest}`);
    const options = [only, ...others].map((one) => optionsFor(one));
    throw new InvalidFileError(
      file,
      null,
      `the slots, positions and teams are those of ${names.join(" and of ")}. Say which one it is: ${options.join(", or ")}.`,
    );
  }
  return {
    sport: only.sport,
    contest: only.contest,
    table: only,
    assumed: assumed.map((one) => optionsFor(one, only)),
  };
}

/** Those that differ from the options for `other`. */
function optionsFor({ sport, contest }: ContestTable, other?: ContestTable): string {
  const options = [
    ...(sport === other?.sport ? [] : [`--sport ${sport}`]),
    ...(contest === other?.contest ? [] : [`--contest ${contest}`]),
  ];
  return options.join(" ");
}

function positionsIn(rows: readonly PoolRow[]): Set<string> {
  return new Set([...new Set(rows.map(({ position }) => position))].flatMap(positionParts));
}

function fits(table: ContestTable, shown: ShownKind, positions: ReadonlySet<string>): boolean {
  const { rows, headings, hasSalaries } = shown;
  if (!hasSalaries && table.salaryCap !== null) return false;
  const { rosterPositions = [], columns = [], withoutColumns = [] } = table.identifiedBy ?? {};
  const headers = new Set(headings.map(headerKey));
  const hasColumn = (column: string) => headers.has(headerKey(column));
  if (!columns.every(hasColumn) || withoutColumns.some(hasColumn)) return false;
  const cells = new Set(rows.flatMap(({ rosterPosition }) => rosterPosition ?? []));
  const named = new Set([...cells].flatMap((cell) => slotParts(cell, table)));
  if (!rosterPositions.every((one) => named.has(one.toUpperCase()))) return false;
  const isKnown = (word: string) => (positionNamed(table, word) ?? unseatedNamed(table, word)) !== undefined;
  if (![...positions].every(isKnown)) return false;
  const isEvent = rows.some(({ game }) => game.kind === "event");
  if (isEvent && competitorsOf(table.sport) !== "field") return false;
  // If the rows name no slots, a book that lists captains in rows of their own has none in this file.
  const { ownRows } = bookNamed(table.book).salaryFile.captains;
  if (named.size === 0)
    return (
      !(ownRows && table.slots.some(isCaptains)) &&
      takesGames(table, openGames(rows).size) &&
      table.slots.every(({ accepts }) =>
        [...positions].some((one) => accepts.includes(positionNamed(table, one)?.name ?? "")),
      )
    );
  const slots = new Set([...named].flatMap((word) => slotsNamed(table, word)));
  return (
    slots.size === table.slots.length &&
    [...named].every((word) => slotsNamed(table, word).length > 0 || isKnown(word))
  );
}

/** As written; an empty text for rows without a game. */
function openGames(rows: readonly PoolRow[]): ReadonlySet<string> {
  return new Set(
    rows.flatMap(({ game, gameText }) => (game.kind === "closed" && gameText !== "" ? [] : gameText)),
  );
}

/** The contest's names of a position such as `PG/SG`, without unknown parts. */
export function positionNames(contest: Pick<ContestBase, "positions">, position: string): string[] {
  return positionParts(position).flatMap((part) => positionNamed(contest, part)?.name ?? []);
}

/** In upper case; a slot of the contest whose name contains a slash, such as `C/1B`, stays whole. */
export function slotParts(rosterPosition: string, contest: ContestBase | null): string[] {
  const parts = positionParts(rosterPosition);
  const long = (contest?.slots ?? []).filter(({ name }) => name.includes("/"));
  const found: string[] = [];
  for (let at = 0; at < parts.length; ) {
    const whole = long.find(({ name }) => {
      const words = positionParts(name);
      return words.every((word, index) => parts[at + index] === word);
    });
    found.push(whole?.name.toUpperCase() ?? parts[at]!);
    at += whole === undefined ? 1 : positionParts(whole.name).length;
  }
  return found;
}

/** Narrows by one clue after another; skips a clue that fits none of them. */
function likeliest(fitting: readonly ContestTable[], { rows, slotRow }: ShownKind) {
  const assumed: ContestTable[] = [];
  if (fitting.length < 2) return { left: fitting, assumed };
  const positions = positionsIn(rows);
  const teams = new Set(rows.map(({ team }) => team));
  const start = rows.flatMap(({ game }) => ("startsAt" in game ? (game.startsAt ?? []) : [])).sort()[0];
  const day = start === undefined ? null : easternDay(start);
  const games = openGames(rows).size;
  const isOpen = rows.every(({ game }) => "startsAt" in game);
  const isUnsure = ({ sport }: ContestTable) => hasMostTeams(sport, teams);
  const weak: readonly ((table: ContestTable) => boolean)[] = [
    ({ sport }) => !isVariant(sport),
    ({ contest }) => contest === CLASSIC,
  ];
  const signs: readonly ((table: ContestTable) => boolean)[] = [
    (table) => slotRow !== null && isRowOf(table, slotRow),
    (table) => isOpen && takesGames(table, games),
    ({ identifiedBy }) => identifiedBy !== undefined,
    (table) => [...positions].every((one) => positionNamed(table, one) !== undefined),
    ({ sport }) => hasTeams(sport, teams) === true,
    isUnsure,
    ({ sport }) => hasTeams(sport, teams) !== false,
    ({ from, until }) => (day === null ? until === undefined : (from ?? day) <= day && day <= (until ?? day)),
    ...weak,
  ];
  let left = fitting;
  for (const sign of signs) {
    const chosen = left.filter(sign);
    if (chosen.length === 0) continue;
    if (sign === isUnsure || weak.includes(sign))
      assumed.push(...left.filter((one) => !chosen.includes(one)));
    left = chosen;
  }
  return { left, assumed };
}

/**
 * @throws InvalidFileError if the sport `asked` lacks one of the positions. Without `asked`, if several
 * sports or none have them.
 */
export function sportOf(rows: readonly PoolRow[], asked: string | undefined, file: string): string {
  const positions = positionsIn(rows);
  const listed = [...positions].join(", ");
  const fitting = sportsOf(positions);
  if (asked === undefined) {
    if (fitting.length === 1) return fitting[0]!;
    const why = fitting.length === 0 ? "are of no known sport" : `are those of ${fitting.join(" and of ")}`;
    throw new InvalidFileError(file, null, `the positions ${listed} ${why}. Name the sport: --sport.`);
  }
  const strangers = strangersTo(asked, positions);
  if (strangers.length > 0) {
    const found = fitting.length > 0 ? fitting.join(" or ") : `of no known sport`;
    throw contradiction(file, "sport", asked, `${found} by its positions ${listed}`);
  }
  return asked;
}

/** @throws InvalidFileError if `asked` is a different book. */
export function agreedBook(found: Book, asked: Book | undefined, file: string): Book {
  if (asked !== undefined && asked !== found)
    throw contradiction(file, "book", bookNamed(asked).vendor, `${bookNamed(found).vendor}'s by its columns`);
  return found;
}

/**
 * Determines the contest: showdown if the pool has captains, else classic. Any other name in `asked` is
 * accepted, because users define contests of their own.
 * @throws InvalidFileError if `asked` is classic or showdown and the pool shows the other.
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
    `the ${what} ${asked} does not fit the file, which is ${found}. Leave it out, or give another file.`,
  );
}
