import type { Column } from "./columns.ts";
import { counts, type Row } from "./rows.ts";

/** Finds the rows in which a lineup counts without asking each of them. */
export class RowIndex {
  readonly #rows: Row[] = [];
  readonly #byPick = new Map<number, number[]>();
  /** Rows of common entries by their first entry. */
  readonly #byEntry = new Map<number, number[]>();
  /** Rows that must be tested one by one. */
  readonly #others: number[] = [];

  constructor(rows: readonly Row[] = []) {
    for (const row of rows) this.add(row);
  }

  add(row: Row): void {
    const at = this.#rows.push(row) - 1;
    if (row.kind === "picks") for (const pick of row.picks) listed(this.#byPick, pick).push(at);
    else if (row.kind === "overlap" && row.entries.length > 0)
      listed(this.#byEntry, row.entries[0]!).push(at);
    else this.#others.push(at);
  }

  /** The indices, by order of insertion, of the rows in which a lineup counts; unsorted. */
  of(column: Column): number[] {
    const found = this.#others.filter((at) => counts(this.#rows[at]!, column));
    // No lineup has two picks of a row, so each row is found once.
    for (const pick of column.picks) found.push(...(this.#byPick.get(pick) ?? []));
    if (this.#byEntry.size > 0)
      for (const entry of column.entries)
        for (const at of this.#byEntry.get(entry) ?? []) if (counts(this.#rows[at]!, column)) found.push(at);
    return found;
  }
}

function listed(lists: Map<number, number[]>, key: number): number[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const list: number[] = [];
  lists.set(key, list);
  return list;
}
