import { turn } from "../../../../shared/turn.ts";
import { POINT_UNITS } from "../../../model/model.ts";
import type { Interrupt } from "../../interrupt.ts";
import { certified } from "./certificate.ts";
import type { Mixture } from "./master.ts";
import { isAny } from "./near.ts";
import { type Prices, pricesOf, STEP } from "./prices.ts";
import { freshOf, type Priced, priceLineups, type Wanted } from "./pricing.ts";
import type { Workbench } from "./set-up.ts";
import { brokenRows } from "./set-up.ts";

/** Lineups that join the master at a time. */
export const MOST_JOINING = 100;

/** How many lineups are looked at in vain, at the most, for each that is wanted. */
const DEEPEST = 30;

/** Who is worth only so much more than the last of the mixture may owe it to the rounding of prices. */
const NEAR = 10 * STEP;

/** One step of column generation. */
export interface Round {
  readonly mixture: Mixture;
  /** Units of points, proven; null where there are not so many lineups at all. */
  readonly bound: bigint | null;
  readonly prices: Prices;
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
  const { master, pricing, plan } = bench;
  const mixture = await mix(bench, interrupt);
  const prices = pricesOf(master.rows, mixture.duals, plan.model.picks.entry.length, master.scored);
  const offer = await priceLineups(pricing, prices, {
    best: plan.count,
    ...freshFor(bench, mixture),
    deepest: DEEPEST * (plan.count + MOST_JOINING),
  });
  const joined = join(bench, offer.priced, mixture);
  return { mixture, prices, bound: certified(prices, offer, plan.count), joined };
}

/** The lineups that would make a mixture better. */
export function freshFor(
  { master }: Workbench,
  { duals }: Mixture,
): Pick<Wanted, "fresh" | "isFresh" | "floor"> {
  // The row of the count is the first.
  const floor = duals[0]! * POINT_UNITS + NEAR;
  return { fresh: MOST_JOINING, isFresh: (column) => !master.has(column), floor };
}

/** Takes in the lineups that make a mixture better, the best first; how many these are. */
export function join(bench: Workbench, priced: readonly Priced[], mixture: Mixture): number {
  const joining = freshOf(priced, freshFor(bench, mixture));
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

function sharesOf({ list }: Prices): number[] {
  const shares = list.flatMap(({ row }) =>
    (row.kind === "picks" || row.kind === "test") && row.share !== null ? [row.share.index] : [],
  );
  return shares.sort((a, b) => a - b);
}
