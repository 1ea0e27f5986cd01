import type { BookName } from "../shared/books/index.ts";
import type { CellsByHeader } from "./cells-by-header.ts";

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
