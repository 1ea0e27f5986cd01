import { POINT_UNITS } from "../../../model/model.ts";
import type { PortfolioPlan } from "../../../model/portfolio-plan.ts";
import type { LinearProgram } from "../../linear-program.ts";
import { certified } from "./certificate.ts";
import { type Column, columnsOf } from "./columns.ts";
import { type Likeness, likenessOf } from "./likeness.ts";
import type { LineupStream } from "./lineup-stream.ts";
import { Master } from "./master.ts";
import { type Prices, pricesOf } from "./prices.ts";
import { type Pricing, priceLineups } from "./pricing.ts";
import { RowIndex } from "./row-index.ts";
import { countRow, entryRows, type Row, shareRow } from "./rows.ts";
import { Separator } from "./separate.ts";
import { readShares } from "./shares.ts";

/** The master with what it takes to make it grow. */
export interface Workbench {
  readonly plan: PortfolioPlan;
  readonly master: Master;
  readonly pricing: Pricing;
  readonly likeness: Likeness;
  /** Null where rows of entries keep lineups apart. */
  readonly separator: Separator | null;
  /** The rows of all shares, and of entries that no two lineups may have in common, and in which of them a lineup counts. */
  readonly shareRows: readonly Row[];
  readonly shareIndex: ShareIndex;
  /** Those of them that join the master once they are broken. */
  readonly idle: Set<Row>;
  /** The lineups that it began with: they keep everything but, maybe, their number and least shares. */
  readonly start: readonly Column[];
  /** Whether there are not so many lineups at all, whatever the shares. */
  readonly isTooFew: boolean;
  /** What a missing lineup costs, in points, to begin with. */
  readonly fine: number;
  /** What the best lineups prove without any prices: no portfolio has more than the sum of as many. */
  readonly simplest: { readonly bound: bigint | null; readonly prices: Prices };
}

export type ShareIndex = (column: Column) => readonly number[];

/** A lineup that is missing costs this part of the best: dearer, it upsets the duals; too cheap, it is made dearer. */
const FINE = 0.1;

/** A master of the best lineups and those to start from; null where there is no lineup at all. */
export async function setUp(
  plan: PortfolioPlan,
  {
    start,
    stream,
    program,
  }: {
    readonly start: readonly Column[];
    readonly stream: LineupStream;
    readonly program: LinearProgram;
  },
): Promise<Workbench | null> {
  const { model, count } = plan;
  const likeness = likenessOf(plan);
  const pricing = { model, stream, columnOf: columnsOf(plan), isBarred: likeness.isBarred };
  const free = pricesOf([], [], model.picks.entry.length);
  const { priced, rest } = await priceLineups(pricing, free, {
    best: count,
    fresh: 0,
    isFresh: () => false,
    floor: Number.NEGATIVE_INFINITY,
    deepest: 10 * count,
  });
  const most = priced[0]?.worth ?? rest;
  if (most === Number.NEGATIVE_INFINITY) return null;
  const fine = 1 + (FINE * Math.abs(most)) / POINT_UNITS;
  const master = new Master(program, fine);
  const apart = entryRows(plan);
  const shareRows = [...readShares(plan).map((read) => shareRow(read, count)), ...apart];
  const shareIndex = remembered(new RowIndex(shareRows));
  const taken = new Int32Array(shareRows.length);
  for (const column of start) for (const at of shareIndex(column)) taken[at]! += 1;
  // What is full to begin with will be in the way.
  const asking = shareRows.filter(({ lower, upper }, at) => lower > 0 || (upper > 0 && taken[at]! >= upper));
  master.addRows([countRow(count), ...asking]);
  master.addColumns(start);
  master.addColumns(priced.map(({ column }) => column).filter((column) => !master.has(column)));
  return {
    plan,
    master,
    pricing,
    likeness,
    separator: apart.length > 0 ? null : new Separator(likeness, master),
    shareRows,
    shareIndex,
    start,
    isTooFew: rest === Number.NEGATIVE_INFINITY && priced.length < count,
    idle: new Set(shareRows.filter((row) => !asking.includes(row))),
    fine,
    simplest: { bound: certified(free, { priced, rest }, count), prices: free },
  };
}

/** Asks an index once per lineup. */
function remembered(index: RowIndex): ShareIndex {
  const known = new WeakMap<Column, readonly number[]>();
  return (column) => {
    const before = known.get(column);
    if (before !== undefined) return before;
    const found = index.of(column);
    known.set(column, found);
    return found;
  };
}
