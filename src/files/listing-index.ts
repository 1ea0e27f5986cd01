import {
  canonicalTeam,
  comparablePositions,
  isDefense,
  isPositionOf,
  teamsNamed,
} from "../contests/catalog/sports.ts";
import { InvalidFileError, invalidRequest } from "../shared/errors.ts";
import {
  byKey,
  createNameIndex,
  didYouMean,
  NAME_LIKENESSES,
  NAMED,
  type NameIndex,
  type NameLikeness,
  nearestNamed,
} from "../shared/name-index.ts";
import { isSuffix, nameKey, nameWords, withoutDefense } from "../shared/names.ts";
import { headerKey, LONGEST_NAMING_CELL } from "./columns.ts";
import { FileFaults, parseCsv } from "./csv.ts";
import { isCaptainSlot } from "./pool-rows.ts";
import type { ProjectionRow } from "./projections.ts";
import { type Listing, listingLabel, listingsOf, type Slate } from "./slate.ts";

/** The name or id of a player in the salary file, by the player's normalized name in other files. */
export type Aliases = ReadonlyMap<string, string>;

/**
 * Reads a user's alias list: the name in other files, and the name or id in the salary file. The header
 * `from,to` is optional. @throws InvalidFileError for a row without two cells, and for a name with two
 * meanings.
 */
export function readAliasesCsv(input: string | Uint8Array, { file }: { readonly file: string }): Aliases {
  const records = parseCsv(input, file);
  const first = records[0]!.cells.map(headerKey);
  const rows = first[0] === "from" && first[1] === "to" ? records.slice(1) : records;
  const faults = new FileFaults(file);
  const aliases = new Map<string, string>();
  for (const { line, cells } of rows) {
    const [from = "", to = "", ...more] = cells;
    if (from === "" || to === "" || more.some((cell) => cell !== "")) {
      faults.add(line, "must have two cells: the name in the other file, and the name or id in the pool.");
      continue;
    }
    const known = aliases.get(nameKey(from));
    if (known !== undefined && known !== to)
      faults.add(line, `"${from}" already means "${known}". Keep one of the rows.`);
    aliases.set(nameKey(from), to);
  }
  faults.throwIfAny();
  if (aliases.size === 0)
    throw new InvalidFileError(file, null, "has no names below its header. Add a row for each name.");
  return aliases;
}

/** One way to read a name cell: the name and any details next to it. */
export interface NameReading {
  readonly name: string;
  readonly id: string | null;
  readonly team: string | null;
  readonly position: string | null;
}

export interface NameContext {
  readonly isTeam: (word: string) => boolean;
  readonly isPosition: (word: string) => boolean;
}

const ID = /^\d+(-\d+)?$/;
const LOCKED = /\s*\(LOCKED\)\s*$/i;
const IN_PARENTHESES = /^(.*?)\s*\(([^()]*)\)$/;
const ID_BEFORE = /^(\d+(?:-\d+)?)\s*:\s*(.+)$/;

/**
 * The possible readings of a name cell, the simplest first: the whole cell; `Name (ID)`, `ID:Name`, `Name
 * (TEAM - POS)`; `Last, First`; `Name TEAM`, `Name POS TEAM`. A word is a team or a position only if it is in
 * upper case and the context has it.
 */
export function nameReadings(cell: string, context: NameContext): readonly NameReading[] {
  const plain: NameReading = { name: cell.trim(), id: null, team: null, position: null };
  if (cell.length > LONGEST_NAMING_CELL) return [plain];
  const bare = withoutId(withoutParentheses(plain, context));
  const readings = [plain, bare];
  const turned = lastNameFirst(bare, context);
  if (turned) readings.push(turned);
  for (const reading of [bare, ...(turned ? [turned] : [])]) {
    const stripped = withoutTrailingWords(reading, context);
    if (stripped) readings.push(stripped);
  }
  return [...new Map(readings.map((reading) => [JSON.stringify(reading), reading])).values()];
}

