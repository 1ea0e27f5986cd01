import { ConflictIndex, PairRule } from "../../../model/lineup-conflicts.ts";
import { type Model, POINT_UNITS } from "../../../model/model.ts";
import type { PortfolioPlan } from "../../../model/portfolio-plan.ts";
import type { LinearProgram } from "../../linear-program.ts";
import { certified } from "./certificate.ts";
import { type Column, columnsOf } from "./columns.ts";
import type { LineupStream } from "./lineup-stream.ts";
import { type LpSolution, Master, type Penalties } from "./master.ts";
import { isAny } from "./near.ts";
import { type Prices, pricesOf } from "./prices.ts";
import { type Pricing, priceLineups } from "./pricing.ts";
import { RowIndex } from "./row-index.ts";
import { countRow, counts, entryRows, keyOf, type Row, shareRow, weightIn } from "./rows.ts";
import { readShares } from "./shares.ts";

/** Rows of uniqueness to add at a time. */
const MOST_COMMON = 200;

/** The rows of shares that the master lacks and an LP solution breaks. */
export function violatedRows(
  {
    master,
    shareRows,
    shareIndex,
    idle,
  }: Pick<RestrictedMaster, "master" | "shareRows" | "shareIndex" | "idle">,
  { parts }: LpSolution,
): Row[] {
  const sums = new Float64Array(shareRows.length);
  for (const [at, column] of master.columns.entries())
    if (isAny(parts[at]!))
      for (const row of shareIndex(column)) sums[row]! += weightIn(shareRows[row]!, column) * parts[at]!;
  return shareRows.filter(
    (row, at) => idle.has(row) && (isAny(sums[at]! - row.upper) || isAny(row.lower - sums[at]!)),
  );
}

/** Finds rows that keep lineups which are too much alike apart; compares each two of them once. */
class Separator {
  readonly #pairRule: PairRule;
  readonly #master: Master;
  /** The columns that were in some LP solution, and which of them are too much alike. */
  readonly #met: number[] = [];
  readonly #isMet = new Set<number>();
  readonly #alike: (readonly [number, number])[] = [];

  constructor(pairRule: PairRule, master: Master) {
    this.#pairRule = pairRule;
    this.#master = master;
  }

