import { POINT_UNITS } from "../../../model/model.ts";
import type { Interrupt } from "../../interrupt.ts";
import { certified } from "./certificate.ts";
import type { Column } from "./columns.ts";
import type { Mixture } from "./master.ts";
import { type Prices, pricesOf } from "./prices.ts";
import { type Priced, priceLineups } from "./pricing.ts";
import { brokenCommons, brokenRows } from "./separate.ts";
import type { Workbench } from "./set-up.ts";

/** Lineups that join the master at a time. */
export const MOST_JOINING = 100;

/** How many lineups are looked at in vain, at the most, for each that is wanted. */
const DEEPEST = 30;

/** A worth that is only so much more than the last of the mixture's is none, in units of points. */
const NEAR = 1e3;

/** One step of column generation. */
export interface Round {
  readonly mixture: Mixture;
  /** Units of points, proven; null where there are not so many lineups at all. */
  readonly bound: bigint | null;
  readonly prices: Prices;
  /** How many lineups joined; 0 where none would make the mixture better. */
  readonly joined: number;
}

/** Solves the master, and again while rows that it lacks are broken. */
export function mix(bench: Workbench, interrupt: Interrupt): Mixture {
  const { master, idle, likeness } = bench;
  for (;;) {
    const mixture = master.solve(interrupt);
    const joining = brokenRows(bench, mixture);
    for (const row of joining) idle.delete(row);
    if (likeness.isAsked) joining.push(...brokenCommons(likeness, master, mixture));
    if (joining.length === 0) return mixture;
    master.addRows(joining);
  }
}

/** Solves the master, prices lineups at its duals, proves a bound and takes in the lineups that are worth it. */
export async function grow(bench: Workbench, interrupt: Interrupt): Promise<Round> {
  const { master, pricing, plan } = bench;
  const mixture = mix(bench, interrupt);
  const prices = pricesOf(master.rows, mixture.duals, plan.model.picks.entry.length, master.scored);
  const count = plan.count + MOST_JOINING;
  const offer = await priceLineups(pricing, prices, { count, deepest: DEEPEST * count });
  const joined = join(bench, offer.priced, mixture);
  return { mixture, prices, bound: certified(prices, offer, plan.count), joined };
}

/** Takes in the lineups that make a mixture better, the best first; how many these are. */
export function join({ master }: Workbench, priced: readonly Priced[], { duals }: Mixture): number {
  // The row of the count is the first.
  const last = duals[0]! * POINT_UNITS + NEAR;
  const joining: Column[] = [];
  for (const { column, worth } of priced) {
    if (worth <= last || joining.length === MOST_JOINING) break;
    if (!master.has(column)) joining.push(column);
  }
  master.addColumns(joining);
  return joining.length;
}
