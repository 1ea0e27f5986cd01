import { ConflictIndex, overlap, PairRule } from "../../../model/lineup-conflicts.ts";
import { type Model, POINT_UNITS } from "../../../model/model.ts";
import type { PortfolioPlan } from "../../../model/portfolio-plan.ts";
import type { LinearProgram } from "../../linear-program.ts";
import { type Column, columnsOf } from "./columns.ts";
import type { LineupStream } from "./lineup-stream.ts";
import { isPositive, type LpSolution, Master } from "./master.ts";
import { chargedRows } from "./price-branches.ts";
import { type Prices, pricesOf } from "./prices.ts";
import { certified, type Offer, type Pricing, priceLineups } from "./pricing.ts";
import { RowIndex } from "./row-index.ts";
import { countRow, counts, entryRows, keyOf, type Row, shareRow, weightIn } from "./rows.ts";
import { readShares } from "./shares.ts";
import { binomial, subsetsOf } from "./subsets.ts";

/**
 * Maximum number of conflict rows to add at a time. If at least `MANY_COLUMNS` columns have positive values,
 * one row per `COLUMNS_PER_ROW` of them may be added, if that is more.
 */
const MOST_OVERLAP_ROWS = 200;
const COLUMNS_PER_ROW = 4;
/**
 * From this many columns with positive values on, violated conflict rows are found by counting sets of
 * players instead of comparing pairs of columns.
 */
const MANY_COLUMNS = 1_500;
/** Sets of players are only counted if a lineup has at most this many sets of `conflictSize` players. */
const MOST_SETS = 100;

/** The share rows that are not in the master and that an LP solution violates. */
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
    if (isPositive(parts[at]!))
      for (const row of shareIndex(column)) sums[row]! += weightIn(shareRows[row]!, column) * parts[at]!;
  return shareRows.filter(
    (row, at) => idle.has(row) && (isPositive(sums[at]! - row.upper) || isPositive(row.lower - sums[at]!)),
  );
}

/** Hashes of sets of columns are remainders of a division by this prime. */
const HASH_PRIME = 2 ** 31 - 1;

/**
 * Finds conflict rows that an LP solution violates: each row allows at most one of some lineups that conflict
 * with each other. Compares each pair of columns only once.
 */
class ConflictSeparator {
  readonly #pairRule: PairRule;
  readonly #master: Master;
  /** The columns (as indices) that had a positive value in some LP solution. */
  readonly #seen: number[] = [];
  readonly #isSeen = new Set<number>();
  /** The pairs of columns in `#seen` that conflict. */
  readonly #pairs: (readonly [number, number])[] = [];
  /** While true, `violated` finds nothing. */
  isPaused = false;

  constructor(pairRule: PairRule, master: Master) {
    this.#pairRule = pairRule;
    this.#master = master;
  }

