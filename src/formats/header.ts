import type { Column } from "../books/book.ts";
import type { CsvRecord } from "./csv.ts";

/** A header row that was found: where each column stands. */
export interface Header<Key extends string> {
  /** Index into the records. */
  readonly row: number;
  readonly at: Readonly<Partial<Record<Key, number>>>;
}

/** How header names are compared: letters and digits only, case aside. */
export function headerKey(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/**
 * The first record that has every required column, wherever in the record they stand: books embed a pool to the
 * right of other rows.
 */
export function findHeader<Key extends string>(
  records: readonly CsvRecord[],
  columns: Readonly<Record<Key, Column>>,
): Header<Key> | null {
  for (const [row, { cells }] of records.entries()) {
    const at = locate(cells, columns);
    if (missingColumns(at, columns).length === 0) return { row, at };
  }
  return null;
}

/** The required columns that the record most like a header lacks, by their first names; all of them if none is. */
export function missingFromBest<Key extends string>(
  records: readonly CsvRecord[],
  columns: Readonly<Record<Key, Column>>,
): { readonly line: number | null; readonly missing: readonly string[] } {
  let best = { line: null as number | null, missing: missingColumns({}, columns) };
  for (const { line, cells } of records) {
    const missing = missingColumns(locate(cells, columns), columns);
    if (missing.length < best.missing.length) best = { line, missing };
  }
  return best;
}

function locate<Key extends string>(
  cells: readonly string[],
  columns: Readonly<Record<Key, Column>>,
): Partial<Record<Key, number>> {
  const keys = cells.map(headerKey);
  const at: Partial<Record<Key, number>> = {};
  for (const key of Object.keys(columns) as Key[]) {
    const index = columns[key].names.map((name) => keys.indexOf(headerKey(name))).find((found) => found >= 0);
    if (index !== undefined) at[key] = index;
  }
  return at;
}

function missingColumns<Key extends string>(
  at: Partial<Record<Key, number>>,
  columns: Readonly<Record<Key, Column>>,
): string[] {
  return (Object.keys(columns) as Key[])
    .filter((key) => columns[key].required && at[key] === undefined)
    .map((key) => columns[key].names[0]!);
}
