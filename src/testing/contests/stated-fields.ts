import type { ContestTable } from "../../contests/catalog/contest-table.ts";
import { takesGames } from "../../contests/problem/build.ts";
import { uploadHeader } from "../../files/upload.ts";

/** What a book states about a contest that no lineup can show. */
export interface StatedFields {
  /** Whether the book accepts a slate with this many games. */
  readonly games?: ((count: number) => boolean) | undefined;
  /** The header of the book's upload file, one column per seat, such as `["CPT", "FLEX", "FLEX"]`. */
  readonly upload?: readonly string[] | undefined;
}

/** Slates of up to this many games are tried, and more if the table allows more. */
const MOST_GAMES = 16;

/** A line for each field of the table that differs from the book. */
export function disputedFields(contest: ContestTable, { games, upload }: StatedFields): string[] {
  return [
    ...(games === undefined ? [] : disputedGames(contest, games)),
    ...(upload === undefined ? [] : disputedUpload(contest, upload)),
  ];
}

/** The table's fields about which nothing is stated. */
export function unstatedFields({ games, upload }: StatedFields): string[] {
  return [
    ...(games === undefined ? ["games"] : []),
    ...(upload === undefined ? ["uploadOrder", "uploadColumn"] : []),
  ];
}

function disputedGames(contest: ContestTable, takes: (count: number) => boolean): string[] {
  const { minimum, maximum } = contest.games;
  const most = 1 + Math.max(MOST_GAMES, minimum, maximum ?? 0);
  const counts = Array.from({ length: most }, (_, at) => at + 1);
  const disputed = counts.find((count) => takes(count) !== takesGames(contest, count));
  if (disputed === undefined) return [];
  const [book, table] = takes(disputed) ? ["takes", "refuses"] : ["refuses", "takes"];
  const slate = `a slate of ${disputed} ${disputed === 1 ? "game" : "games"}`;
  return [
    `games: the book ${book} ${slate}, the table ${table} it (${minimum} to ${maximum ?? "any number"}).`,
  ];
}

function disputedUpload(contest: ContestTable, upload: readonly string[]): string[] {
  const own = uploadHeader(contest);
  if (own.join("\n") === upload.join("\n")) return [];
  const field = own.toSorted().join("\n") === upload.toSorted().join("\n") ? "uploadOrder" : "uploadColumn";
  return [
    `${field}: the book's upload file has the columns ${upload.join(", ")}, the table has ${own.join(", ")}.`,
  ];
}