  /** Rows that an LP solution breaks, the most broken first. */
  broken({ parts }: LpSolution): Row[] {
    if (!this.#pairRule.isRestrictive) return [];
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
      if (one.identity === other.identity)
        note({ kind: "identity", identity: one.identity, lower: 0, upper: 1 });
      const both = one.entries.filter((entry) => other.entries.includes(entry));
      if (both.length < this.#pairRule.conflictSize) continue;
      const entries = heaviest(both, this.#pairRule.conflictSize, used, columns, parts);
      note({ kind: "overlap", entries, lower: 0, upper: 1 });
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
      if (this.#pairRule.conflict(columns[column]!, columns[other]!)) this.#alike.push([other, column]);
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

/** Lines that may have the same lineups, those of a model, and count as much. A portfolio has one kind. */
export interface Lines {
  readonly model: Model;
  readonly count: number;
  /** Entries to a line. */
  readonly weight: number;
}

/** With what it takes to find lineups for them. */
export type Kind = Lines & Pricing;

/** A plan for lines of several kinds. */
export interface LinePlan {
  readonly plan: PortfolioPlan;
  readonly kinds: readonly Kind[];
  readonly pairRule: PairRule;
  /** The rows of all shares, and of the entries that at most one lineup may have. */
  readonly shareRows: readonly Row[];
  /** The indices of the share rows in which a lineup counts. */
  readonly shareIndex: ShareIndex;
}

export function linePlanOf(plan: PortfolioPlan, lines: readonly Lines[], stream: LineupStream): LinePlan {
  const entered = new ConflictIndex(plan, plan.avoid);
  const isBarred = ({ picks }: Column) => entered.hasConflict(picks);
  const kinds = lines.map((own, kind) => {
    return { ...own, stream, isBarred, columnOf: columnsOf(plan, kind, own.weight) };
  });
  const shareRows = [...readShares(plan).map((read) => shareRow(read, plan.count)), ...entryRows(plan)];
  return {
    plan,
    kinds,
    pairRule: new PairRule(plan, lines.length > 1),
    shareRows,
    shareIndex: memoized(new RowIndex(shareRows)),
  };
}

/** The master of a plan, to which columns and rows are added as needed. */
export interface RestrictedMaster extends LinePlan {
  readonly master: Master;
  /** Whether rows may be broken, as where the lineups to start from break some. */
  readonly mayBreak: boolean;
  /** Null where rows of entries keep lineups apart. */
  readonly separator: Separator | null;
  /** The share rows that are added to the master once they are violated. */
  readonly idle: Set<Row>;
  /** The lineups that it began with: they keep everything but, maybe, their number and least shares. */
  readonly start: readonly Column[];
}

/** That of a portfolio. */
export interface PortfolioMaster extends RestrictedMaster {
  /** Whether there are not so many lineups at all, whatever the shares. */
  readonly isTooFew: boolean;
  /** What the best lineups prove without any prices: no portfolio has more than the sum of as many. */
  readonly simplest: { readonly bound: bigint | null; readonly prices: readonly Prices[] };
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
): Promise<PortfolioMaster | null> {
  const { model, count } = plan;
  const lines = linePlanOf(plan, [{ model, count, weight: 1 }], stream);
  const { kinds } = lines;
  const free = pricesOf([], [], model.picks.entry.length);
  const { priced, rest } = await priceLineups(kinds[0]!, free, {
    best: count,
    fresh: 0,
    isFresh: () => false,
    floor: Number.NEGATIVE_INFINITY,
    deepest: 10 * count,
  });
  const most = priced[0]?.worth ?? rest;
  if (most === Number.NEGATIVE_INFINITY) return null;
  const fine = 1 + (FINE * Math.abs(most)) / POINT_UNITS;
  const restricted = restrictedMasterOf(lines, {
    start,
    program,
    penalties: { of: () => fine, mostBeyond: 0 },
  });
  const { master } = restricted;
  master.addColumns(priced.map(({ column }) => column).filter((column) => !master.has(column)));
  return {
    ...restricted,
    isTooFew: rest === Number.NEGATIVE_INFINITY && priced.length < count,
    simplest: { bound: certified(kinds, [free], [{ priced, rest }]), prices: [free] },
  };
}

/** A master of the lineups to start from. */
export function restrictedMasterOf(
  lines: LinePlan,
  {
    start,
    program,
    penalties,
  }: { readonly start: readonly Column[]; readonly program: LinearProgram; readonly penalties: Penalties },
): RestrictedMaster {
  const master = new Master(program, penalties);
  const { plan, kinds, pairRule, shareRows, shareIndex } = lines;
  const taken = new Int32Array(shareRows.length);
  for (const column of start)
    for (const at of shareIndex(column)) taken[at]! += weightIn(shareRows[at]!, column);
  // What is full to begin with will be in the way.
  const asking = shareRows.filter(({ lower, upper }, at) => lower > 0 || (upper > 0 && taken[at]! >= upper));
  master.addRows([...kinds.map(({ count }, kind) => countRow(count, kind)), ...asking]);
  master.addColumns(start);
  return {
    ...lines,
    master,
    mayBreak: penalties.mostBeyond > 0,
    separator: entryRows(plan).length > 0 ? null : new Separator(pairRule, master),
    start,
    idle: new Set(shareRows.filter((row) => !asking.includes(row))),
  };
}

/** Asks an index once per lineup. */
function memoized(index: RowIndex): ShareIndex {
  const known = new WeakMap<Column, readonly number[]>();
  return (column) => {
    const before = known.get(column);
    if (before !== undefined) return before;
    const found = index.of(column);
    known.set(column, found);
    return found;
  };
}
