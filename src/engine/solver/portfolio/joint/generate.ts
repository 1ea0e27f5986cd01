import { turn } from "../../../../shared/clock.ts";
import { POINT_UNITS } from "../../../model/model.ts";
import type { Interrupt } from "../../interrupt.ts";
import { STRIDE } from "./lineup-stream.ts";
import { isPositive, type LpSolution } from "./master.ts";
import { type Prices, pricesOf, STEP } from "./prices.ts";
import { certified, freshOf, type Offer, type Priced, priceLineups, type Wanted } from "./pricing.ts";
import type { RestrictedMaster } from "./restricted-master.ts";
import { violatedRows } from "./restricted-master.ts";

/**
 * At most this many columns join the master per round, divided evenly among the classes of lineups. A kind with
 * many lineups may add `COLUMNS_PER_LINEUP` per lineup to find if that is more, and each kind may add
 * `LEAST_COLUMNS`.
 */
const MOST_COLUMNS = 100;
const LEAST_COLUMNS = 4;
const COLUMNS_PER_LINEUP = 0.2;

/**
 * Pricing looks at up to this many lineups for each lineup and each new column that it must find, and at up
 * to `LEAST_DEPTH` in total if that is more.
 */
const DEPTH_PER_LINEUP = 30;
const LEAST_DEPTH = 400;

/** Improvements of up to this many units count as none, because the rounding of prices can cause them. */
const ROUNDING = 10 * STEP;

/** One step of column generation. */
export interface Round {
  readonly relaxation: LpSolution;
  /** A proven upper bound on the points of any portfolio, in units; null if there are not enough lineups. */
  readonly bound: bigint | null;
  readonly prices: readonly Prices[];
  /** How many columns were added; 0 if none would improve the LP solution. */
  readonly joined: number;
}

/**
 * Solves the master, adds the rows that are violated, and repeats until none is. Lets other events be handled
 * before each solve.
 */
export async function solveMaster(restricted: RestrictedMaster, interrupt: Interrupt): Promise<LpSolution> {
  const { master, idle, separator } = restricted;
  for (;;) {
    await turn();
    const relaxation = master.solve(interrupt);
    const joining = violatedRows(restricted, relaxation);
    for (const row of joining) idle.delete(row);
    if (separator !== null) joining.push(...separator.violated(relaxation));
    if (joining.length === 0) return relaxation;
    master.addRows(joining);
  }
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
    const deepest = Math.max(LEAST_DEPTH, DEPTH_PER_LINEUP * (own.count + wanted.fresh));
    offers.push(await priceLineups(own, prices[kind]!, { ...wanted, deepest }));
  }
  const joined = offers.reduce(
    (sum, { priced }, kind) => sum + join(restricted, priced, relaxation, kind),
    0,
  );
  return { relaxation, prices, bound: certified(classes, prices, offers), joined };
}

/**
 * The dual prices for each column class, per contest entry. They differ only between classes whose lineups
 * are for different numbers of entries (see `pricesOf`).
 */
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

/** Which lineups of a kind would improve an LP solution, and how many of them pricing should find. */
export function freshFor(
  { master, classes }: RestrictedMaster,
  { duals }: LpSolution,
  kind: number,
): Pick<Wanted, "fresh" | "isFresh" | "floor" | "stride"> {
  // The first rows of the master count the lineups of each kind.
  const floor = (duals[kind]! * POINT_UNITS) / classes[kind]!.weight + ROUNDING;
  const most = Math.max(MOST_COLUMNS / classes.length, COLUMNS_PER_LINEUP * classes[kind]!.count);
  const fresh = Math.max(LEAST_COLUMNS, Math.ceil(most));
  return { fresh, isFresh: (column) => !master.has(column), floor, stride: Math.min(STRIDE, fresh) };
}

/** Adds the columns that improve an LP solution, the best first; returns their number. */
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

const PENALTY_FACTOR = 100;

type PhaseOne =
  | { readonly kind: "feasible" | "unknown" }
  /** `witness` has the indices of the plan's shares that the proof uses. */
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
  const shares = prices!.list.flatMap(({ row }) =>
    (row.kind === "picks" || row.kind === "test") && row.share !== null ? [row.share.index] : [],
  );
  return shares.sort((a, b) => a - b);
}
