import { POINT_UNITS } from "../../../model/model.ts";
import type { PortfolioPlan } from "../../../model/portfolio-plan.ts";
import type { LinearProgram } from "../../linear-program.ts";
import { certified } from "./certificate.ts";
import { type Column, columnsOf } from "./columns.ts";
import { type Likeness, likenessOf } from "./likeness.ts";
import type { LineupStream } from "./lineup-stream.ts";
import { Master, type Mixture } from "./master.ts";
import { isAny } from "./near.ts";
import { type Prices, pricesOf } from "./prices.ts";
import { type Pricing, priceLineups } from "./pricing.ts";
import { RowIndex } from "./row-index.ts";
import { countRow, counts, entryRows, keyOf, type Row, shareRow } from "./rows.ts";
import { readShares } from "./shares.ts";

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
class Separator {
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