function withoutParentheses(reading: NameReading, context: NameContext): NameReading {
  const match = IN_PARENTHESES.exec(reading.name.replace(LOCKED, ""));
  if (match === null) return { ...reading, name: reading.name.replace(LOCKED, "") };
  const [, name = "", inside = ""] = match;
  if (ID.test(inside.trim())) return { ...reading, name, id: inside.trim() };
  const words = inside.split(/[\s,–-]+/).filter((word) => word !== "");
  return { ...reading, name, ...hints(words, context) };
}

function withoutId(reading: NameReading): NameReading {
  const match = ID_BEFORE.exec(reading.name);
  return match === null ? reading : { ...reading, id: match[1]!, name: match[2]! };
}

/** Null without such a comma: `Kessby, Ado`, `Kessby Jr., Ado` and `Kessby, Ado Jr.`. */
function lastNameFirst(reading: NameReading, context: NameContext): NameReading | null {
  const [last = "", first = "", ...more] = reading.name.split(",").map((part) => part.trim());
  if (first === "" || isSuffix(first)) return null;
  const words = first.split(/\s+/);
  if (words.every((word) => isHint(word, context)))
    return { ...reading, name: last, ...hints(words, context) };
  const suffix = [...more, words.length > 1 ? words.at(-1)! : ""].find(isSuffix) ?? "";
  const given = words.filter((word) => word !== suffix).join(" ");
  return { ...reading, name: [given, last, suffix].filter((part) => part !== "").join(" ") };
}

/** Null if the last word is neither a team nor a position. */
function withoutTrailingWords(reading: NameReading, context: NameContext): NameReading | null {
  const words = reading.name.split(/[\s,–-]+/).filter((word) => word !== "");
  const from = words.findLastIndex((word) => !isHint(word, context)) + 1;
  if (from === words.length) return null;
  const name = reading.name.split(/\s+/).filter((word) => !words.slice(from).includes(word));
  return { ...reading, name: name.join(" "), ...hints(words.slice(from), context) };
}

function isHint(word: string, { isTeam, isPosition }: NameContext): boolean {
  return word === word.toUpperCase() && (isTeam(word) || isPosition(word));
}

/** A word that can be both is the team. */
function hints(words: readonly string[], context: NameContext): Pick<NameReading, "team" | "position"> {
  const known = words.filter((word) => isHint(word, context));
  const team = known.find(context.isTeam) ?? null;
  const position = known.find((word) => word !== team && context.isPosition(word)) ?? null;
  return { team, position };
}

/** All players of a salary file, including those left out. */
export interface ListingIndex {
  readonly sport: string;
  readonly listings: readonly Listing[];
  readonly people: NameIndex<Listing>;
  readonly defenses: readonly Listing[];
  /** Players by the end of an id such as `107295-64401`, which names the slate before the player. */
  readonly byIdInSlate: (id: string) => readonly Listing[];
  readonly byCity: (city: string) => readonly Listing[];
  readonly names: NameContext;
}

export type RowSubject = Pick<
  ProjectionRow,
  "id" | "name" | "team" | "position" | "rosterPosition" | "salary"
>;

/** Of a row of which only the name is known. */
const UNKNOWN = { id: null, team: null, position: null, rosterPosition: null, salary: null };

/** `captain`: whether the row is about the captain slot. `loose`: the names share only a short form or initial. */
export interface Candidates {
  readonly captain: boolean;
  readonly candidates: readonly Listing[];
  readonly loose?: boolean | undefined;
}

export function indexListings({ sport, entries, leftOut }: Slate): ListingIndex {
  const listings = listingsOf({ entries, leftOut });
  const defenses = listings.filter(({ kind }) => kind === "team");
  const teams = new Set(listings.map(({ team }) => canonicalTeam(sport, team)));
  for (const { opponent } of entries) teams.add(canonicalTeam(sport, opponent));
  return {
    sport,
    listings,
    people: createNameIndex(listings, {
      ids: ({ bookId }) => (bookId === null ? [] : [bookId]),
      captainIds: ({ captainBookId }) => (captainBookId === null ? [] : [captainBookId]),
      name: ({ name }) => name,
      isDefense: ({ kind }) => kind === "team",
    }),
    defenses,
    byIdInSlate: byKey(listings, ({ bookId }) => /^\d+-(\d+)$/.exec(bookId ?? "")?.slice(1) ?? []),
    byCity: byKey(defenses, ({ firstName }) => (firstName === null ? [] : [nameKey(firstName)])),
    names: {
      isTeam: (word) => teams.has(canonicalTeam(sport, word)),
      isPosition: (word) => isPositionOf(sport, word),
    },
  };
}

