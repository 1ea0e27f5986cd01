import { byKey, createNameIndex, type NameIndex, nearestNamed } from "../shared/name-index.ts";
import { NAME_LIKENESSES, type NameLikeness, nameKey } from "../shared/names.ts";
import type { Aliases } from "./aliases.ts";
import { isCaptainSlot } from "./captains.ts";
import type { ProjectionRow } from "./projections.ts";
import { type NameContext, type NameReading, nameReadings } from "./row-names.ts";
import type { Listing, Slate } from "./slate.ts";
import { canonicalTeam, comparablePositions, isDefense, isPositionOf } from "./sports.ts";

/** All players of a salary file, including those left out, by the names and ids that other files use. */
export interface ListingIndex {
  readonly sport: string;
  readonly listings: readonly Listing[];
  readonly people: NameIndex<Listing>;
  readonly defenses: readonly Listing[];
  /** Defenses by their team's city. */
  readonly byCity: (city: string) => readonly Listing[];
  readonly names: NameContext;
}

/** The cells of a row that identify its player. */
export type RowSubject = Pick<
  ProjectionRow,
  "id" | "name" | "team" | "position" | "rosterPosition" | "salary"
>;

/** The players that a row may refer to; `captain` says whether it is about the captain slot. */
export interface Candidates {
  readonly captain: boolean;
  readonly candidates: readonly Listing[];
}

export function indexListings({ sport, entries, leftOut }: Slate): ListingIndex {
  const listings: Listing[] = [...entries, ...leftOut.map(({ listing }) => listing)];
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
    byCity: byKey(defenses, ({ firstName }) => (firstName === null ? [] : [nameKey(firstName)])),
    names: {
      isTeam: (word) => teams.has(canonicalTeam(sport, word)),
      isPosition: (word) => isPositionOf(sport, word),
    },
  };
}

/** The listed players, including those left out, with the most similar names; empty without any. */
export function nearestListings({ entries, leftOut }: Slate, name: string): readonly Listing[] {
  return nearestNamed([...entries, ...leftOut.map(({ listing }) => listing)], name, (one) => one.name);
}

/**
 * Finds players by the book's id, else by name within the row's team. The position distinguishes players of
 * the same name, and must match if the row has no team; if no player or several remain, the salary decides.
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
  }
  const candidates = bestNamed(row, readings, index);
  return { captain: candidates.length === 1 && isOfCaptain(row, candidates[0]!), candidates };
}

/** Whether the row is about the captain slot: by the slot's name, or by the captain's salary. */
function isOfCaptain({ position, rosterPosition, salary }: RowSubject, listing: Listing): boolean {
  if (listing.captainSalary === null) return false;
  if ([position, rosterPosition].some((slot) => isCaptainSlot(slot ?? ""))) return true;
  return salary !== listing.salary && salary === listing.captainSalary;
}

/** The players found by the strictest name comparison that finds any. */
function bestNamed(
  row: RowSubject,
  readings: readonly NameReading[],
  index: ListingIndex,
): readonly Listing[] {
  for (const likeness of NAME_LIKENESSES) {
    for (const reading of readings) {
      const read = { ...row, team: row.team ?? reading.team, position: row.position ?? reading.position };
      const found = amongNamesakes(read, namesakes(read, reading.name, likeness, index), index.sport);
      if (found.length > 0) return found;
    }
  }
  return [];
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
  if (people.length > 0) return people;
  const nicknamed = index.byNickname(name);
  return nicknamed.length > 0 ? nicknamed : byCity(nameKey(name));
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

function isSamePosition({ position }: RowSubject, listed: string, sport: string): boolean {
  const wanted = comparablePositions(sport, position ?? "");
  if (wanted.size === 0) return true;
  return [...comparablePositions(sport, listed)].some((part) => wanted.has(part));
}
