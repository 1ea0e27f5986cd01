import type { Column } from "./columns.ts";
import { counts, type Row } from "./rows.ts";

/** A prefix tree of the overlap rows: the path from the root to a node is a row's players, ascending. */
interface EntryTree {
  readonly next: Map<number, EntryTree>;
  /** The indices of the rows whose players are exactly those on the path to this node. */
  readonly rows: number[];
}

/** Finds the rows in which a lineup counts; it does not test each row. */
export class RowIndex {
  readonly #rows: Row[] = [];
  readonly #byPick = new Map<number, number[]>();
  readonly #byEntries: EntryTree = { next: new Map(), rows: [] };
  /** The indices of the rows that must be tested one by one. */
  readonly #others: number[] = [];

  constructor(rows: readonly Row[] = []) {
    for (const row of rows) this.add(row);
  }

  add(row: Row): void {
    const at = this.#rows.push(row) - 1;
    if (row.kind === "picks") for (const pick of row.picks) listed(this.#byPick, pick).push(at);
    else if (row.kind === "overlap") treeOf(this.#byEntries, row.entries).rows.push(at);
    else this.#others.push(at);
  }

  /**
   * The indices of the rows in which a lineup counts, unsorted; rows are numbered in the order in which they
   * were added.
   */
  of(column: Column): number[] {
    const found = this.#others.filter((at) => counts(this.#rows[at]!, column));
    // No lineup has two picks of a row, so each row is found once.
    for (const pick of column.picks) found.push(...(this.#byPick.get(pick) ?? []));
    collect(this.#byEntries, column.entries, 0, found);
    return found;
  }
}

function treeOf(root: EntryTree, entries: readonly number[]): EntryTree {
  let tree = root;
  for (const entry of entries) {
    const known = tree.next.get(entry) ?? { next: new Map(), rows: [] };
    tree.next.set(entry, known);
    tree = known;
  }
  return tree;
}

/**
 * Adds to `found` the rows of this node, and the rows below it whose further players are all in `entries`,
 * from index `from` on.
 */
function collect({ next, rows }: EntryTree, entries: readonly number[], from: number, found: number[]): void {
  for (const row of rows) found.push(row);
  if (next.size === 0) return;
  for (let at = from; at < entries.length; at += 1) {
    const tree = next.get(entries[at]!);
    if (tree !== undefined) collect(tree, entries, at + 1, found);
  }
}

function listed(lists: Map<number, number[]>, key: number): number[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const list: number[] = [];
  lists.set(key, list);
  return list;
}
