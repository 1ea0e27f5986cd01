import type { Calibration } from "../calibration/calibrate.ts";
import { bootstrapRatio, type Estimate, slatesNeeded } from "./bootstrap.ts";
import type { PastCheck } from "./past-contest.ts";
import type { SettledEntry } from "./settle.ts";

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
  /** The most points of an opponent, in hundredths. */
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
