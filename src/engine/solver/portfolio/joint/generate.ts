import { turn } from "../../../../shared/turn.ts";
import { POINT_UNITS } from "../../../model/model.ts";
import type { Interrupt } from "../../interrupt.ts";
import { certified } from "./certificate.ts";
import type { Mixture } from "./master.ts";
import { isAny } from "./near.ts";
import { type Prices, pricesOf, STEP } from "./prices.ts";
import { freshOf, type Offer, type Priced, priceLineups, STRIDE, type Wanted } from "./pricing.ts";
import type { Workbench } from "./set-up.ts";
import { brokenRows } from "./set-up.ts";

/** Lineups that join the master at a time, of all kinds of lines; at the least of each, of several. */
const MOST_JOINING = 100;
const LEAST_JOINING = 4;

/** How many lineups are looked at in vain, at the most, for each that is wanted; and so many for a kind in any case. */
const DEEPEST = 30;
const LEAST_DEPTH = 400;

/** Who is worth only so much more than the last of the mixture may owe it to the rounding of prices. */
const NEAR = 10 * STEP;

/** One step of column generation. */
export interface Round {
  readonly mixture: Mixture;
  /** Units of points, proven; null where there are not so many lineups at all. */
  readonly bound: bigint | null;
  /** Per kind of lines. */
  readonly prices: readonly Prices[];
  /** How many lineups joined; 0 where none would make the mixture better. */
  readonly joined: number;
}

/** Solves the master, and again while rows that it lacks are broken; before each, other events of the thread have their turn. */
export async function mix(bench: Workbench, interrupt: Interrupt): Promise<Mixture> {
  const { master, idle, separator } = bench;
  for (;;) {
    await turn();
    const mixture = master.solve(interrupt);
    const joining = brokenRows(bench, mixture);
    for (const row of joining) idle.delete(row);
    if (separator !== null) joining.push(...separator.broken(mixture));
    if (joining.length === 0) return mixture;
    master.addRows(joining);
  }
}

/** Solves the master, prices lineups at its duals, proves a bound and takes in the lineups that are worth it. */
export async function grow(bench: Workbench, interrupt: Interrupt): Promise<Round> {
  const { kinds } = bench;
  const mixture = await mix(bench, interrupt);
  const prices = pricesByKind(bench, mixture);
  const offers: Offer[] = [];
  for (const [kind, own] of kinds.entries()) {
    const wanted = { best: own.count, ...freshFor(bench, mixture, kind) };
    const deepest = Math.max(LEAST_DEPTH, DEEPEST * (own.count + wanted.fresh));
    offers.push(await priceLineups(own, prices[kind]!, { ...wanted, deepest }));
  }
  const joined = offers.reduce((sum, { priced }, kind) => sum + join(bench, priced, mixture, kind), 0);
  return { mixture, prices, bound: certified(kinds, prices, offers), joined };
}

/** What lineups of each kind pay, per entry. */
export function pricesByKind({ master, kinds, plan }: Workbench, { duals }: Mixture): readonly Prices[] {
  const known = new Map<number, Prices>();
  return kinds.map(({ weight }) => {
    const prices =
      known.get(weight) ?? pricesOf(master.rows, duals, plan.model.picks.entry.length, master.scored, weight);
    known.set(weight, prices);
    return prices;
  });
}

/** The lineups of a kind that would make a mixture better. */
export function freshFor(
  { master, kinds }: Workbench,
  { duals }: Mixture,
  kind: number,
): Pick<Wanted, "fresh" | "isFresh" | "floor" | "stride"> {
  // The rows of the counts are the first.
  const floor = (duals[kind]! * POINT_UNITS) / kinds[kind]!.weight + NEAR;
  const fresh = Math.max(LEAST_JOINING, Math.ceil(MOST_JOINING / kinds.length));
  return { fresh, isFresh: (column) => !master.has(column), floor, stride: Math.min(STRIDE, fresh) };
}

/** Takes in the lineups that make a mixture better, the best first; how many these are. */
export function join(bench: Workbench, priced: readonly Priced[], mixture: Mixture, kind: number): number {
  const joining = freshOf(priced, freshFor(bench, mixture, kind));
  bench.master.addColumns(joining);
  return joining.length;
}

/** What is missing is made so many times dearer when there turns out to be a mixture that lacks nothing. */
const DEARER = 100;

type Feed =
  | { readonly kind: "fed" | "unknown" }
  /** `witness` are the plan's shares that the proof speaks of, by index. */
  | { readonly kind: "none"; readonly witness: readonly number[] };

/**
 * Looks for a mixture that lacks nothing, whatever its points. `fed` where the master has one now; `none` where it is
 * proved that no portfolio keeps the plan: at some prices its lineups would pay less than nothing, though they pay
 * themselves what they get; `unknown` where the bound is too loose for either.
 */
export async function feed(bench: Workbench, interrupt: Interrupt): Promise<Feed> {
  const { master } = bench;
  master.ignorePoints();
  try {
    for (;;) {
      const { mixture, prices, bound, joined } = await grow(bench, interrupt);
      if (bound === null) return { kind: "none", witness: [] };
      if (bound < 0n) return { kind: "none", witness: sharesOf(prices) };
      if (!isAny(mixture.missing)) return { kind: "fed" };
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
