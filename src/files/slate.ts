import type { BookName } from "../shared/books.ts";
import { groupBy } from "../shared/collections.ts";
import { InvalidFileError } from "../shared/errors.ts";
import { nameGuid } from "../shared/guid-bytes.ts";
import type { CellsByHeader } from "./columns.ts";

export type Book = BookName;

export interface Listing {
  readonly uuid: string;
  readonly kind: "player" | "team";
  /** In showdown, of the plain (FLEX or UTIL) row. Null if the file has none. */
  readonly bookId: string | null;
  /** Null outside showdown, and if the file has none. */
  readonly captainBookId: string | null;
  readonly name: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** As in the file, such as `PG/SG`, `LW` or `D`. */
  readonly position: string;
  /** As in the file; null if the position decides. */
  readonly slots: readonly string[] | null;
  /** Positions of the contest that the file lists as slots, such as tier `T1`. */
  readonly tiers?: readonly string[] | undefined;
  readonly team: string;
  /** 0 in a contest without a cap, whose files have no salaries. */
  readonly salary: number;
  readonly captainSalary: number | null;
  /** Null if the cell is empty. */
  readonly averagePoints: number | null;
  /** Such as `Q` or `GTD`; null for none. */
  readonly status: string | null;
  /** For a captain with a separate row, the plain row's, as are `file` and `line`. */
  readonly columns?: CellsByHeader | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
}

export interface PlayedGame {
  readonly opponent: string;
  /** Such as `SF@CLE`. */
  readonly game: string;
  /** ISO 8601, UTC with offset `+00:00`; null if the file has none. */
  readonly startsAt: string | null;
}

export interface SlateEntry extends Listing, PlayedGame {}

export type LeftOutReason = keyof typeof LEFT_OUT_WORDS;

/** `detail` is the word in the file that shows the reason. */
export interface LeftOut {
  readonly listing: Listing;
  readonly reason: LeftOutReason;
  readonly detail: string;
  /** Missing if the file no longer names it. */
  readonly played?: PlayedGame | undefined;
}

/** An entry that the slate no longer has. */
export function leftOutOf(entry: SlateEntry, reason: LeftOutReason, detail: string): LeftOut {
  const { opponent, game, startsAt, ...listing } = entry;
  return { listing, reason, detail, played: { opponent, game, startsAt } };
}

export interface Slate {
  readonly book: Book;
  readonly sport: string;
  readonly contest: string;
  /** The options for other contests that the file fits, if nothing but a guess decided. */
  readonly assumed?: readonly string[] | undefined;
  /** One for each seat; null without such a row. */
  readonly slotRow: readonly string[] | null;
  /** In file order; in showdown, in the order of the plain rows (FLEX or UTIL). */
  readonly entries: readonly SlateEntry[];
  readonly leftOut: readonly LeftOut[];
}

export function listingsOf({ entries, leftOut }: Pick<Slate, "entries" | "leftOut">): readonly Listing[] {
  return [...entries, ...leftOut.map(({ listing }) => listing)];
}

/** Files have no GUIDs: version 5 UUIDs in this namespace are the same for the same file everywhere. */
const FILES = "2ed4551f-aa7f-44ab-8514-094c0db21642";

/** By the book's id, or by name, team and position if the file has no ids. */
export function playerUuid(book: Book, key: string): string {
  return nameGuid(`${book} player ${key}`, FILES);
}

/** Also used for its defense. */
export function teamUuid(book: Book, sport: string, team: string): string {
  return nameGuid(`${book} team ${sport} ${team}`, FILES);
}

export function gameUuid(book: Book, sport: string, game: string, startsAt: string | null): string {
  return nameGuid(`${book} game ${sport} ${game} ${startsAt ?? ""}`, FILES);
}

export function projectionUuid(entry: string, game: string): string {
  return nameGuid(`projection ${entry} ${game}`, FILES);
}

export const BEGUN: ReadonlySet<LeftOutReason> = new Set(["game-started", "game-over"] as const);

/**
 * Makes up the games of teams whose games a file no longer names: two teams play each other. Of other
 * numbers, each team gets a game of its own with `apart`; without it, all share one game, as in a single-game
 * contest. `word` is part of the games' names.
 */
export function unnamedGames(
  teams: Iterable<string>,
  word: string,
  apart: boolean,
): (team: string) => PlayedGame {
  const [one = "", two, ...others] = new Set(teams);
  if (two !== undefined && others.length === 0)
    return (team) => ({ opponent: team === one ? two : one, game: `${one}@${two}`, startsAt: null });
  return (team) => ({ opponent: "", game: apart ? `${team} ${word}` : word, startsAt: null });
}

