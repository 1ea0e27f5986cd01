import type { Column } from "./columns.ts";
import type { Likeness } from "./likeness.ts";
import type { Master, Mixture } from "./master.ts";
import { isAny } from "./near.ts";
import { counts, keyOf, type Row } from "./rows.ts";
import type { Workbench } from "./set-up.ts";

/** Rows of uniqueness to add at a time. */
const MOST_COMMON = 200;

/** The rows of shares that the master lacks and a mixture breaks. */
export function brokenRows(
  { master, shareRows, shareIndex, idle }: Pick<Workbench, "master" | "shareRows" | "shareIndex" | "idle">,
  { parts }: Mixture,
): Row[] {
  const sums = new Float64Array(shareRows.length);
  for (const [at, column] of master.columns.entries())
    if (isAny(parts[at]!)) for (const row of shareIndex(column)) sums[row]! += parts[at]!;
  return shareRows.filter(
    (row, at) => idle.has(row) && (isAny(sums[at]! - row.upper) || isAny(row.lower - sums[at]!)),
  );
}

/** Finds rows that keep lineups which are too much alike apart; compares each two of them once. */
export class Separator {
  readonly #likeness: Likeness;
  readonly #master: Master;
  /** The columns that were in some mixture, and which of them are too much alike. */
  readonly #met: number[] = [];
  readonly #isMet = new Set<number>();
  readonly #alike: (readonly [number, number])[] = [];

  constructor(likeness: Likeness, master: Master) {
    this.#likeness = likeness;
    this.#master = master;
  }

  /** Rows that a mixture breaks, the most broken first. */
  broken({ parts }: Mixture): Row[] {
    if (!this.#likeness.isAsked) return [];
    const { columns } = this.#master;
    const used = [...columns.keys()].filter((column) => isAny(parts[column]!));
    for (const column of used) this.#meet(column);
    const found = new Map<string, { readonly row: Row; readonly over: number }>();
    const note = (row: Row) => {
      const key = keyOf(row);
      if (found.has(key) || this.#master.hasRow(row)) return;
      let over = -1;
      for (const column of used) if (counts(row, columns[column]!)) over += parts[column]!;
      if (isAny(over)) found.set(key, { row, over });
    };
    for (const [first, second] of this.#alike) {
      if (!isAny(parts[first]!) || !isAny(parts[second]!)) continue;
      const [one, other] = [columns[first]!, columns[second]!];
      if (one.likeness === other.likeness)
        note({ kind: "twins", likeness: one.likeness, lower: 0, upper: 1 });
      const both = one.entries.filter((entry) => other.entries.includes(entry));
      if (both.length < this.#likeness.common) continue;
      const entries = heaviest(both, this.#likeness.common, used, columns, parts);
      note({ kind: "common", entries, lower: 0, upper: 1 });
    }
    return [...found.values()]
      .sort((a, b) => b.over - a.over)
      .slice(0, MOST_COMMON)
      .map(({ row }) => row);
  }

  #meet(column: number): void {
    if (this.#isMet.has(column)) return;
    const { columns } = this.#master;
    for (const other of this.#met)
      if (this.#likeness.clash(columns[column]!, columns[other]!)) this.#alike.push([other, column]);
    this.#met.push(column);
    this.#isMet.add(column);
  }
}

/** So many of the entries, leaving out one by one who keeps the fewest lineups together. */
function heaviest(
  entries: readonly number[],
  size: number,
  used: readonly number[],
  columns: readonly Column[],
  parts: Float64Array,
): readonly number[] {
  let kept = entries;
  while (kept.length > size) {
    const weights = kept.map((out) => {
      const rest = kept.filter((entry) => entry !== out);
      return used.reduce(
        (sum, column) =>
          rest.every((entry) => columns[column]!.entries.includes(entry)) ? sum + parts[column]! : sum,
        0,
      );
    });
    const out = weights.indexOf(Math.max(...weights));
    kept = kept.filter((_, at) => at !== out);
  }
  return kept;
}
