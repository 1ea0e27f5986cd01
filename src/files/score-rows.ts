import type { ScoredTerm } from "../contests/scoring/breakdown.ts";
import { scorePerformance } from "../contests/scoring/performance.ts";
import { InvalidFileError, InvalidRequestError } from "../shared/errors.ts";
import type { ScoringTable } from "../shared/schema/scoring.ts";
import type { Aliases } from "./aliases.ts";
import { candidatesFor, indexListings } from "./listing-index.ts";
import type { ProjectionRow } from "./projections.ts";
import type { Slate } from "./slate.ts";
import type { StatRow } from "./stat-row.ts";

/** A row whose points are the expectation of its stats. */
export interface ScoredRow extends ProjectionRow {
  readonly breakdown: readonly ScoredTerm[];
}

/** `file` is what errors call the rows; `aliases` as `matchProjections` takes them. */
interface ScoreRowsOptions {
  readonly table: ScoringTable;
  readonly file: string;
  readonly aliases?: Aliases | undefined;
}

/**
 * Scores rows of predicted stats as `matchProjections` takes them. Where a row means one person of the slate, the
 * position is the slate's, which the book scores by; a row without any stat of the position has no points.
 * @throws InvalidFileError for a stat that cannot be one, and for a line that several position groups fit.
 */
export function scoreRows(
  slate: Slate,
  rows: readonly StatRow[],
  { table, file, aliases }: ScoreRowsOptions,
): ScoredRow[] {
  const index = indexListings(slate);
  return rows.map(({ stats, ...row }) => {
    const [listing, ...others] = candidatesFor(row, index, aliases).candidates;
    const known = others.length === 0 ? listing : undefined;
    try {
      const { points, breakdown } = scorePerformance(table, stats, {
        kind: "projected",
        position: known?.position ?? row.position,
        entry: known?.kind ?? null,
        pointer: row.pointer === undefined ? "" : `${row.pointer}/attributes`,
      });
      return { ...row, points: points === null ? null : Math.round(points * 1e4) / 1e4 + 0, breakdown };
    } catch (error) {
      if (!(error instanceof InvalidRequestError)) throw error;
      // Whoever is not in the slate needs no points.
      if (known === undefined) return { ...row, points: null, breakdown: [] };
      throw new InvalidFileError(file, row.pointer === undefined ? row.line : null, error.message, error);
    }
  });
}
