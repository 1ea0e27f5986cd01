import type { ScoredTerm } from "../scoring/breakdown.ts";
import { candidatesFor, indexListings } from "./listing-index.ts";
import type { ProjectionRow } from "./projections.ts";
import type { ScoredRow } from "./score-rows.ts";
import type { Listing, Slate, SlateEntry } from "./slate.ts";

/**
 * Why a row gave no projection: `blank` it has no points, `unknown` it names nobody of the pool, `ambiguous` it
 * fits several and does not say which, `repeated` rows of one entry disagree, `captain` it projects a captain's
 * multiplied points, `left-out` it names someone who cannot be drafted.
 */
export type UnusedCause = "blank" | "unknown" | "ambiguous" | "repeated" | "captain" | "left-out";

/** A row that gave no projection, and whom it may mean. */
export interface UnusedRow {
  readonly row: ProjectionRow;
  readonly cause: UnusedCause;
  readonly candidates: readonly Listing[];
}

/** What became of a projections file. */
export interface MatchReport {
  readonly rows: number;
  /** How many entries have a projection. */
  readonly matched: number;
  readonly unused: readonly UnusedRow[];
  /** Entries that no row gave a projection. */
  readonly withoutProjection: readonly SlateEntry[];
}

/** Points by entry GUID, as `slateInputs` takes them, and the report of what was and was not used. */
export interface MatchedProjections {
  readonly points: ReadonlyMap<string, number>;
  /** What points are made of, by entry GUID, where a row has been scored. */
  readonly breakdowns: ReadonlyMap<string, readonly ScoredTerm[]>;
  readonly report: MatchReport;
}

/**
 * Gives each row to the entry it means: by the book's id, else by name with team and position. Nothing is guessed:
 * a row that fits several people, and rows that disagree about one, give nobody points.
 */
export function matchProjections(
  slate: Slate,
  rows: readonly (ProjectionRow | ScoredRow)[],
): MatchedProjections {
  const index = indexListings(slate);
  const leftOut = new Set(slate.leftOut.map(({ listing }) => listing));
  const unused: UnusedRow[] = [];
  const claims = new Map<Listing, (ProjectionRow | ScoredRow)[]>();
  for (const row of rows) {
    const { captain, candidates } = candidatesFor(row, index);
    const cause = causeAgainst(row, captain, candidates, leftOut);
    if (cause !== null) unused.push({ row, cause, candidates });
    else claims.set(candidates[0]!, [...(claims.get(candidates[0]!) ?? []), row]);
  }

  const points = new Map<string, number>();
  const breakdowns = new Map<string, readonly ScoredTerm[]>();
  for (const [listing, claiming] of claims) {
    const claimed = claiming[0]!.points!;
    if (claiming.every((row) => row.points === claimed)) {
      points.set(listing.uuid, claimed);
      if ("breakdown" in claiming[0]!) breakdowns.set(listing.uuid, claiming[0].breakdown);
    } else for (const row of claiming) unused.push({ row, cause: "repeated", candidates: [listing] });
  }
  return {
    points,
    breakdowns,
    report: {
      rows: rows.length,
      matched: points.size,
      unused: unused.sort((a, b) => a.row.line - b.row.line),
      withoutProjection: slate.entries.filter(({ uuid }) => !points.has(uuid)),
    },
  };
}

function causeAgainst(
  row: ProjectionRow,
  captain: boolean,
  candidates: readonly Listing[],
  leftOut: ReadonlySet<Listing>,
): UnusedCause | null {
  if (candidates.length === 0) return "unknown";
  if (candidates.length > 1) return "ambiguous";
  if (leftOut.has(candidates[0]!)) return "left-out";
  if (captain) return "captain";
  return row.points === null ? "blank" : null;
}
