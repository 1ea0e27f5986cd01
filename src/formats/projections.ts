import type { Column } from "../books/book.ts";
import { InvalidFileError } from "../errors.ts";
import { readPoints } from "./cells.ts";
import { type CsvRecord, parseCsv, refuseSwallowedRows } from "./csv.ts";
import { findHeader, headerKey } from "./header.ts";
import { PROJECTION_COLUMNS, type ProjectionColumn } from "./projection-columns.ts";

/** One row of a projections file; null for cells that are empty or that the file has no column for. */
export interface ProjectionRow {
  readonly line: number;
  readonly id: string | null;
  readonly name: string | null;
  readonly team: string | null;
  readonly position: string | null;
  /** Fantasy points; null for an empty cell, which is no projection. */
  readonly points: number | null;
}

/** `file` is what errors call the text; `columns` are header names to take in place of those in use. */
export interface ReadProjectionsOptions {
  readonly file: string;
  readonly columns?: Readonly<Partial<Record<ProjectionColumn, string>>> | undefined;
}

/**
 * Reads anyone's projections file: a header row with a column of points and a column of names or the book's ids,
 * in any order, among any others.
 * @throws InvalidFileError for missing columns, and for points that are no number, by line and column.
 */
export function readProjectionsCsv(
  text: string,
  { file, columns: asked = {} }: ReadProjectionsOptions,
): ProjectionRow[] {
  const records = parseCsv(text, file);
  const columns = columnsFor(asked);
  const header = findHeader(records, columns);
  const headings = header === null ? undefined : records[header.row];
  if (
    header === null ||
    headings === undefined ||
    (header.at.name === undefined && header.at.id === undefined)
  )
    throw withoutColumns(records, columns, file);

  return records.slice(header.row + 1).flatMap((record): ProjectionRow[] => {
    refuseSwallowedRows(record, file);
    const cell = (column: ProjectionColumn) => record.cells[header.at[column] ?? -1] ?? "";
    const id = cell("id") || null;
    const name = cell("name") || null;
    if (id === null && name === null) return [];
    const place = { file, line: record.line, column: headings.cells[header.at.points!]! };
    return [
      {
        line: record.line,
        id,
        name,
        team: cell("team") || null,
        position: cell("position") || null,
        points: readPoints(cell("points"), place),
      },
    ];
  });
}

function columnsFor(asked: ReadProjectionsOptions["columns"]): Readonly<Record<ProjectionColumn, Column>> {
  const columns = { ...PROJECTION_COLUMNS };
  for (const column of Object.keys(PROJECTION_COLUMNS) as ProjectionColumn[]) {
    const name = asked?.[column];
    if (name !== undefined) columns[column] = { names: [name], required: true };
  }
  return columns;
}

function withoutColumns(
  records: readonly CsvRecord[],
  columns: Readonly<Record<ProjectionColumn, Column>>,
  file: string,
): InvalidFileError {
  const { line, cells } = records[0]!;
  const present = new Set(cells.map(headerKey));
  const has = ({ names }: Column) => names.some((name) => present.has(headerKey(name)));
  const lacking = (Object.keys(columns) as ProjectionColumn[])
    .filter((column) => columns[column].required && !has(columns[column]))
    .map((column) => `${column} (${columns[column].names.join(", ")})`);
  if (!has(columns.name) && !has(columns.id))
    lacking.push(`name (${columns.name.names.join(", ")}) or id (${columns.id.names.join(", ")})`);
  return new InvalidFileError(
    file,
    line,
    `has no column for ${[...new Set(lacking)].join("; nor for ")}. Its columns are ${cells
      .filter((cell) => cell !== "")
      .join(", ")}: say which of them to take.`,
  );
}
