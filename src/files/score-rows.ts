import type { ScoredTerm } from "../contests/scoring/breakdown.ts";
import type { StatLine } from "../contests/scoring/line.ts";
import { ownersOf } from "../contests/scoring/owner.ts";
import { scorePerformance } from "../contests/scoring/performance.ts";
import { InvalidFileError, InvalidRequestError } from "../shared/errors.ts";
import { parseInput } from "../shared/schema/parse.ts";
import { type PerformanceDocument, performanceDocumentSchema } from "../shared/schema/performances.ts";
import type { ScoringTable } from "../shared/schema/scoring.ts";
import type { Aliases } from "./aliases.ts";
import { candidatesFor, indexListings } from "./listing-index.ts";
import type { ProjectionRow } from "./projections.ts";
import type { Slate } from "./slate.ts";

/** A row with predicted stats instead of points. */
export interface StatRow extends ProjectionRow {
  readonly stats: StatLine;
}

/** A row with the given details of its player; all other cells are null. */
export function rowOf(
  line: number,
  who: Pick<ProjectionRow, "id" | "name" | "team" | "position"> &
    Partial<Pick<ProjectionRow, "file" | "rosterPosition" | "salary" | "columns">>,
  stats: StatLine,
): StatRow {
  return {
    line,
    rosterPosition: null,
    salary: null,
    ...who,
    stats,
    points: null,
    ownership: null,
    minimumExposure: null,
    maximumExposure: null,
  };
}

/** A row whose points are the expected score of its stats. */
export interface ScoredRow extends ProjectionRow {
  readonly breakdown: readonly ScoredTerm[];
}

/** `file` names the rows in errors; `aliases` are the ones for `matchProjections`. */
interface ScoreRowsOptions {
  readonly table: ScoringTable;
  readonly file: string;
  readonly aliases?: Aliases | undefined;
}

/**
 * Scores rows of predicted stats for `matchProjections`. If a row matches one player of the slate, scores it
 * by the slate's position; a row without any stat of that position has no points.
 * @throws InvalidFileError for an impossible stat value, and for a line that fits several position groups.
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
      // Players outside the slate need no points.
      if (known === undefined) return { ...row, points: null, breakdown: [] };
      throw new InvalidFileError(file, row.pointer === undefined ? row.line : null, error.message, error);
    }
  });
}

/**
 * The stat lines of a Performance document as rows to match with a salary file; `pointer` is their place.
 * Takes names, teams and positions from `included`.
 * @throws InvalidRequestError with the parameter `performances` as its source.
 */
export function performanceRows(document: PerformanceDocument, table: ScoringTable): StatRow[] {
  const parsed = parseInput(performanceDocumentSchema, document, { parameter: "performances" });
  const ownerOf = ownersOf(parsed, table);
  return parsed.data.flatMap((performance, index) => {
    const { name, position, team, bookId } = ownerOf(performance);
    if (name === null && bookId === null) return [];
    const row = rowOf(index + 1, { id: bookId, name, team, position }, performance.attributes);
    return [{ ...row, pointer: `/data/${index}` }];
  });
}