  violated({ parts }: LpSolution): Row[] {
    if (this.isPaused) return [];
    const { columns } = this.#master;
    const used = [...columns.keys()].filter((column) => isPositive(parts[column]!));
    const lacking = (columns[used[0]!]?.entries.length ?? 0) - this.#pairRule.conflictSize;
    if (
      used.length >= MANY_COLUMNS &&
      lacking >= 0 &&
      binomial(lacking + this.#pairRule.conflictSize, lacking) <= MOST_SETS
    )
      return this.#violatedSets(used, parts);
    for (const column of used) this.#compare(column);
    const found = new Map<string, { readonly row: Row; readonly over: number }>();
    const note = (row: Row) => {
      const key = keyOf(row);
      if (found.has(key) || this.#master.hasRow(row)) return;
      let over = -1;
      for (const column of used) if (counts(row, columns[column]!)) over += parts[column]!;
      if (isPositive(over)) found.set(key, { row, over });
    };
    for (const [first, second] of this.#pairs) {
      if (!isPositive(parts[first]!) || !isPositive(parts[second]!)) continue;
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
      .slice(0, MOST_OVERLAP_ROWS)
      .map(({ row }) => row);
  }

  /**
   * Like `violated`, but faster for many columns: for each set of `conflictSize` players, adds up the values
   * of the columns that have all of them.
   */
  #violatedSets(used: readonly number[], parts: Float64Array): Row[] {
    const { columns } = this.#master;
    const { conflictSize } = this.#pairRule;
    const sums = new Map<string, { readonly row: Row; sum: number; members: number }>();
    const count = (key: string, column: number, rowOf: () => Row) => {
      const known = sums.get(key);
      if (known === undefined) sums.set(key, { row: rowOf(), sum: parts[column]!, members: column });
      else {
        known.sum += parts[column]!;
        // Sets with the same columns make the same row.
        known.members = (31 * known.members + column) % HASH_PRIME;
      }
    };
    for (const column of used) {
      const { entries, identity } = columns[column]!;
      count(identity, column, () => ({ kind: "identity", identity, lower: 0, upper: 1 }));
      for (const set of subsetsOf(entries, conflictSize))
        count(`of ${set.join()}`, column, () => ({ kind: "overlap", entries: set, lower: 0, upper: 1 }));
    }
    const seen = new Set<number>();
    return [...sums.values()]
      .filter(({ row, sum }) => isPositive(sum - 1) && !this.#master.hasRow(row))
      .sort((a, b) => b.sum - a.sum)
      .filter(({ members }) => !seen.has(members) && seen.add(members))
      .slice(0, Math.max(MOST_OVERLAP_ROWS, used.length / COLUMNS_PER_ROW))
      .map(({ row }) => row);
  }

  #compare(column: number): void {
    if (this.#isSeen.has(column)) return;
    const { columns } = this.#master;
    for (const other of this.#seen)
      if (this.#pairRule.conflict(columns[column]!, columns[other]!)) this.#pairs.push([other, column]);
    this.#seen.push(column);
    this.#isSeen.add(column);
  }
}

/**
 * Chooses `size` of these players for an overlap row. Removes one player at a time, chosen so that the
 * columns that have all remaining players have the greatest total value.
 */
function heaviest(
  entries: readonly number[],
  size: number,
  used: readonly number[],
  columns: readonly Column[],
  parts: Float64Array,
): readonly number[] {
  let kept = entries;
  const near = used.filter((column) => overlap(columns[column]!.entries, entries) >= size);
  while (kept.length > size) {
    const weights = kept.map((out) => {
      const rest = kept.filter((entry) => entry !== out);
      return near.reduce(
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

/**
 * A column class to find: all have the same model and are for the same number of contest entries. A
 * portfolio has one kind; a late swap can have several.
 */
export interface ColumnClass {
  readonly model: Model;
  readonly count: number;
  /** The number of contest entries that each lineup is for. */
  readonly weight: number;
}

export type PricedClass = ColumnClass & Pricing;

/** A portfolio plan whose lineups are of one or several classes, with what the master needs to know. */
export interface PlanByClass {
  readonly plan: PortfolioPlan;
  readonly classes: readonly PricedClass[];
  readonly pairRule: PairRule;
  /** The rows of all shares and, if no two lineups may have a player in common, one row per player. */
  readonly shareRows: readonly Row[];
  /** Returns the indices of the share rows in which a lineup counts. */
  readonly shareIndex: ShareIndex;
}

export function planByClassOf(
  plan: PortfolioPlan,
  wanted: readonly ColumnClass[],
  stream: LineupStream,
): PlanByClass {
  const entered = new ConflictIndex(plan, plan.avoid);
  const isBarred = ({ picks }: Column) => entered.hasConflict(picks);
  const shareRows = [...readShares(plan).map((read) => shareRow(read, plan.count)), ...entryRows(plan)];
  const classes = wanted.map((own, kind) => {
    const charged = stream.withCharges === undefined ? [] : chargedRows(own.model, shareRows);
    return { ...own, stream, isBarred, columnOf: columnsOf(plan, kind, own.weight), charged };
  });
  return {
    plan,
    classes,
    pairRule: new PairRule(plan, wanted.length > 1),
    shareRows,
    shareIndex: memoized(new RowIndex(shareRows)),
  };
}

/** The master of a plan, to which columns and rows are added as needed. */
export interface RestrictedMaster extends PlanByClass {
  readonly master: Master;
  /**
   * Finds violated rows of conflicts; null if lineups cannot conflict, or the rows of single players already
   * exclude all conflicts.
   */
  readonly separator: ConflictSeparator | null;
  /** The share rows that are not in the master yet; each is added once it is violated. */
  readonly idle: Set<Row>;
  /** The lineups to start from: they keep all of the plan except, maybe, their number and minimum shares. */
  readonly start: readonly Column[];
  /** Whether fewer legal lineups exist than the plan requires, whatever the shares. */
  readonly isTooFew: boolean;
  /**
   * Prices of 0 and the bound that they prove: no portfolio has more points than the sum of the best lineups.
   * The bound is null if there are too few lineups.
   */
  readonly simplest: { readonly bound: bigint | null; readonly prices: readonly Prices[] };
}

export type ShareIndex = (column: Column) => readonly number[];

/**
 * Penalty of a missing lineup, as a fraction of the best lineup's points. A higher one distorts the duals;
 * one that is too low is raised later.
 */
const PENALTY = 0.1;

/**
 * Creates a master of the best lineups of each class and those to start from; null if a class has no lineup
 * at all.
 */
export async function setUp(
  planByClass: PlanByClass,
  { start, program }: { readonly start: readonly Column[]; readonly program: LinearProgram },
): Promise<RestrictedMaster | null> {
  const { plan, classes, pairRule, shareRows, shareIndex } = planByClass;
  const free = pricesOf([], [], plan.model.picks.entry.length);
  const offers: Offer[] = [];
  for (const own of classes)
    offers.push(
      await priceLineups(own, free, {
        ...{ best: own.count, fresh: 0, isFresh: () => false, floor: Number.NEGATIVE_INFINITY },
        deepest: 10 * own.count,
      }),
    );
  const mosts = offers.map(({ priced, rest }) => priced[0]?.worth ?? rest);
  if (mosts.includes(Number.NEGATIVE_INFINITY)) return null;
  const penalty = 1 + (PENALTY * Math.max(...mosts.map(Math.abs))) / POINT_UNITS;
  const master = new Master(program, (row) => (row.kind === "all" ? classes[row.of]!.weight : 1) * penalty);
  const taken = new Int32Array(shareRows.length);
  for (const column of start)
    for (const at of shareIndex(column)) taken[at]! += weightIn(shareRows[at]!, column);
  // Rows that are full at the start will be violated soon.
  const initial = shareRows.filter(({ lower, upper }, at) => lower > 0 || (upper > 0 && taken[at]! >= upper));
  master.addRows([...classes.map(({ count }, kind) => countRow(count, kind)), ...initial]);
  master.addColumns([...new Set(start)]);
  const found = offers.flatMap(({ priced }) => priced.map(({ column }) => column));
  master.addColumns(found.filter((column) => !master.has(column)));
  const prices = classes.map(() => free);
  return {
    ...planByClass,
    master,
    separator:
      pairRule.isRestrictive && entryRows(plan).length === 0 ? new ConflictSeparator(pairRule, master) : null,
    start,
    idle: new Set(shareRows.filter((row) => !initial.includes(row))),
    isTooFew: classes.some(
      ({ count }, kind) =>
        offers[kind]!.rest === Number.NEGATIVE_INFINITY && offers[kind]!.priced.length < count,
    ),
    simplest: { bound: certified(classes, prices, offers), prices },
  };
}

/** Returns a `ShareIndex` that looks up each lineup's rows only once. */
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
