import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { shared } from "../../engine/solver/contest/play.ts";
import type { Calibration } from "../calibration/calibrate.ts";
import { summedPrizes } from "../contest/prizes.ts";
import { countUpTo, type PastCheck } from "./past-contest.ts";

/** The strategy that a backtest calls the entries of your own accounts. */
export const OWN_ENTRIES = "your entries";

export interface BacktestSlate {
  readonly id: string;
  readonly sport: string;
  readonly book: string;
  readonly contest: string;
  readonly opponents: number;
  readonly removed: number;
  readonly check: PastCheck | null;
  readonly columns: readonly string[];
  readonly first: number;
  readonly cash: number | null;
  /**
   * A histogram in hundredths: `counts[n]` opponents have at least `from + n * width`, and less than a width
   * more.
   */
  readonly scores: { readonly from: number; readonly width: number; readonly counts: readonly number[] };
}

/** Before lock: the mean, and the intervals that half and 80% of the outcomes are in. */
export interface Span {
  readonly mean: number;
  readonly half: readonly [number, number];
  readonly most: readonly [number, number];
}

/** Of the mean percentile of lineups, and of their profit as a part of the fees; null without payouts. */
export interface Prediction {
  readonly percentile: Span;
  readonly profit: Span | null;
}

export interface StrategySlate {
  readonly slate: string;
  readonly fault: string | null;
  readonly entries: readonly SettledEntry[];
  readonly cost: number | null;
  readonly seatsWithoutPoints: number;
  /** Null if nothing was to predict. */
  readonly predicted: Prediction | null;
}

export interface BacktestStrategy {
  readonly name: string;
  readonly slates: readonly StrategySlate[];
  readonly lineups: number;
  readonly percentile: Estimate;
  readonly profit: Estimate | null;
  readonly profitPerSlate: Estimate | null;
  readonly conclusion: string;
}

export interface Backtest {
  readonly slates: readonly BacktestSlate[];
  readonly strategies: readonly BacktestStrategy[];
  readonly calibration: Calibration | null;
}

export function meanPercentile({ entries }: Pick<StrategySlate, "entries">): number {
  return entries.reduce((sum, { percentile }) => sum + percentile, 0) / entries.length;
}

export function winningsOf({ entries }: Pick<StrategySlate, "entries">): number {
  return entries.reduce((sum, { prize }) => sum + prize, 0);
}

/** What was predicted, and what happened. */
export interface Outcome {
  readonly slate: string;
  readonly strategy: string;
  readonly predicted: Span;
  readonly happened: number;
}

export function outcomesOf(
  strategies: readonly Pick<BacktestStrategy, "name" | "slates">[],
  of: keyof Prediction,
): Outcome[] {
  return strategies.flatMap(({ name: strategy, slates }) =>
    slates.flatMap((one) => {
      const predicted = one.predicted?.[of] ?? null;
      if (predicted === null || (of === "profit" && one.cost === null)) return [];
      const happened = of === "profit" ? winningsOf(one) / one.cost! - 1 : meanPercentile(one);
      return [{ slate: one.slate, strategy, predicted, happened }];
    }),
  );
}

/** How often outcomes were in the intervals, and how far their mean was from the predicted one. */
export function coverageOf(outcomes: readonly Outcome[]) {
  const partIn = (key: "half" | "most") =>
    outcomes.filter(
      ({ predicted, happened }) => happened >= predicted[key][0] && happened <= predicted[key][1],
    ).length / Math.max(1, outcomes.length);
  return {
    outcomes: outcomes.length,
    half: partIn("half"),
    most: partIn("most"),
    off: bootstrapRatio(
      outcomes.map(({ predicted, happened }) => ({ above: happened - predicted.mean, below: 1 })),
    ),
  };
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
  readonly error: number | null;
  readonly interval: readonly [number, number] | null;
}

interface RatioTerms {
  readonly above: number;
  readonly below: number;
}

const RESAMPLES = 4_000;
const SEED = 1;

/**
 * A ratio of sums with its bootstrap interval: whole slates are drawn with replacement, because lineups of a
 * slate share players.
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

const EDGE = 0.1;

/** How many slates it takes until a profit of 10% is twice its standard error. */
export function slatesNeeded({ error }: Estimate, slates: number): number {
  return Math.ceil(slates * ((2 * (error ?? 0)) / EDGE) ** 2);
}

export interface SettledEntry {
  readonly hundredths: number;
  /** The rank among the opponents and all own entries. */
  readonly rank: number;
  readonly percentile: number;
  readonly prize: number;
}

/**
 * Enters lineups into a past field, where they also compete with each other; points in hundredths, prizes in
 * cents.
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
