import type { ScoringTable } from "../shared/schema/scoring.ts";
import type { Aliases } from "./aliases.ts";
import { columnNote } from "./match-notes.ts";
import type { ProjectionColumn } from "./projection-columns.ts";
import { type ProjectionRow, readProjectionsCsv } from "./projections.ts";
import { type ScoredRow, scoreRows } from "./score-rows.ts";
import type { Slate } from "./slate.ts";
import { readStatLinesCsv } from "./stat-columns.ts";

/**
 * `file` is what errors call the text; `table` finds the scoring table of the slate's sport and book; `columns` are
 * header names to take in place of those in use.
 */
export interface ProjectionFileOptions {
  readonly file: string;
  readonly table: () => ScoringTable;
  readonly columns?: Readonly<Partial<Record<ProjectionColumn, string>>> | undefined;
  readonly aliases?: Aliases | undefined;
}

/**
 * Reads a projections file for a slate: points, or stats that the book's table scores. `note` says which columns
 * gave the points.
 * @throws InvalidFileError, UnknownScoringError
 */
export function readProjectionFile(
  slate: Slate,
  bytes: Uint8Array,
  { file, table, columns, aliases }: ProjectionFileOptions,
): { readonly rows: readonly (ProjectionRow | ScoredRow)[]; readonly note: string } {
  const { book } = slate;
  const lines =
    columns?.points === undefined ? readStatLinesCsv(bytes, { file, book, table: table() }) : null;
  if (lines === null) {
    const read = readProjectionsCsv(bytes, { file, book, columns });
    return { rows: read.rows, note: columnNote(read) };
  }
  const rows = scoreRows(slate, lines.rows, { table: table(), file, aliases });
  const headers = [...lines.columns.values()].join(", ");
  return { rows, note: `points are scored from its columns ${headers}.` };
}
