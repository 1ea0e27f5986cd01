import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { shared } from "../../engine/solver/contest/play.ts";
import type { Calibration } from "../calibration/calibrate.ts";
import { summedPrizes } from "../contest/prizes.ts";
import { countUpTo, type PastCheck } from "./past-contest.ts";

export interface BacktestSlate {
  readonly id: string;
  readonly sport: string;
  readonly book: string;
  readonly contest: string;
  readonly opponents: number;
  /** The number of entries of the user's own accounts, which are not opponents. */
  readonly removed: number;
  /** The comparison of the book's points and ranks with recomputed ones; null if the file has no players. */
  readonly check: PastCheck | null;
  readonly columns: readonly string[];
  readonly first: number;
  /** The fewest points of an opponent who was paid, in hundredths; null without payouts. */
  readonly cash: number | null;
  /**
   * A histogram of the opponents' points in hundredths: `counts[n]` is the number of opponents with at least
   * `from + n * width` and less than `from + (n + 1) * width`.
   */
  readonly scores: { readonly from: number; readonly width: number; readonly counts: readonly number[] };
}

export interface StrategySlate {
  readonly slate: string;
  /** Why the strategy has no lineups; null if it has some. */
  readonly fault: string | null;
  readonly entries: readonly SettledEntry[];
  /** The fees of all lineups, in cents; null if the contest's payouts are unknown. */
  readonly cost: number | null;
  /** The number of seats whose player has no points in the standings and counts 0. */
  readonly seatsWithoutPoints: number;
}

export interface BacktestStrategy {
  readonly name: string;
  readonly slates: readonly StrategySlate[];
  readonly lineups: number;
  /** The mean percentile of the lineups (see `SettledEntry`), each contest weighted equally. */
  readonly percentile: Estimate;
  /** Winnings minus cost, as a fraction of the cost, over contests with payouts; null without any. */
  readonly profit: Estimate | null;
  /** The mean winnings minus cost of a contest, in cents, over contests with payouts; null without any. */
  readonly profitPerSlate: Estimate | null;
  readonly conclusion: string;
}

export interface Backtest {
  readonly slates: readonly BacktestSlate[];
  readonly strategies: readonly BacktestStrategy[];
  /** How the simulation of these contests fits what happened; null if it is not wanted. */
  readonly calibration: Calibration | null;
}

export function meanPercentile({ entries }: Pick<StrategySlate, "entries">): number {
  return entries.reduce((sum, { percentile }) => sum + percentile, 0) / entries.length;
}

/** All winnings of a strategy in one contest, in cents. */
export function winningsOf({ entries }: Pick<StrategySlate, "entries">): number {
  return entries.reduce((sum, { prize }) => sum + prize, 0);
}

export function strategyOf(name: string, slates: readonly StrategySlate[]): BacktestStrategy {
  const settled = slates.filter(({ entries }) => entries.length > 0);
  const paid = settled.filter(({ cost }) => cost !== null);
  const profit =
    paid.length === 0
      ? null
      : bootstrapRatio(paid.map((one) => ({ above: winningsOf(one) - one.cost!, below: one.cost! })));
  const perSlate = paid.map((one) => ({ above: winningsOf(one) - one.cost!, below: 1 }));
  return {
    name,
    slates,
    profitPerSlate: paid.length === 0 ? null : bootstrapRatio(perSlate),
    lineups: settled.reduce((sum, { entries }) => sum + entries.length, 0),
    percentile: bootstrapRatio(settled.map((one) => ({ above: meanPercentile(one), below: 1 }))),
    profit,
    conclusion: conclusionOf(settled.length, profit, paid.length),
  };
}

/** With fewer slates, nothing is concluded, because even the bootstrap intervals are too narrow. */
const FEWEST_SLATES = 10;