/**
 * Moves the `held` players, who are in the user's entries and can no longer be drafted, from `leftOut` to
 * `entries`. If the file no longer gives their game, they get the game of another player on their team, else
 * one of `unnamedGames`.
 */
export function withHeld(slate: Slate, held: ReadonlySet<LeftOut>, apart: boolean): Slate {
  const known = new Map<string, PlayedGame>(slate.entries.map((entry) => [entry.team, entry]));
  const without = slate.leftOut.filter(
    (one) => (held.has(one) || BEGUN.has(one.reason)) && !one.played && !known.has(one.listing.team),
  );
  const made = unnamedGames(
    without.map(({ listing }) => listing.team),
    "begun",
    apart,
  );
  const entryOf = ({ listing, played }: LeftOut): SlateEntry => {
    const { opponent, game, startsAt } = played ?? known.get(listing.team) ?? made(listing.team);
    return { ...listing, opponent, game, startsAt };
  };
  return {
    ...slate,
    entries: [...slate.entries, ...slate.leftOut.filter((one) => held.has(one)).map(entryOf)],
    leftOut: slate.leftOut.filter((one) => !held.has(one)),
  };
}

export function withBegun(slate: Slate): Slate {
  return withHeld(slate, new Set(slate.leftOut.filter(({ reason }) => BEGUN.has(reason))), true);
}

/**
 * Leaves out the players whose ids are not in an entries file's own pool: the book would refuse them.
 * @throws InvalidFileError if that pool is of another slate; `file` names the slate's file.
 */
export function withinPool(
  slate: Slate,
  own: { readonly file: string; readonly ids: ReadonlySet<string> },
  file: string,
): Slate {
  const isOwn = ({ bookId, captainBookId }: Listing) =>
    [bookId, captainBookId].every((id) => id === null || own.ids.has(id));
  const left = slate.entries.filter((entry) => !isOwn(entry));
  if (left.length === 0) return slate;
  if (!listingsOf(slate).some(isOwn))
    throw new InvalidFileError(
      file,
      null,
      `is of another slate than ${own.file}, whose own pool has none of its players' ids. Give the salary file of this slate, or none.`,
    );
  const leftOut = left.map((entry) => leftOutOf(entry, "not-in-file", entry.name));
  return { ...slate, entries: slate.entries.filter(isOwn), leftOut: [...slate.leftOut, ...leftOut] };
}

export function listingLabel({ name, position, team, bookId }: Listing): string {
  return `${name} (${[position, team, bookId].filter((part) => part !== null && part !== "").join(", ")})`;
}

export const AVERAGES_NOTE = "points are the book's own averages.";

export const LEFT_OUT_WORDS = {
  injured: "marked as out",
  "not-starting": "not starting",
  "game-started": "whose game has started",
  "game-over": "whose game is over",
  "game-off": "whose game is off",
  "game-unknown": "without a game",
  "not-in-game": "whose team is not in the listed game",
  "not-in-file": "who are not in the entries file's own pool",
} as const;

const MOST_NAMES = 8;

/** Whose names are listed. */
const OF_PLAYERS: ReadonlySet<LeftOutReason> = new Set([
  "injured",
  "not-starting",
  "not-in-game",
  "not-in-file",
]);

/**
 * Such as `2 marked as out (1 O, 1 IR: Ado Kessby, Bor Lander), 40 whose game has started`; names the most
 * expensive.
 */
export function describeLeftOut(leftOut: readonly LeftOut[]): string {
  return [...groupBy(leftOut, ({ reason }) => reason)]
    .map(([reason, these]) => {
      const phrase = `${these.length} ${LEFT_OUT_WORDS[reason]}`;
      if (!OF_PLAYERS.has(reason)) return phrase;
      const marks = [...groupBy(these, ({ detail }) => detail)].map(([mark, own]) => `${own.length} ${mark}`);
      return `${phrase} (${reason === "injured" ? `${marks.join(", ")}: ` : ""}${dearest(these)})`;
    })
    .join(", ");
}

function dearest(leftOut: readonly LeftOut[]): string {
  const names = leftOut
    .toSorted((a, b) => b.listing.salary - a.listing.salary)
    .map(({ listing }) => listing.name);
  const more = names.length > MOST_NAMES ? [`and ${names.length - MOST_NAMES} more`] : [];
  return [...names.slice(0, MOST_NAMES), ...more].join(", ");
}
