import { isCaptainSlot } from "./captains.ts";
import { nameKey, nicknameKey } from "./person-names.ts";
import type { ProjectionRow } from "./projections.ts";
import type { Listing, Slate } from "./slate.ts";
import { comparablePositions, isDefense } from "./sports.ts";
import { canonicalTeam } from "./team-names.ts";

/** Everyone a salary file lists, drafted or not, by what other files call them. */
export interface ListingIndex {
  readonly sport: string;
  readonly byId: ReadonlyMap<string, Listing>;
  readonly byCaptainId: ReadonlyMap<string, Listing>;
  readonly byName: ReadonlyMap<string, readonly Listing[]>;
  readonly defenses: readonly Listing[];
}

/** Whom a row may mean; `captain` says that it speaks of the captain's slot. */
export interface Candidates {
  readonly captain: boolean;
  readonly candidates: readonly Listing[];
}

export function indexListings({ sport, entries, leftOut }: Slate): ListingIndex {
  const listings: Listing[] = [...entries, ...leftOut.map(({ listing }) => listing)];
  const byName = new Map<string, Listing[]>();
  for (const listing of listings) {
    const key = nameKey(listing.name);
    byName.set(key, [...(byName.get(key) ?? []), listing]);
  }
  return {
    sport,
    byId: new Map(
      listings.flatMap((listing) => (listing.bookId === null ? [] : [[listing.bookId, listing]])),
    ),
    byCaptainId: new Map(
      listings.flatMap((listing) =>
        listing.captainBookId === null ? [] : [[listing.captainBookId, listing]],
      ),
    ),
    byName,
    defenses: listings.filter(({ kind }) => kind === "team"),
  };
}

/**
 * By the book's id; else by name, among people of the row's team. The position tells people of one name apart, and
 * where the row has no team it must fit.
 */
export function candidatesFor(row: ProjectionRow, index: ListingIndex): Candidates {
  if (row.id !== null) {
    const plain = index.byId.get(row.id);
    if (plain) return { captain: false, candidates: [plain] };
    const captain = index.byCaptainId.get(row.id);
    if (captain) return { captain: true, candidates: [captain] };
  }
  const captain = index.byCaptainId.size > 0 && isCaptainSlot(row.position ?? "");
  const named = namesakes(row, index);
  const ofTeam =
    row.team === null
      ? named
      : named.filter(
          ({ team }) => canonicalTeam(index.sport, team) === canonicalTeam(index.sport, row.team ?? ""),
        );
  if (row.team !== null && ofTeam.length <= 1) return { captain, candidates: ofTeam };
  return { captain, candidates: ofTeam.filter(({ position }) => isSamePosition(row, position, index.sport)) };
}

/** People of the row's name. A defense goes by its team's nickname, or by its team alone. */
function namesakes(row: ProjectionRow, { sport, byName, defenses }: ListingIndex): readonly Listing[] {
  const isOfDefense = row.position !== null && isDefense(sport, row.position);
  if (isOfDefense && row.team !== null) return defenses;
  const people = row.name === null || isOfDefense ? [] : (byName.get(nameKey(row.name)) ?? []);
  if (people.length > 0 || row.name === null) return people;
  const nickname = nicknameKey(row.name);
  return defenses.filter(({ name }) => nicknameKey(name) === nickname);
}

function isSamePosition({ position }: ProjectionRow, listed: string, sport: string): boolean {
  const wanted = comparablePositions(sport, position ?? "");
  if (wanted.size === 0) return true;
  return [...comparablePositions(sport, listed)].some((part) => wanted.has(part));
}
