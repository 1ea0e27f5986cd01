import { turn } from "../../../../shared/clock.ts";
import { ConflictIndex, PairRule } from "../../../model/lineup-conflicts.ts";
import { type Model, POINT_UNITS, PRICE_STEP } from "../../../model/model.ts";
import type { PortfolioPlan } from "../../../model/portfolio-plan.ts";
import type { Interrupt } from "../../interrupt.ts";
import type { LinearProgram } from "../../linear-program.ts";
import { type LineupStream, STRIDE } from "../lineup-stream.ts";
import { violatedConflicts } from "./conflict-rows.ts";
import { isPositive, type LpSolution, Master } from "./master.ts";
import { chargedRows } from "./price-branches.ts";
import { type Prices, pricesOf } from "./prices.ts";
import { certified, freshOf, type Offer, type Priced, type Pricing, priceLineups } from "./pricing.ts";
import {
  type Column,
  columnsOf,
  countRow,
  type Row,
  RowIndex,
  readShares,
  shareOf,
  shareRow,
  weightIn,
} from "./rows.ts";

export interface ColumnClass {
  readonly model: Model;
  readonly count: number;
  readonly weight: number;
}

/** A portfolio plan whose lineups are of one or several classes, with what the master needs to know. */
export interface PlanByClass {
  readonly plan: PortfolioPlan;
  readonly classes: readonly (ColumnClass & Pricing)[];
  readonly pairRule: PairRule;
  readonly shareRows: readonly Row[];
}

export function planByClassOf(
  plan: PortfolioPlan,
  wanted: readonly ColumnClass[],
  stream: LineupStream,
): PlanByClass {
  const entered = new ConflictIndex(plan, plan.avoid);
  const isBarred = ({ picks }: Column) => entered.hasConflict(picks);
  const shareRows = readShares(plan).map((read) => shareRow(read, plan.count));
  const index = new RowIndex(shareRows);
  const classes = wanted.map((own, kind) => {
    const charged = stream.withCharges === undefined ? [] : chargedRows(own.model, shareRows);
    return { ...own, stream, isBarred, columnOf: columnsOf(plan, kind, own.weight, index), charged };
  });
  return { plan, classes, pairRule: new PairRule(plan, wanted.length > 1), shareRows };
}

/** The master of a plan, to which columns and rows are added as needed. */
export interface RestrictedMaster extends PlanByClass {
  readonly master: Master;
  /** Whether rows exclude conflicts. Without them, pricing is fast, and bounds still hold. */
  separates: boolean;
  /** The share rows that are not in the master yet; each is added once it is violated. */
  readonly idle: Set<Row>;
  /** The lineups to start from: they keep all of the plan except, maybe, their number and minimum shares. */
  readonly start: readonly Column[];
  readonly isTooFew: boolean;
  /** Prices of 0 and the bound that they prove, the sum of the best lineups; null if there are too few. */
  readonly simplest: { readonly bound: bigint | null; readonly prices: readonly Prices[] };
}

/**
 * Penalty of a missing lineup, as a fraction of the best lineup's points. A higher one distorts the duals; one
 * that is too low is raised later, by `PENALTY_FACTOR`.
 */
const PENALTY = 0.1;
const PENALTY_FACTOR = 100;

/** Null if a class has no lineup at all. */
export async function setUp(
  planByClass: PlanByClass,
  { start, program }: { readonly start: readonly Column[]; readonly program: LinearProgram },
): Promise<RestrictedMaster | null> {
  const { plan, classes, shareRows } = planByClass;
  const free = pricesOf([], [], plan.model.picks.entry.length);
  const offers: Offer[] = [];
  for (const own of classes)
    offers.push(await priceLineups(own, free, { best: own.count, deepest: 10 * own.count }));
  const mosts = offers.map(({ priced, rest }) => priced[0]?.worth ?? rest);
  if (mosts.includes(Number.NEGATIVE_INFINITY)) return null;
  const penalty = 1 + (PENALTY * Math.max(...mosts.map(Math.abs))) / POINT_UNITS;
  const master = new Master(program, (row) => (row.kind === "all" ? classes[row.of]!.weight : 1) * penalty);
  const taken = new Int32Array(shareRows.length);
  for (const column of start)
    for (const at of column.shareRows) taken[at]! += weightIn(shareRows[at]!, column);
  // Rows that are full at the start will be violated soon.
  const initial = shareRows.filter(({ lower, upper }, at) => lower > 0 || (upper > 0 && taken[at]! >= upper));
  master.addRows([...classes.map(({ count }, kind) => countRow(count, kind)), ...initial]);
  master.addColumns([...new Set(start)]);
  const found = offers.flatMap(({ priced }) => priced.map(({ column }) => column));
  master.addColumns(found.filter((column) => !master.has(column)));
  const prices = classes.map(() => free);
  return {
    ...planByClass,
    ...{ master, start, separates: true },
    idle: new Set(shareRows.filter((row) => !initial.includes(row))),
    isTooFew: classes.some(
      ({ count }, kind) =>
        offers[kind]!.rest === Number.NEGATIVE_INFINITY && offers[kind]!.priced.length < count,
    ),
    simplest: { bound: certified(classes, prices, offers), prices },
  };
}

function violatedShares({ master, shareRows, idle }: RestrictedMaster, { parts }: LpSolution): Row[] {
  const sums = new Float64Array(shareRows.length);
  for (const [at, column] of master.columns.entries())
    if (isPositive(parts[at]!))
      for (const row of column.shareRows) sums[row]! += weightIn(shareRows[row]!, column) * parts[at]!;
  return shareRows.filter(
    (row, at) => idle.has(row) && (isPositive(sums[at]! - row.upper) || isPositive(row.lower - sums[at]!)),
  );
}

