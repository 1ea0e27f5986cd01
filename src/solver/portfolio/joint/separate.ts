import { type Column, shared } from "./columns.ts";
import type { Likeness } from "./likeness.ts";
import type { Master, Mixture } from "./master.ts";
import { counts, keyOf, type Row } from "./rows.ts";
import type { Workbench } from "./set-up.ts";

/** Rows of uniqueness to add at a time. */
const MOST_COMMON = 200;
const NEAR = 1e-6;

/** The rows of shares that the master lacks and a mixture breaks. */
export function brokenRows({ master, shareRows, shareIndex, idle }: Workbench, { parts }: Mixture): Row[] {
  const sums = new Float64Array(shareRows.length);
  for (const [at, column] of master.columns.entries())
    if (parts[at]! > NEAR) for (const row of shareIndex(column)) sums[row]! += parts[at]!;
  return shareRows.filter(
    (row, at) => idle.has(row) && (sums[at]! > row.upper + NEAR || sums[at]! < row.lower - NEAR),
  );
}

/** Rows that keep lineups which are too much alike apart, and that a mixture breaks; the most broken first. */
export function brokenCommons(likeness: Likeness, master: Master, { parts }: Mixture): Row[] {
  const { columns } = master;
  const used = [...columns.keys()].filter((column) => parts[column]! > NEAR);
  const found = new Map<string, { readonly row: Row; readonly over: number }>();
  const note = (row: Row) => {
    const key = keyOf(row);
    if (found.has(key) || master.hasRow(row)) return;
    let over = -1;
    for (const column of used) if (counts(row, columns[column]!)) over += parts[column]!;
    if (over > NEAR) found.set(key, { row, over });
  };
  for (const [at, first] of used.entries()) {
    for (const second of used.slice(at + 1)) {
      const [one, other] = [columns[first]!, columns[second]!];
      if (one.likeness === other.likeness)
        note({ kind: "twins", likeness: one.likeness, lower: 0, upper: 1 });
      if (shared(one.entries, other.entries) < likeness.common) continue;
      const both = one.entries.filter((entry) => other.entries.includes(entry));
      const entries = heaviest(both, likeness.common, used, columns, parts);
      note({ kind: "common", entries, lower: 0, upper: 1 });
    }
  }
  return [...found.values()]
    .sort((a, b) => b.over - a.over)
    .slice(0, MOST_COMMON)
    .map(({ row }) => row);
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