/** Includes players left out. */
export function nearestListings({ entries, leftOut }: Slate, name: string): readonly Listing[] {
  return nearestNamed(listingsOf({ entries, leftOut }), name, (one) => one.name);
}

/**
 * Finds the players that a row may mean: by the book's id, else by name within the row's team. If several
 * fit, or the row has no team, the position must match too, and the salary narrows them further. If no
 * position matches, a matching salary is enough.
 */
export function candidatesFor(row: RowSubject, index: ListingIndex, aliases?: Aliases): Candidates {
  const alias = row.name === null ? undefined : aliases?.get(nameKey(row.name));
  const readings = nameReadings(alias ?? row.name ?? "", index.names);
  for (const id of [row.id, alias ?? null, ...readings.map((reading) => reading.id)]) {
    if (id === null) continue;
    const [plain] = index.people.byId(id);
    if (plain) return { captain: false, candidates: [plain] };
    const [captain] = index.people.byCaptainId(id);
    if (captain) return { captain: true, candidates: [captain] };
    // Without a name to contradict it, an id without the slate's number in front is enough.
    if (row.name === null && index.byIdInSlate(id).length === 1)
      return { captain: false, candidates: index.byIdInSlate(id) };
  }
  const { found, loose } = bestNamed(row, readings, index);
  return { captain: found.length === 1 && isOfCaptain(row, found[0]!), candidates: found, loose };
}

/** Players of the row's team and position with its surname, whatever their first names. */
export function namedAlone({ name, team, position }: RowSubject, index: ListingIndex): readonly Listing[] {
  const { sport } = index;
  const surname = nameWords(name ?? "").at(-1);
  const isSame = (listing: Listing) =>
    listing.kind === "player" &&
    canonicalTeam(sport, listing.team) === canonicalTeam(sport, team!) &&
    nameWords(listing.name).at(-1) === surname &&
    isSamePosition({ position }, listing.position, sport);
  if (team === null || comparablePositions(sport, position ?? "").size === 0) return [];
  return index.listings.filter(isSame);
}

/** Whether a player of any team has this very name. */
export function namesakesOf({ name }: RowSubject, index: ListingIndex): readonly Listing[] {
  return EXACT.flatMap((likeness) => index.people.alike(likeness, name ?? ""));
}

const LOOSE = 2;
const EXACT = NAME_LIKENESSES.slice(0, LOOSE);

/** Null if there is none or several; a player listed twice is one. */
export function listingNamed(name: string, index: ListingIndex, aliases?: Aliases): Listing | null {
  const [first, ...others] = candidatesFor({ ...UNKNOWN, name }, index, aliases).candidates;
  return first && others.every(({ uuid }) => uuid === first.uuid) ? first : null;
}

/** By the slot's name, or by the captain's salary. */
function isOfCaptain({ position, rosterPosition, salary }: RowSubject, listing: Listing): boolean {
  if (listing.captainSalary === null) return false;
  if ([position, rosterPosition].some((slot) => isCaptainSlot(slot ?? ""))) return true;
  return salary !== listing.salary && salary === listing.captainSalary;
}

/** By the strictest name comparison that finds any. */
function bestNamed(
  row: RowSubject,
  readings: readonly NameReading[],
  index: ListingIndex,
): { readonly found: readonly Listing[]; readonly loose: boolean } {
  for (const likeness of NAME_LIKENESSES) {
    for (const reading of readings) {
      const read = { ...row, team: row.team ?? reading.team, position: row.position ?? reading.position };
      const found = amongNamesakes(read, namesakes(read, reading.name, likeness, index), index.sport);
      if (found.length > 0)
        return { found, loose: !EXACT.includes(likeness) && found.every(({ kind }) => kind === "player") };
    }
  }
  return { found: [], loose: false };
}

