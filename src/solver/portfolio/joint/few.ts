import type { Program, Row as ProgramRow } from "../../../model/program.ts";
import { greatestCommonDivisor } from "../../../shared/greatest-common-divisor.ts";
import type { BinarySolver } from "../../binary.ts";
import type { Interrupt } from "../../interrupt.ts";
import type { Column } from "./columns.ts";
import type { Likeness } from "./likeness.ts";
import type { Prices } from "./prices.ts";
import { priceLineups } from "./pricing.ts";
import { counts } from "./rows.ts";
import type { Workbench } from "./set-up.ts";

/** Portfolios out of more lineups than this are left to the dive; where that found none, a proof is worth more of them. */
const FEW = 120;
const FEW_HOPELESS = 400;

/** Rows that keep lineups apart, at the most, and sets of entries that are looked at for them. */
const MOST_APART = 10_000;
const MOST_SETS = 200_000;

/**
 * The lineups of which a portfolio may consist that is better than one which is `open` units below the bound proved by
 * these prices; null where these are many. Whoever has another lineup loses more than that against the bound.
 */
export async function fewThatMatter(
  { pricing, plan }: Workbench,
  prices: Prices,
  open: number,
): Promise<readonly Column[] | null> {
  const few = open === Number.POSITIVE_INFINITY ? FEW_HOPELESS : FEW;
  const { priced, rest } = await priceLineups(pricing, prices, {
    best: few + 1,
    fresh: 0,
    isFresh: () => false,
    floor: Number.NEGATIVE_INFINITY,
    deepest: few + 1,
  });
  const last = priced[plan.count - 1]?.worth ?? Number.NEGATIVE_INFINITY;
  const least = last - open;
  if (rest !== Number.NEGATIVE_INFINITY && rest >= least) return null;
  const matter = priced.filter(({ worth }) => worth >= least).map(({ column }) => column);
  return matter.length <= few ? matter : null;
}

/** The best portfolio out of few lineups, by a binary program with a column for each; null where there is none. */
export function bestOfFew(
  { plan, likeness, shareRows }: Pick<Workbench, "plan" | "likeness" | "shareRows">,
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
  const apart = setsApart(lineups, likeness);
  if (apart === null) return "many";
  for (const alike of apart) rows.push(row(alike, 0, 1));
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

/**
 * Lineups, by index, of which a portfolio has one at the most: those of one likeness, and those that have so many entries
 * in common that no two may. Two lineups clash where both are of one set. Null where there are many.
 */
function setsApart(lineups: readonly Column[], { isAsked, common }: Likeness): Iterable<number[]> | null {
  const members = new Map<string, number[]>();
  const join = (key: string, at: number) => {
    const known = members.get(key);
    if (known === undefined) members.set(key, [at]);
    else known.push(at);
  };
  for (const [at, { likeness, entries }] of (isAsked ? lineups : []).entries()) {
    join(likeness, at);
    for (const some of common > entries.length ? [] : subsetsOf(entries, common)) {
      join(`of ${some.join()}`, at);
      if (members.size > MOST_SETS) return null;
    }
  }
  const sets = new Map<string, number[]>();
  for (const set of members.values()) if (set.length > 1) sets.set(set.join(), set);
  return sets.size > MOST_APART ? null : sets.values();
}

/** All that have so many of the items, in their order. */
function* subsetsOf(items: readonly number[], size: number, from = 0): Generator<readonly number[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let at = from; at <= items.length - size; at += 1)
    for (const rest of subsetsOf(items, size - 1, at + 1)) yield [items[at]!, ...rest];
}