function conclusionOf(slates: number, profit: Estimate | null, paid: number): string {
  if (slates === 0) return "No slate has lineups.";
  if (slates === 1) return "One slate shows nothing about others.";
  if (slates < FEWEST_SLATES)
    return `${slates} slates are too few to conclude anything: with so few, intervals are too narrow.`;
  if (profit === null) return "Without payouts, only ranks are compared.";
  if (paid < FEWEST_SLATES)
    return `Slates with payouts: ${paid}. These are too few to conclude anything about profit.`;
  const [low, high] = profit.interval!;
  if (low > 0) return "The profit exceeds chance on these slates.";
  if (high < 0) return "The loss exceeds chance on these slates.";
  const needed = slatesNeeded(profit, paid);
  return `The profit could be chance: an edge of 10% needs about ${needed} slates to show.`;
}

export interface Estimate {
  readonly value: number;
  /** The standard error over slates; null for a single slate. */
  readonly error: number | null;
  /** The middle 95% of resampled estimates; null for a single slate. */
  readonly interval: readonly [number, number] | null;
}

/** One slate's numerator (`above`) and denominator (`below`) of a ratio, such as profit over cost. */
interface RatioTerms {
  readonly above: number;
  readonly below: number;
}

const RESAMPLES = 4_000;
const SEED = 1;

/**
 * A ratio of sums over slates with its bootstrap interval: whole slates are drawn with replacement, because
 * the lineups of one slate share their players. The same slates give the same numbers on every machine.
 */
export function bootstrapRatio(slates: readonly RatioTerms[]): Estimate {
  const value = ratioOf(slates);
  if (slates.length < 2) return { value, error: null, interval: null };
  const random = xoroshiro128plus(SEED);
  const resampled = Float64Array.from({ length: RESAMPLES }, () => {
    let [above, below] = [0, 0];
    for (let drawn = 0; drawn < slates.length; drawn += 1) {
      const slate = slates[(random.next() >>> 0) % slates.length]!;
      above += slate.above;
      below += slate.below;
    }
    return below === 0 ? 0 : above / below;
  }).sort();
  const mean = resampled.reduce((sum, one) => sum + one, 0) / RESAMPLES;
  const squares = resampled.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const at = (part: number) => resampled[Math.round(part * (RESAMPLES - 1))]!;
  return { value, error: Math.sqrt(squares / (RESAMPLES - 1)), interval: [at(0.025), at(0.975)] };
}

function ratioOf(slates: readonly RatioTerms[]): number {
  const below = slates.reduce((sum, slate) => sum + slate.below, 0);
  return below === 0 ? 0 : slates.reduce((sum, slate) => sum + slate.above, 0) / below;
}

/** A profit that a good strategy could have, as a fraction of the fees. */
const EDGE = 0.1;

/**
 * How many slates it takes until a profit of 10% of the fees is twice its standard error, given the error
 * over `slates` slates.
 */
export function slatesNeeded({ error }: Estimate, slates: number): number {
  return Math.ceil(slates * ((2 * (error ?? 0)) / EDGE) ** 2);
}

export interface SettledEntry {
  readonly hundredths: number;
  /** The rank, from 1, among the opponents and all own entries; tied entries have the same rank. */
  readonly rank: number;
  /** The fraction of the opponents with fewer points, ties counted half. */
  readonly percentile: number;
  /** The prize in cents; tied entries share the prizes of their places equally. */
  readonly prize: number;
}

/**
 * Enters lineups into a past field, where they also compete with each other. `own` and `field` are points in
 * hundredths; `prizes` has the cents of each paid place.
 */
export function settleEntries(
  own: readonly number[],
  field: readonly number[],
  prizes: Float64Array,
): SettledEntry[] {
  const opponents = Float64Array.from(field).sort();
  const all = Float64Array.from([...field, ...own]).sort();
  const summed = summedPrizes(prizes);
  return own.map((hundredths) => {
    const upTo = countUpTo(all, hundredths);
    const below = countBelow(all, hundredths);
    const better = all.length - upTo;
    const fewer = countBelow(opponents, hundredths);
    const ties = countUpTo(opponents, hundredths) - fewer;
    return {
      hundredths,
      rank: better + 1,
      percentile: opponents.length === 0 ? 1 : (fewer + ties / 2) / opponents.length,
      prize: prizes.length === 0 ? 0 : shared(summed, better, upTo - below),
    };
  });
}

function countBelow(sorted: Float64Array, value: number): number {
  return countUpTo(sorted, value - 1);
}
