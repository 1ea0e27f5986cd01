import type { Program, Row as ProgramRow } from "../../../model/program.ts";
import { greatestCommonDivisor } from "../../../shared/greatest-common-divisor.ts";
import type { BinarySolver } from "../../binary.ts";
import type { Interrupt } from "../../interrupt.ts";
import type { Column } from "./columns.ts";
import type { Prices } from "./prices.ts";
import { priceLineups } from "./pricing.ts";
import { counts } from "./rows.ts";
import type { Workbench } from "./set-up.ts";

/** Portfolios out of more lineups than this are left to the dive. */
const FEW = 120;

/** Rows that keep two lineups apart, at the most. */
const MOST_CLASHES = 10_000;

/**
 * The lineups of which a portfolio may consist that is better than one which is `open` units below the bound proved by
 * these prices; null where these are many. Whoever has another lineup loses more than that against the bound.
 */
export async function fewThatMatter(
  { pricing, plan }: Workbench,
  prices: Prices,
  open: number,
): Promise<readonly Column[] | null> {
  const { priced, rest } = await priceLineups(pricing, prices, {
    best: FEW + 1,
    fresh: 0,
    isFresh: () => false,
    floor: Number.NEGATIVE_INFINITY,
    deepest: FEW + 1,
  });
  const last = priced[plan.count - 1]?.worth ?? Number.NEGATIVE_INFINITY;
  const least = last - open;
  if (rest !== Number.NEGATIVE_INFINITY && rest >= least) return null;
  const matter = priced.filter(({ worth }) => worth >= least).map(({ column }) => column);
  return matter.length <= FEW ? matter : null;
}

/** The best portfolio out of few lineups, by a binary program with a column for each; null where there is none. */
export function bestOfFew(
  { plan, likeness, shareRows }: Workbench,
  lineups: readonly Column[],
  solve: BinarySolver["solve"],
  interrupt: Interrupt,
): readonly Column[] | null | "many" {
  const grid = lineups.reduce((divisor, { points }) => greatestCommonDivisor(divisor, points), 0) || 1;
  const row = (columns: readonly number[], lower: number, upper: number): ProgramRow => ({
    columns: Int32Array.from(columns),
    values: new Float64Array(columns.length).fill(1),
    lower,
    upper,
  });
  const every = [...lineups.keys()];
  const rows = [row(every, plan.count, plan.count)];
  for (const share of shareRows)
    rows.push(
      row(
        every.filter((at) => counts(share, lineups[at]!)),
        share.lower,
        share.upper,
      ),
    );
  for (const one of likeness.isAsked ? every : [])
    for (const other of every.slice(one + 1)) {
      if (!likeness.clash(lineups[one]!, lineups[other]!)) continue;
      if (rows.length > MOST_CLASHES) return "many";
      rows.push(row([one, other], 0, 1));
    }
  const program: Program = {
    pickCount: lineups.length,
    upper: new Float64Array(lineups.length).fill(1),
    whole: new Uint8Array(lineups.length).fill(1),
    gain: Float64Array.from(lineups, ({ points }) => points / grid),
    grid,
    error: 0,
    full: true,
    rows,
  };
  return solve(program, interrupt)?.map((at) => lineups[at]!) ?? null;
}
