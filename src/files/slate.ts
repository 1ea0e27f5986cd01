import type { BookName } from "../shared/books/index.ts";
import { nameText } from "../shared/guid-bytes.ts";
import type { CellsByHeader } from "./cells.ts";

/** A book's name. */
export type Book = BookName;

/** Someone a salary file lists: a player, or a team's defense. */
export interface Listing {
  /** GUID of the player; of the team where it is a team's defense. */
  readonly uuid: string;
  readonly kind: "player" | "team";
  /** The book's own id; in showdown that of the plain (FLEX or UTIL) row. Null where the file has none. */
  readonly bookId: string | null;
  /** The book's own id as captain. Null outside showdown and where the file has none. */
  readonly captainBookId: string | null;
  readonly name: string;
  /** Null where the file has only whole names. */
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** As the file writes it, such as `PG/SG`, `LW` or `D`. */
  readonly position: string;
  /** The slots that the book lets him sit in, as the file names them; null where the position decides. */
  readonly slots: readonly string[] | null;
  /** The team's abbreviation, upper case. */
  readonly team: string;
  readonly salary: number;
  /** Null outside showdown. */
  readonly captainSalary: number | null;
  /** The file's own average points of the book; null where its cell is empty. */
  readonly averagePoints: number | null;
  /** The file's injury or status mark, such as `Q` or `GTD`; null for none. */
  readonly status: string | null;
  /** Every cell of the row that says something, by its header; of a captain in a row of his own, the plain row's. */
  readonly columns?: CellsByHeader | undefined;
  /** What errors call the file, and the line of the row; of a captain in a row of his own, the plain row's. */
  readonly file?: string | undefined;
  readonly line?: number | undefined;
}

/** Someone who can be drafted. */
export interface SlateEntry extends Listing {
  readonly opponent: string;
  /** Away and home team, such as `SF@CLE`. */
  readonly game: string;
  /** ISO 8601, UTC with offset `+00:00`; null where the file does not say. */
  readonly startsAt: string | null;
}

/** Why someone listed cannot be drafted: the mark of an injury, or the state of the game. */
export type LeftOutReason = "injured" | "game-started" | "game-over" | "game-off" | "game-unknown";

/** Someone listed who cannot be drafted; `detail` is the file's own word for it. */
export interface LeftOut {
  readonly listing: Listing;
  readonly reason: LeftOutReason;
  readonly detail: string;
}

/** A book's salary file, read. */
export interface Slate {
  readonly book: Book;
  readonly sport: string;
  readonly contest: string;
  /** The slots of a lineup as a template's own slot row has them, a name for each seat; null where it has none. */
  readonly slotRow: readonly string[] | null;
  /** In the file's order; showdown entries in the order of their plain rows. */
  readonly entries: readonly SlateEntry[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * The namespace of everything read from a book's file, which has no GUIDs of its own: a version 4 UUID drawn once
 * for this project. GUIDs are version 5 UUIDs in it, so the same file gives the same GUIDs everywhere.
 */
const FILES = "2ed4551f-aa7f-44ab-8514-094c0db21642";

/** A player's GUID: of the book and its id, or of name, team and position where the file has no ids. */
export function playerUuid(book: Book, key: string): string {
  return nameText(`${book} player ${key}`, FILES);
}

/** GUIDs of teams by their names: the rows of a file name the same few. */
const teams = new Map<string, string>();
const MOST_TEAMS = 1_000;

/** A team's GUID, which is its defense's as well. */
export function teamUuid(book: Book, sport: string, team: string): string {
  const name = `${book} team ${sport} ${team}`;
  const uuid = teams.get(name) ?? nameText(name, FILES);
  if (teams.size >= MOST_TEAMS) teams.clear();
  teams.set(name, uuid);
  return uuid;
}

/** A game's GUID: of the two teams and the start, where the file says it. */
export function gameUuid(book: Book, sport: string, game: string, startsAt: string | null): string {
  return nameText(`${book} game ${sport} ${game} ${startsAt ?? ""}`, FILES);
}

/** The GUID of the projection of a pool entry in a game. */
export function projectionUuid(entry: string, game: string): string {
  return nameText(`projection ${entry} ${game}`, FILES);
}

/**
 * A slate with people of its `leftOut` who sit in entries all the same, because their games have begun. The file no
 * longer says which game that is: it is their team's, where someone else of the team tells; else one of its own for each
 * team with `apart`, and one for both without, as in a contest of one game.
 */
export function withHeld(slate: Slate, held: ReadonlySet<LeftOut>, apart: boolean): Slate {
  const known = new Map(slate.entries.map((entry) => [entry.team, entry]));
  const entryOf = ({ listing }: LeftOut): SlateEntry => {
    const { opponent, game, startsAt } = known.get(listing.team) ?? {
      opponent: "",
      game: apart ? `${listing.team} begun` : "begun",
      startsAt: null,
    };
    return { ...listing, opponent, game, startsAt };
  };
  return {
    ...slate,
    entries: [...slate.entries, ...slate.leftOut.filter((one) => held.has(one)).map(entryOf)],
    leftOut: slate.leftOut.filter((one) => !held.has(one)),
  };
}

const PHRASES: Readonly<Record<LeftOutReason, string>> = {
  injured: "marked as out",
  "game-started": "whose game has started",
  "game-over": "whose game is over",
  "game-off": "whose game is off",
  "game-unknown": "without a game",
};

/** Why someone cannot be drafted, in words. */
export function describeReason(reason: LeftOutReason): string {
  return PHRASES[reason];
}

/** How many of those marked as out are named. */
const NAMED = 8;

/**
 * How many were left out and why, such as `2 marked as out (1 O, 1 IR: Ado Kessby, Bor Lander), 40 whose game has
 * started`; of many marked as out the dearest are named.
 */
export function describeLeftOut(leftOut: readonly LeftOut[]): string {
  return [...countBy(leftOut, ({ reason }) => reason)]
    .map(([reason, count]) => {
      if (reason !== "injured") return `${count} ${PHRASES[reason]}`;
      const marked = leftOut.filter((other) => other.reason === reason);
      const marks = [...countBy(marked, ({ detail }) => detail)].map(([mark, times]) => `${times} ${mark}`);
      return `${count} ${PHRASES[reason]} (${marks.join(", ")}: ${dearest(marked)})`;
    })
    .join(", ");
}

function dearest(leftOut: readonly LeftOut[]): string {
  const names = leftOut
    .toSorted((a, b) => b.listing.salary - a.listing.salary)
    .map(({ listing }) => listing.name);
  const more = names.length > NAMED ? [`and ${names.length - NAMED} more`] : [];
  return [...names.slice(0, NAMED), ...more].join(", ");
}

function countBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
