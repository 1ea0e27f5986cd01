import type { Column } from "./columns.ts";
import type { Goal } from "./complete.ts";
import type { PackedRow } from "./packing.ts";
import { RowIndex } from "./row-index.ts";
import type { Row } from "./rows.ts";
import type { Workbench } from "./set-up.ts";

/** What the lineups that a portfolio still lacks may use up of its rows, and must reach. */
export interface Remainder {
  /** So many are missing. */
  readonly count: number;
  /** The sides of rows that so few lineups could break, or that a bound puts a price on, and the row of each. */
  readonly rows: readonly PackedRow[];
  readonly sources: readonly Row[];
  /** The rows of single picks: all of them, and those whose picks may sit in the same slots. */
  readonly groups: readonly (readonly number[])[];
  /** Of `rows` those in which a lineup counts. */
  readonly rowsOf: (column: Column) => readonly number[];
  /** What the missing lineups have to be worth together where they fall short of no row's side, nor go beyond it. */
  readonly asked: number;
}

/** What is left when some lineups are taken. */
export function remainderOf(
  { plan, shareRows, shareIndex }: Pick<Workbench, "plan" | "shareRows" | "shareIndex">,
  taken: readonly Column[],
  { prices, sum }: Goal,
): Remainder {
  const count = plan.count - taken.length;
  const amounts = new Map(prices.list.map(({ row, amount }) => [row, amount]));
  const known = new Set(shareRows);
  const others = [...amounts.keys()].filter((row) => !known.has(row));
  const otherIndex = new RowIndex(others);
  const indexOf = (column: Column) =>
    others.length === 0
      ? shareIndex(column)
      : [...shareIndex(column), ...otherIndex.of(column).map((at) => shareRows.length + at)];
  const counts = new Int32Array(shareRows.length + others.length);
  for (const column of taken) for (const at of indexOf(column)) counts[at]! += 1;
  const rows: PackedRow[] = [];
  const sources: Row[] = [];
  let asked = taken.reduce((left, { points }) => left - BigInt(points), sum);
  const places = [...shareRows, ...others].map((row, at) => {
    const amount = amounts.get(row) ?? 0;
    const sides: number[] = [];
    const add = (left: number, isLeast: boolean) => {
      const price = Math.max(0, isLeast ? -amount : amount);
      sides.push(rows.length);
      rows.push({ left, isLeast, price });
      sources.push(row);
      asked -= BigInt(left) * BigInt(isLeast ? -price : price);
    };
    const room = Math.min(count, row.upper - counts[at]!);
    const lacking = Math.max(0, row.lower - counts[at]!);
    if (amount > 0 || room < count) add(room, false);
    if (amount < 0 || lacking > 0) add(lacking, true);
    return sides;
  });
  return {
    count,
    rows,
    sources,
    groups: groupsOf(sources, plan.model.picks.slots),
    rowsOf: (column) => indexOf(column).flatMap((at) => places[at]!),
    asked: Number(asked),
  };
}

function groupsOf(sources: readonly Row[], slots: ArrayLike<number>): number[][] {
  const all: number[] = [];
  const groups = new Map<number, number[]>();
  for (const [at, row] of sources.entries()) {
    if (row.kind !== "picks") continue;
    let bits = 0;
    for (const pick of row.picks) bits |= slots[pick]!;
    const group = groups.get(bits) ?? [];
    group.push(at);
    all.push(at);
    groups.set(bits, group);
  }
  return [all, ...groups.values()];
}
