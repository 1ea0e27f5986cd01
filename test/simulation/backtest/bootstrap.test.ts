import { expect, test } from "vitest";
import {
  bootstrapRatio,
  type StrategySlate,
  slatesNeeded,
  strategyOf,
} from "../../../src/simulation/backtest/backtest.ts";
import { areResults } from "../../../src/simulation/backtest/past-contest.ts";

test("the bootstrap error of a mean is its standard error, and equal slates have none", () => {
  const values = Array.from({ length: 200 }, (_, at) => (at % 10) / 10);
  const { value, error, interval } = bootstrapRatio(values.map((above) => ({ above, below: 1 })));
  const deviation = Math.sqrt(values.reduce((sum, one) => sum + (one - 0.45) ** 2, 0) / values.length);
  expect(value).toBeCloseTo(0.45, 12);
  expect(error! / (deviation / Math.sqrt(values.length))).toBeCloseTo(1, 1);
  expect((interval![1] - interval![0]) / error!).toBeCloseTo(2 * 1.96, 0);
  expect(bootstrapRatio([{ above: 1, below: 2 }])).toEqual({ value: 0.5, error: null, interval: null });
  const equal = bootstrapRatio(Array.from({ length: 12 }, () => ({ above: 3, below: 4 })));
  expect(equal).toEqual({ value: 0.75, error: 0, interval: [0.75, 0.75] });
  expect(bootstrapRatio([])).toMatchObject({ value: 0, error: null });
});

test("an edge of a tenth takes as many slates as make it two standard errors", () => {
  expect(slatesNeeded({ value: 0, error: 0.05, interval: null }, 40)).toBe(40);
  expect(slatesNeeded({ value: 0, error: 0.5, interval: null }, 40)).toBe(4000);
});

/** A slate on which one lineup of 10 dollars wins this many. */
const slate = (at: number, dollars: number | null): StrategySlate => ({
  slate: `s${at}`,
  fault: null,
  entries: [{ hundredths: 1, rank: 1, percentile: 0.5, prize: (dollars ?? 0) * 100 }],
  cost: dollars === null ? null : 1000,
  seatsWithoutPoints: 0,
  predicted: null,
});

test("a conclusion says when slates are too few", () => {
  const of = (winnings: readonly (number | null)[]) =>
    strategyOf(
      "any",
      winnings.map((dollars, at) => slate(at, dollars)),
    ).conclusion;
  expect(of([])).toBe("No slate has lineups.");
  expect(of([10])).toContain("One slate");
  expect(of([10, 12])).toContain("2 slates are too few");
  expect(of(Array.from({ length: 12 }, () => null))).toContain("only ranks");
  expect(of([...Array.from({ length: 12 }, () => null), 10])).toContain(
    "Slates with payouts: 1. These are too few",
  );
  expect(of(Array.from({ length: 12 }, () => 11))).toContain("profit exceeds chance");
  expect(of(Array.from({ length: 12 }, () => 9))).toContain("loss exceeds chance");
  expect(of(Array.from({ length: 12 }, (_, at) => (at === 0 ? 120 : 0)))).toMatch(
    /could be chance.* \d+ slates/,
  );
  const none = { ...slate(1, 10), entries: [] };
  expect(strategyOf("any", [none, slate(2, 30)])).toMatchObject({ lineups: 1, profit: { value: 2 } });
});

test("projections that equal the results are recognized, good ones are not", () => {
  const scored = new Map(Array.from({ length: 20 }, (_, at) => [`p${at}`, at] as const));
  const changed = (by: number, from: number) =>
    new Map([...scored].map(([key, points], at) => [key, at < from ? points : points + by]));
  expect(areResults(changed(0, 0), scored)).toBe(true);
  expect(areResults(changed(1, 11), scored)).toBe(true);
  expect(areResults(changed(1, 5), scored)).toBe(false);
  expect(areResults(new Map([...scored].slice(0, 8)), scored)).toBe(false);
});