/** How many conflict rows join the master at a time; more if many columns have positive values. */
const MOST_CONFLICT_ROWS = 200;

/** Solves the master, and adds the rows that are violated, until none is. */
export async function solveMaster(restricted: RestrictedMaster, interrupt: Interrupt): Promise<LpSolution> {
  const { master, idle } = restricted;
  for (;;) {
    await turn();
    const relaxation = master.solve(interrupt);
    const joining = violatedShares(restricted, relaxation);
    for (const row of joining) idle.delete(row);
    if (restricted.separates) {
      const { parts } = relaxation;
      const most = Math.max(MOST_CONFLICT_ROWS, parts.filter(isPositive).length / 4);
      const violated = violatedConflicts(master.columns, (column) => parts[column]!, restricted, most);
      joining.push(...violated.filter((row) => !master.hasRow(row)));
    }
    if (joining.length === 0) return relaxation;
    master.addRows(joining);
  }
}

/**
 * At most this many columns join the master per round, divided evenly among the classes of lineups; a class
 * with many lineups may add `COLUMNS_PER_LINEUP` per lineup to find if that is more.
 */
const MOST_COLUMNS = 100;
const COLUMNS_PER_LINEUP = 0.2;

/** Pricing looks at up to this many lineups for each lineup and each new column that it must find. */
export const DEPTH_PER_LINEUP = 30;

/** Improvements of up to this many units count as none, because the rounding of prices can cause them. */
const ROUNDING = 10 * PRICE_STEP;

export interface Round {
  readonly relaxation: LpSolution;
  /** A proven upper bound on the points of any portfolio, in units; null if there are not enough lineups. */
  readonly bound: bigint | null;
  readonly prices: readonly Prices[];
  readonly joined: number;
}

/**
 * A round of column generation: solves the master, finds the lineups of greatest value at its dual prices,
 * and adds those that would improve the solution. Their values also prove a bound.
 */
export async function generateColumns(restricted: RestrictedMaster, interrupt: Interrupt): Promise<Round> {
  const { classes } = restricted;
  const relaxation = await solveMaster(restricted, interrupt);
  const prices = pricesByClass(restricted, relaxation);
  const offers: Offer[] = [];
  for (const [kind, own] of classes.entries()) {
    const wanted = { best: own.count, ...freshFor(restricted, relaxation, kind) };
    const deepest = DEPTH_PER_LINEUP * (own.count + wanted.fresh);
    offers.push(await priceLineups(own, prices[kind]!, { ...wanted, deepest }));
  }
  const joined = offers.reduce(
    (sum, { priced }, kind) => sum + join(restricted, priced, relaxation, kind),
    0,
  );
  return { relaxation, prices, bound: certified(classes, prices, offers), joined };
}

/** Per class, the prices per contest entry; they differ only with the number of entries. */
export function pricesByClass(
  { master, classes, plan }: RestrictedMaster,
  { duals }: LpSolution,
): readonly Prices[] {
  const known = new Map<number, Prices>();
  return classes.map(({ weight }) => {
    const prices =
      known.get(weight) ?? pricesOf(master.rows, duals, plan.model.picks.entry.length, master.scored, weight);
    known.set(weight, prices);
    return prices;
  });
}

/** Which lineups of a class would improve an LP solution, and how many of them pricing should find. */
export function freshFor({ master, classes }: RestrictedMaster, { duals }: LpSolution, kind: number) {
  const { count, weight } = classes[kind]!;
  // The first rows of the master count the lineups of each class.
  const floor = (duals[kind]! * POINT_UNITS) / weight + ROUNDING;
  const fresh = Math.ceil(Math.max(MOST_COLUMNS / classes.length, COLUMNS_PER_LINEUP * count));
  const isFresh = (column: Column) => !master.has(column);
  return { fresh, isFresh, floor, stride: Math.min(STRIDE, fresh) };
}

export function join(
  restricted: RestrictedMaster,
  priced: readonly Priced[],
  relaxation: LpSolution,
  kind: number,
): number {
  const joining = freshOf(priced, freshFor(restricted, relaxation, kind));
  restricted.master.addColumns(joining);
  return joining.length;
}

type PhaseOne =
  | { readonly kind: "feasible" | "unknown" }
  | { readonly kind: "none"; readonly witness: readonly number[] };

/**
 * Phase one: generates columns until the master can keep all rows, whatever the points. `feasible`: the
 * master has such a solution now. `none`: it is proved that no portfolio keeps the plan. `unknown`: neither,
 * and no column would help.
 */
export async function phaseOne(restricted: RestrictedMaster, interrupt: Interrupt): Promise<PhaseOne> {
  const { master } = restricted;
  master.ignorePoints();
  try {
    for (;;) {
      const { relaxation, prices, bound, joined } = await generateColumns(restricted, interrupt);
      if (bound === null) return { kind: "none", witness: [] };
      if (bound < 0n) return { kind: "none", witness: sharesOf(prices) };
      if (!isPositive(relaxation.missing)) return { kind: "feasible" };
      if (joined === 0) return { kind: "unknown" };
    }
  } finally {
    master.raisePenalties(PENALTY_FACTOR);
  }
}

function sharesOf([prices]: readonly Prices[]): number[] {
  return prices!.list.flatMap(({ row }) => shareOf(row)?.index ?? []).sort((a, b) => a - b);
}
