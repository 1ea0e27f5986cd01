import type { Column } from "./columns.ts";
import { lineupsThatFill } from "./fillers.ts";
import type { Likeness } from "./likeness.ts";
import { packed } from "./packing.ts";
import { type Prices, worthOf } from "./prices.ts";
import { type Remainder, remainderOf } from "./remainder.ts";
import type { Workbench } from "./set-up.ts";

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
