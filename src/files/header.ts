import type { Column } from "../shared/books/book.ts";
import { headerKey } from "../shared/header-key.ts";
import { isMissing } from "./cells.ts";
import type { CsvRecord } from "./csv.ts";

export { headerKey } from "../shared/header-key.ts";

/** A header row with the position of each column. */
export interface Header<Key extends string> {
  /** Index into the records. */
  readonly row: number;
  readonly at: Readonly<Partial<Record<Key, number>>>;
}

/** The candidate cells of each column in a header row, by index, the preferred one first. */
type Located<Key extends string> = ReadonlyMap<Key, readonly number[]>;

/**
 * The first record that has every required column at any position: books embed a pool to the right of other
 * rows. If several cells match a column, takes the preferred one that has values below it.
 */
export function findHeader<Key extends string>(
  records: readonly CsvRecord[],
  columns: Readonly<Record<Key, Column>>,
): Header<Key> | null {
  for (const [row, { cells }] of records.entries()) {
    const located = locate(cells, columns);
    if (missingColumns(located, columns).length > 0) continue;
    const below = records.slice(row + 1);
    const isFilled = (index: number) => below.some((record) => !isMissing(record.cells[index] ?? ""));
    const at: Partial<Record<Key, number>> = {};
    for (const [key, indices] of located) at[key] = indices.find(isFilled) ?? indices[0]!;
    return { row, at };
  }
  return null;
}

/**
 * The required columns missing from the record that is most like a header, by their first names; all of them
 * if no record is like one.
 */
export function missingFromBest<Key extends string>(
  records: readonly CsvRecord[],
  columns: Readonly<Record<Key, Column>>,
): { readonly line: number | null; readonly missing: readonly string[] } {
  let best = { line: null as number | null, missing: missingColumns(new Map(), columns) };
  for (const { line, cells } of records) {
    const missing = missingColumns(locate(cells, columns), columns);
    if (missing.length < best.missing.length) best = { line, missing };
  }
  return best;
}

function locate<Key extends string>(
  cells: readonly string[],
  columns: Readonly<Record<Key, Column>>,
): Located<Key> {
  const indices = new Map<string, number[]>();
  for (const [index, cell] of cells.entries()) {
    const key = headerKey(cell);
    const known = indices.get(key);
    if (known === undefined) indices.set(key, [index]);
    else known.push(index);
  }
  const located = new Map<Key, readonly number[]>();
  for (const key of Object.keys(columns) as Key[]) {
    const found = columns[key].names.flatMap((name) => indices.get(headerKey(name)) ?? []);
    if (found.length > 0) located.set(key, found);
  }
  return located;
}

function missingColumns<Key extends string>(
  located: Located<Key>,
  columns: Readonly<Record<Key, Column>>,
): string[] {
  return (Object.keys(columns) as Key[])
    .filter((key) => columns[key].required && !located.has(key))
    .map((key) => columns[key].names[0]!);
}
