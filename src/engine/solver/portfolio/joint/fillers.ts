import { POINT_UNITS } from "../../../model/model.ts";
import type { Column } from "./columns.ts";
import type { Half } from "./complete.ts";
import { oddsOf } from "./packing.ts";
import { type Prices, STEP } from "./prices.ts";
import { priceLineups } from "./pricing.ts";
import type { Remainder } from "./remainder.ts";
import type { Workbench } from "./set-up.ts";

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