/** Players of this name. A defense matches by its team's nickname, city or abbreviation. */
function namesakes(
  { team, position }: RowSubject,
  name: string,
  likeness: NameLikeness,
  { sport, people: index, byCity, defenses }: ListingIndex,
): readonly Listing[] {
  const isOfDefense = position !== null && isDefense(sport, position);
  if (isOfDefense && team !== null) return defenses;
  const people = isOfDefense ? [] : index.alike(likeness, name);
  const isPerson = !isOfDefense && comparablePositions(sport, position ?? "").size > 0;
  if (people.length > 0 || isPerson) return people;
  const nicknamed = index.byNickname(name);
  if (nicknamed.length > 0) return nicknamed;
  const teams = teamsNamed(sport, withoutDefense(name));
  const ofTeams = defenses.filter((one) => teams.includes(canonicalTeam(sport, one.team)));
  return ofTeams.length > 0 ? ofTeams : byCity(nameKey(name));
}

function amongNamesakes(row: RowSubject, named: readonly Listing[], sport: string): readonly Listing[] {
  const { team, salary } = row;
  const isOfTeam = (listing: Listing) => canonicalTeam(sport, listing.team) === canonicalTeam(sport, team!);
  const ofTeam = team === null ? named : named.filter(isOfTeam);
  if (team !== null && ofTeam.length <= 1) return ofTeam;
  const fitting = ofTeam.filter(({ position }) => isSamePosition(row, position, sport));
  if (salary === null) return fitting;
  const paid = (fitting.length === 0 ? ofTeam : fitting).filter(
    (listing) => listing.salary === salary || listing.captainSalary === salary,
  );
  return paid.length === 0 ? fitting : paid;
}

function isSamePosition({ position }: Pick<RowSubject, "position">, listed: string, sport: string): boolean {
  const wanted = comparablePositions(sport, position ?? "");
  if (wanted.size === 0) return true;
  return [...comparablePositions(sport, listed)].some((part) => wanted.has(part));
}

/** @throws InvalidRequestError if no pool player matches, or several do. */
export type NameFinder = (
  text: string,
  option: string,
) => { readonly entry: Listing; readonly asCaptain: boolean };

/**
 * The lookup of `--lock` and `--exclude`: by the book's id, else by name in any form accepted in projections
 * files; a defense also by its team. With `takesLeftOut`, also finds players left out.
 */
export function nameFinderOf(
  slate: Slate,
  aliases?: Aliases,
  { takesLeftOut = false }: { readonly takesLeftOut?: boolean } = {},
): NameFinder {
  let made: ListingIndex | undefined;
  const refusal = (option: string, detail: string) =>
    invalidRequest("unknown-name", option, `${option}: ${detail}`);
  const leftOut = new Map(slate.leftOut.map((out) => [out.listing, out]));
  return (text, option) => {
    made ??= indexListings(slate);
    const index = made;
    const wanted = text.trim();
    const { captain, candidates } = candidatesFor({ ...UNKNOWN, id: wanted, name: wanted }, index, aliases);
    const found =
      candidates.length > 0
        ? candidates
        : index.defenses.filter(
            ({ team }) => canonicalTeam(slate.sport, team) === canonicalTeam(slate.sport, wanted),
          );
    const [first, ...others] = found.filter((listing) => takesLeftOut || !leftOut.has(listing));
    if (first && others.length === 0) return { entry: first, asCaptain: captain };
    if (first) {
      const people = [first, ...others].slice(0, NAMED).map(listingLabel).join(" and of ");
      const more = others.length < NAMED ? "" : ` and of ${others.length + 1 - NAMED} more`;
      throw refusal(option, `"${wanted}" may be the name of ${people}${more}. Give the id.`);
    }
    const out = found[0] && leftOut.get(found[0]);
    if (out)
      throw refusal(
        option,
        `${listingLabel(out.listing)} is left out of the pool (${out.reason}: ${out.detail}). Remove this name.`,
      );
    const suggested = didYouMean(slate.entries, wanted, {
      nameOf: ({ name }) => name,
      labelOf: listingLabel,
    });
    throw refusal(option, `no player in the pool has the name or id "${wanted}".${suggested}`);
  };
}
