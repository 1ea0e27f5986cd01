import type { ProjectionRow } from "./projections.ts";
import type { Listing, SlateEntry } from "./slate.ts";

/**
 * Why a row gave no projection: `blank` it has no points, `unknown` it names nobody of the pool, `ambiguous` it
 * fits several and does not say which, `repeated` another row of the same entry has the listed salary, `captain`
 * it projects a captain's multiplied points beside a plain row, `captain-alone` without one, `left-out` it names someone who cannot be drafted.
 */
export type UnusedCause =
  | "blank"
  | "unknown"
  | "ambiguous"
  | "repeated"
  | "captain"
  | "captain-alone"
  | "left-out";

/** A row that gave no projection, and whom it may mean. */
export interface UnusedRow {
  readonly row: ProjectionRow;
  readonly cause: UnusedCause;
  readonly candidates: readonly Listing[];
}

/** What became of a projections file. */
export interface MatchReport {
  readonly rows: number;
  /** How many of the rows have points. */
  readonly projected: number;
  /** How many entries have a projection. */
  readonly matched: number;
  readonly unused: readonly UnusedRow[];
  /** Entries that no row gave a projection. */
  readonly withoutProjection: readonly SlateEntry[];
}
