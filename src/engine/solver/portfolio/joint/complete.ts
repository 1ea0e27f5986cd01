import { POINT_UNITS } from "../../../model/model.ts";
import type { Column } from "./columns.ts";
import type { Likeness } from "./likeness.ts";
import { oddsOf, type PackedRow, packed } from "./packing.ts";
import { type Prices, STEP, worthOf } from "./prices.ts";
import { priceLineups } from "./pricing.ts";
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

/** Lineups that are looked at for each one missing. */
const MOST_LOOKED = 100;

/** What the odds of a row are worth, in points: little beside what lineups are apart, for most are as good as many others. */
const ODDS = 0.03;
/** The odds of a row in which all that are missing must count, and of one in which none needs to any more. */
const [DUE, DONE] = [8, -3];

/**
 * Lineups that may complete a portfolio: the best where rows of which much is left are a little more worth, then, with what
 * the first of them leaves, the best again, and so on. None where prices are not of single picks alone.
 */
export async function lineupsThatFill(
  {
    pricing,
    master,
    likeness,
  }: Pick<Workbench, "pricing" | "likeness"> & {
    readonly master: Pick<Workbench["master"], "has">;
  },
  { taken }: Pick<Half, "taken">,
  { count, rows, sources, rowsOf }: Remainder,
  prices: Prices,
): Promise<readonly Column[]> {
  if (prices.others.length > 0 || sources.some(({ kind }) => kind !== "picks")) return [];
  const known = new Set(taken.map(({ key }) => key));
  const isBarred = (column: Column) =>
    pricing.isBarred(column) ||
    known.has(column.key) ||
    (likeness.isAsked && taken.some((other) => likeness.clash(column, other)));
  const found = new Map<string, Column>();
  const chosen = new Set<string>();
  const left = rows.map((row) => row.left);
  for (let missing = count; missing > 0; missing -= 1) {
    const { ofPick, barred } = pricesToFill(prices, { rows, sources }, left, missing);
    const { priced } = await priceLineups(
      { ...pricing, barred, isBarred },
      { ...prices, ofPick },
      {
        best: 0,
        fresh: MOST_LOOKED,
        isFresh: () => true,
        floor: Number.NEGATIVE_INFINITY,
        deepest: MOST_LOOKED,
      },
    );
    for (const { column } of priced) if (!master.has(column)) found.set(column.key, column);
    const next = priced.find(({ column }) => !chosen.has(column.key));
    if (next === undefined) break;
    chosen.add(next.column.key);
    for (const row of rowsOf(next.column)) left[row]! -= 1;
  }
  return [...found.values()];
}

/** Prices by which lineups take most of the rows of which most is left, and picks of rows that are used up. */
function pricesToFill(
  prices: Prices,
  { rows, sources }: Pick<Remainder, "rows" | "sources">,
  left: readonly number[],
  missing: number,
): { readonly ofPick: Float64Array; readonly barred: readonly number[] } {
  const ofPick = prices.ofPick.slice();
  const barred: number[] = [];
  for (const [at, { isLeast }] of rows.entries()) {
    const row = sources[at]!;
    if (row.kind !== "picks") continue;
    const own = left[at]!;
    const odds = own >= missing ? DUE : isLeast && own <= 0 ? DONE : oddsOf(own / missing);
    const amount = STEP * Math.round((ODDS * odds * POINT_UNITS) / STEP);
    for (const pick of row.picks)
      if (own <= 0 && !isLeast) barred.push(pick);
      else ofPick[pick]! -= amount;
  }
  return { ofPick, barred };
}

/** What a portfolio is to come to, and the prices of the bound that it is held against. */
export interface Goal {
  readonly prices: Prices;
  /** Whole units of points. */
  readonly sum: bigint;
}

/** What is taken of a portfolio, and what of the master may still be. */
export interface Half {
  readonly taken: readonly Column[];
  readonly open: readonly Column[];
}

/** Of more lineups that are missing at a time hardly any are found. */
const MOST_MISSING = 12;

/**
 * Lineups that together with those taken are a portfolio of no less than the goal: of those that the master has and, where it
 * is to be filled, of those that use up evenly what is left of the rows. Null where none are found soon.
 */
export async function completed(
  bench: Workbench,
  half: Half,
  goal: Goal,
  isFilled: boolean,
): Promise<readonly Column[] | null> {
  if (bench.plan.count - half.taken.length > MOST_MISSING) return null;
  const remainder = remainderOf(bench, half.taken, goal);
  const among = (columns: readonly Column[]) => chosenFrom(columns, remainder, bench.likeness, goal.prices);
  const known = among(half.open);
  if (known !== null || !isFilled) return known;
  const joining = await lineupsThatFill(bench, half, remainder, goal.prices);
  return joining.length === 0 ? null : among([...half.open, ...joining]);
}

function chosenFrom(
  columns: readonly Column[],
  { count, rows, groups, rowsOf, asked }: Remainder,
  likeness: Likeness,
  prices: Prices,
): readonly Column[] | null {
  const worths = columns.map((column) => worthOf(prices, column));
  const most = worths.reduce((best, worth) => Math.max(best, worth), Number.NEGATIVE_INFINITY);
  const budget = count * most - asked;
  const near = [...columns.keys()].filter((at) => most - worths[at]! <= budget);
  const clash = (one: number, other: number) => likeness.clash(columns[near[one]!]!, columns[near[other]!]!);
  const chosen = packed({
    rows,
    groups,
    items: near.map((at) => ({ loss: most - worths[at]!, rows: rowsOf(columns[at]!) })),
    count,
    budget,
    clash: likeness.isAsked ? clash : null,
  });
  return chosen?.map((at) => columns[near[at]!]!) ?? null;
}
