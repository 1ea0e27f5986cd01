import type { Catalog } from "../../contests/catalog/catalog.ts";
import { positionNamed, seatCount } from "../../engine/roster.ts";
import { InvalidFileError } from "../../shared/errors.ts";
import { nameKey } from "../../shared/names.ts";
import type { PastContest } from "../../simulation/backtest/past-contest.ts";
import type { EnteredLineup } from "../../simulation/contest/entered.ts";
import type { LineupsContext } from "../lineups-file.ts";
import { indexListings, listingNamed } from "../listing-index.ts";
import { listingsOf, type Slate } from "../slate.ts";
import { slotsInOrder } from "../upload.ts";
import { readStandingsTables, type StandingsTables } from "./standings-tables.ts";

/**
 * Reads the lineups in the standings of a past contest, to use them as opponents. `unread` counts the lineups
 * that cannot be used: their slots are not the contest's, or one of their names matches no player or several
 * players of the slate. Returns null for a file without lineups.
 * @throws InvalidFileError for a file that is not a table.
 */
export function readStandings(input: string | Uint8Array, context: LineupsContext) {
  const tables = readStandingsTables(input, context.file);
  if (!tables?.hasLineups) return null;
  const seatsOf = standingsSeats(context.contest);
  const uuidOf = playerFinder(context.slate);
  const texts = tables.entries.map(({ lineup }) => lineup).filter((text) => text !== "");
  const lineups = texts.flatMap((text): EnteredLineup[] => {
    const seats = seatsOf(text);
    const lineup = seats?.flatMap(({ slot, name }) => {
      const uuid = uuidOf(name);
      return uuid === null ? [] : [{ uuid, slot }];
    });
    return lineup !== undefined && lineup.length === seats?.length ? [lineup] : [];
  });
  return { lineups, unread: texts.length - lineups.length };
}

/** A seat of an entry in standings: the slot's name in the contest's table, and the player's name. */
interface StandingsSeat {
  readonly slot: string;
  readonly name: string;
}

/**
 * Returns a function that splits a lineup's text, such as `CPT Some Body FLEX Another One`, at its slots;
 * books write these in capitals, unlike names. Or at its commas: `QB Some Body (1-2), WR Another One`, where
 * the words are positions, and a captain comes first. It returns null for a text with another number of
 * players than the contest.
 */
function standingsSeats(
  contest: LineupsContext["contest"],
): (text: string) => readonly StandingsSeat[] | null {
  const slotOf = new Map(
    contest.slots.flatMap(({ name, uploadColumn }) => [
      [name, name],
      [uploadColumn, name],
    ]),
  );
  const count = seatCount(contest.slots);
  return (text) => {
    const parts = text.split(/,\s*/);
    const byPosition = parts.length === count ? seatsByPosition(parts, contest) : null;
    if (byPosition !== null) return byPosition;
    const seats: { slot: string; name: string }[] = [];
    for (const word of text.trim().split(/\s+/)) {
      const slot = slotOf.get(word);
      const last = seats.at(-1);
      if (slot !== undefined && last?.name !== "") seats.push({ slot, name: "" });
      else if (last !== undefined) last.name = last.name === "" ? word : `${last.name} ${word}`;
    }
    return seats.length === count ? seats : null;
  };
}

/**
 * The seats of a lineup whose players stand behind their positions; null if they do not fit the slots. Each
 * player takes the first free slot; if none is free, a player in one of the slots moves on.
 */
function seatsByPosition(
  parts: readonly string[],
  contest: LineupsContext["contest"],
): readonly StandingsSeat[] | null {
  const seats = slotsInOrder(contest).flatMap((slot) => Array.from({ length: slot.count }, () => slot));
  const people = parts.map((part) => {
    const [word = "", ...name] = part.trim().split(/\s+/);
    const positions = word.split("/").flatMap((one) => positionNamed(contest, one)?.name ?? one);
    return { name: name.join(" "), positions, word };
  });
  const seated = new Map<number, number>();
  const seat = (person: number, tried: Set<number>): boolean =>
    seats.some((slot, at) => {
      const { positions, word } = people[person]!;
      const isMultiplied = slot.pointsMultiplier !== 1 || seats[person]!.pointsMultiplier !== 1;
      const isOpen = slot.accepts.some((one) => positions.includes(one)) || slot.name === word;
      if (tried.has(at) || !isOpen || (isMultiplied && at !== person)) return false;
      tried.add(at);
      const other = seated.get(at);
      if (other !== undefined && !seat(other, tried)) return false;
      seated.set(at, person);
      return true;
    });
  if (!people.every((_, person) => seat(person, new Set()))) return null;
  return seats.map((slot, at) => ({ slot: slot.name, name: people[seated.get(at)!]!.name }));
}

/**
 * Returns a function that finds the GUID of a slate's player by a name in standings; null if none or several
 * match.
 */
export function playerFinder(slate: Slate): (name: string) => string | null {
  const exact = new Map<string, string | null>();
  for (const { name, uuid } of listingsOf(slate)) {
    const key = nameKey(name);
    exact.set(key, exact.has(key) && exact.get(key) !== uuid ? null : uuid);
  }
  const index = indexListings(slate);
  return (name) => {
    const key = nameKey(name);
    if (!exact.has(key)) exact.set(key, listingNamed(name, index)?.uuid ?? null);
    return exact.get(key)!;
  };
}

/**
 * Converts standings to a past contest: splits each entry's lineup into seats by the slots of the rules
 * table, and finds the players' GUIDs.
 */
export function pastContest(
  tables: StandingsTables,
  contest: LineupsContext["contest"],
  slate: Slate,
): PastContest {
  const read = standingsSeats(contest);
  const find = playerFinder(slate);
  // Many entries have the same lineup.
  const lineups = new Set(tables.entries.map(({ lineup }) => lineup));
  const seats = new Map([...lineups].map((lineup) => [lineup, lineup === "" ? [] : read(lineup)]));
  return {
    entries: tables.entries.map(({ lineup, ...entry }) => ({ ...entry, seats: seats.get(lineup)! })),
    players: tables.players.map((player) => ({ ...player, uuid: find(player.name) })),
  };
}

/**
 * Reads a book's standings of a contest that is over, for `backtest`, `calibrate` and `fitOutcomes`. `file`
 * names the standings in errors; the catalog has the table of the slate's contest.
 * @throws InvalidFileError for a file without points of players.
 */
export function readPastContest(
  input: string | Uint8Array,
  { file, slate, catalog }: { readonly file: string; readonly slate: Slate; readonly catalog: Catalog },
): PastContest {
  const tables = readStandingsTables(input, file);
  if (tables === null || tables.players.length === 0)
    throw new InvalidFileError(
      file,
      null,
      "has no players' points in a column FPTS. Give an export that has them.",
    );
  return pastContest(tables, catalog.contest(slate.sport, slate.book, slate.contest), slate);
}
