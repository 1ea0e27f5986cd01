import { turn } from "../../../../shared/turn.ts";
import { POINT_UNITS } from "../../../model/model.ts";
import type { Interrupt } from "../../interrupt.ts";
import { certified } from "./certificate.ts";
import type { LpSolution } from "./master.ts";
import { isAny } from "./near.ts";
import { type Prices, pricesOf, STEP } from "./prices.ts";
import { freshOf, type Offer, type Priced, priceLineups, STRIDE, type Wanted } from "./pricing.ts";
import type { RestrictedMaster } from "./restricted-master.ts";
import { violatedRows } from "./restricted-master.ts";

/** Lineups that join the master at a time, of all kinds of lines; at the least of each, of several. */
const MOST_JOINING = 100;
const LEAST_JOINING = 4;

/** How many lineups are looked at in vain, at the most, for each that is wanted; and so many for a kind in any case. */
const DEEPEST = 30;
const LEAST_DEPTH = 400;

/** A lineup worth only so much more than the last of the LP solution may owe it to the rounding of prices. */
const NEAR = 10 * STEP;

/** One step of column generation. */
export interface Round {
  readonly relaxation: LpSolution;
  /** Units of points, proven; null where there are not so many lineups at all. */
  readonly bound: bigint | null;
  /** Per kind of lines. */
  readonly prices: readonly Prices[];
  /** How many lineups joined; 0 where none would make the LP solution better. */
  readonly joined: number;
}

/** Solves the master, and again while rows that it lacks are broken; before each, other events of the thread have their turn. */
export async function solveMaster(restricted: RestrictedMaster, interrupt: Interrupt): Promise<LpSolution> {
  const { master, idle, separator } = restricted;
  for (;;) {
    await turn();
    const relaxation = master.solve(interrupt);
    const joining = violatedRows(restricted, relaxation);
    for (const row of joining) idle.delete(row);
    if (separator !== null) joining.push(...separator.broken(relaxation));
    if (joining.length === 0) return relaxation;
    master.addRows(joining);
  }
}

/** Solves the master, prices lineups at its duals, proves a bound and takes in the lineups that are worth it. */
export async function generateColumns(restricted: RestrictedMaster, interrupt: Interrupt): Promise<Round> {
  const { kinds } = restricted;
  const relaxation = await solveMaster(restricted, interrupt);
  const prices = pricesByKind(restricted, relaxation);
  const offers: Offer[] = [];
  for (const [kind, own] of kinds.entries()) {
    const wanted = { best: own.count, ...freshFor(restricted, relaxation, kind) };
    const deepest = Math.max(LEAST_DEPTH, DEEPEST * (own.count + wanted.fresh));
    offers.push(await priceLineups(own, prices[kind]!, { ...wanted, deepest }));
  }
  const joined = offers.reduce(
    (sum, { priced }, kind) => sum + join(restricted, priced, relaxation, kind),
    0,
  );
  return { relaxation, prices, bound: certified(kinds, prices, offers), joined };
}

/** What lineups of each kind pay, per entry. */
export function pricesByKind(
  { master, kinds, plan }: RestrictedMaster,
  { duals }: LpSolution,
): readonly Prices[] {
  const known = new Map<number, Prices>();
  return kinds.map(({ weight }) => {
    const prices =
      known.get(weight) ?? pricesOf(master.rows, duals, plan.model.picks.entry.length, master.scored, weight);
    known.set(weight, prices);
    return prices;
  });
}

/** The lineups of a kind that would make an LP solution better. */
export function freshFor(
  { master, kinds }: RestrictedMaster,
  { duals }: LpSolution,
  kind: number,
): Pick<Wanted, "fresh" | "isFresh" | "floor" | "stride"> {
  // The rows of the counts are the first.
  const floor = (duals[kind]! * POINT_UNITS) / kinds[kind]!.weight + NEAR;
  const fresh = Math.max(LEAST_JOINING, Math.ceil(MOST_JOINING / kinds.length));
  return { fresh, isFresh: (column) => !master.has(column), floor, stride: Math.min(STRIDE, fresh) };
}

/** Takes in the lineups that make an LP solution better, the best first; how many these are. */
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

/** What is missing is made so many times dearer once phase one finds an LP solution that breaks no row. */
const DEARER = 100;

type PhaseOne =
  | { readonly kind: "feasible" | "unknown" }
  /** `witness` are the plan's shares that the proof speaks of, by index. */
  | { readonly kind: "none"; readonly witness: readonly number[] };

/**
 * Phase one: looks for an LP solution that breaks no row, whatever its points. `feasible` where the master has one now; `none` where it is
 * proved that no portfolio keeps the plan: at some prices its lineups would pay less than nothing, though they pay
 * themselves what they get; `unknown` where the bound is too loose for either.
 */
export async function phaseOne(restricted: RestrictedMaster, interrupt: Interrupt): Promise<PhaseOne> {
  const { master } = restricted;
  master.ignorePoints();
  try {
    for (;;) {
      const { relaxation, prices, bound, joined } = await generateColumns(restricted, interrupt);
      if (bound === null) return { kind: "none", witness: [] };
      if (bound < 0n) return { kind: "none", witness: sharesOf(prices) };
      if (!isAny(relaxation.missing)) return { kind: "feasible" };
      if (joined === 0) return { kind: "unknown" };
    }
  } finally {
    master.charge(DEARER);
  }
}

function sharesOf([prices]: readonly Prices[]): number[] {
  const shares = prices!.list.flatMap(({ row }) =>
    (row.kind === "picks" || row.kind === "test") && row.share !== null ? [row.share.index] : [],
  );
  return shares.sort((a, b) => a - b);
}
