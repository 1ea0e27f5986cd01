import { nearestListings } from "./listing-index.ts";
import type { MatchReport, UnusedCause, UnusedRow } from "./match-projections.ts";
import { PROJECTION_COLUMN_WORDS, type ProjectionColumn } from "./projection-columns.ts";
import type { ProjectionsFile } from "./projections.ts";
import type { Listing, Slate } from "./slate.ts";

/** The note if there are no projections. */
export const AVERAGES_NOTE = "points are the book's own averages.";

/** The maximum number of rows listed for one cause. */
const MOST_LINES = 8;

/** The wording for rows that gave no projection. */
interface Phrase {
  readonly one: string;
  readonly many: string;
  /** Whether to list the rows, one per line. */
  readonly named: boolean;
}

const PHRASES: Readonly<Record<UnusedCause, Phrase>> = {
  unknown: { one: "row matches nobody in the pool", many: "rows match nobody in the pool", named: true },
  ambiguous: {
    one: "row fits several people and was not used: add an id, a team or a position",
    many: "rows fit several people and were not used: add their ids, teams or positions",
    named: true,
  },
  repeated: {
    one: "row has another salary than the listed one and was not used",
    many: "rows have another salary than the listed one and were not used",
    named: false,
  },
  blank: { one: "row has no points", many: "rows have no points", named: false },
  captain: {
    one: "row is of a captain and was not used: the plain row counts",
    many: "rows are of captains and were not used: the plain rows count",
    named: false,
  },
  "captain-alone": {
    one: "row is of a captain without a plain row, so this player has no points",
    many: "rows are of captains without a plain row, so these players have no points",
    named: true,
  },
  "left-out": {
    one: "row is of a player who cannot be drafted",
    many: "rows are of players who cannot be drafted",
    named: false,
  },
};

/** The columns whose headers the note always reports. */
const TOLD: readonly ProjectionColumn[] = ["points", "ownership", "minimumExposure", "maximumExposure"];

/** The header used for each column, such as `points are "My Proj", ownership is "Own%"`. */
export function columnNote({ columns }: Pick<ProjectionsFile, "columns">): string {
  const told = TOLD.flatMap((column) => {
    const header = columns[column];
    if (header === undefined) return [];
    return `${PROJECTION_COLUMN_WORDS[column]} ${column === "points" ? "are" : "is"} "${header}"`;
  });
  return `${told.join(", ")}.`;
}

/**
 * The report in sentences. Rows that need attention get a line each with their possible players, at most
 * `most` per cause.
 */
export function matchNotes(
  { rows, matched, unused, withoutProjection }: MatchReport,
  slate: Slate,
  most: number = MOST_LINES,
): string[] {
  const notes = [
    `${matched} pool ${haveEntries(matched)} a projection, from ${rows} ${rows === 1 ? "row" : "rows"}.`,
  ];
  for (const [cause, { one, many, named }] of Object.entries(PHRASES)) {
    const these = unused.filter((row) => row.cause === cause);
    if (these.length === 0) continue;
    notes.push(`${these.length} ${these.length === 1 ? one : many}${named ? ":" : "."}`);
    if (named) notes.push(...listed(these, slate, most));
  }
  if (withoutProjection.length > 0)
    notes.push(
      `${withoutProjection.length} pool ${haveEntries(withoutProjection.length)} no projection and ${withoutProjection.length === 1 ? "is" : "are"} left out.`,
    );
  return notes;
}

function haveEntries(count: number): string {
  return count === 1 ? "entry has" : "entries have";
}

function listed(unused: readonly UnusedRow[], slate: Slate, most: number): string[] {
  const shown = unused.length > most ? unused.slice(0, most - 1) : unused;
  const lines = shown.map(({ row: { name, id, team, line, pointer }, cause, candidates }) => {
    const known = cause === "captain-alone";
    const may = known ? [] : candidates.length > 0 ? candidates : nearestListings(slate, name ?? "");
    const whom =
      may.length === 0
        ? ""
        : `; ${candidates.length > 0 ? "fits" : "nearest"} ${may.map(label).join(" or ")}`;
    return `  ${pointer ?? `line ${line}`}: ${name ?? id}${team === null ? "" : ` ${team}`}${whom}`;
  });
  return shown.length === unused.length ? lines : [...lines, `  and ${unused.length - shown.length} more`];
}

function label({ name, position, team, salary }: Listing): string {
  return `${name} (${position}, ${team}, ${salary})`;
}
