import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deviationOf, GRID, meanOf, normalChance } from "../../src/shared/normal.ts";
import { outcomesOf, type Spread } from "../../src/simulation/outcomes.ts";
import { runs, Tally } from "../support/runs.ts";

const RUNS = 400;
const points = fc.integer({ min: 1, max: 6_000 }).map((cents) => cents / 100);

const spread: fc.Arbitrary<Spread> = fc.oneof(
  fc.record({
    family: fc.constantFrom("normal" as const, "lognormal" as const, "gamma" as const),
    deviation: points,
  }),
  fc
    .record({
      at: fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 2, maxLength: 6 }),
      values: fc.array(points, { minLength: 6, maxLength: 6 }),
    })
    .map(({ at, values }) => ({
      family: "percentiles" as const,
      at: at.toSorted((a, b) => a - b),
      points: values.slice(0, at.length).toSorted((a, b) => a - b),
    })),
  fc.record({
    family: fc.constant("zero-gamma" as const),
    deviation: points,
    zero: fc.integer({ min: 1, max: 95 }).map((percent) => percent / 100),
  }),
  fc.record({ low: points, high: points, deviation: points }).map(({ low, high, deviation }) => ({
    family: "two-humps" as const,
    low: { mean: low, deviation },
    high: { mean: low + high, deviation: 2 * deviation },
  })),
  fc
    .array(points, { minLength: 2, maxLength: 40 })
    .map((samples) => ({ family: "samples" as const, points: samples })),
);

test("the mean equals the projection for any spread", () => {
  const tally = new Tally();
  fc.assert(
    fc.property(points, spread, fc.constantFrom(0, -4), (mean, known, least) => {
      const outcomes = outcomesOf(mean, known, least);
      expect(Math.abs(meanOf(outcomes) - mean)).toBeLessThanOrEqual(1e-9 * Math.max(1, mean));
      for (let step = 1; step < outcomes.length; step += 1)
        expect(outcomes[step]! - outcomes[step - 1]!).toBeGreaterThanOrEqual(0);
      expect(outcomes[0]).toBeGreaterThanOrEqual(least);
      tally.add(known.family);
    }),
    runs(RUNS),
  );
  for (const family of ["normal", "lognormal", "gamma", "zero-gamma", "two-humps", "percentiles", "samples"])
    expect(tally.of(family), `${family} of ${tally}`).toBeGreaterThan(RUNS / 20);
});

describe.each(["normal", "lognormal", "gamma"] as const)("a %s spread", (family) => {
  test.each([
    [20, 6],
    [30, 9],
    [12, 4],
  ])("of %i points has the requested deviation %i", (mean, deviation) => {
    expect(deviationOf(outcomesOf(mean, { family, deviation }, 0)) / deviation).toBeCloseTo(1, 1);
  });
});

test.each([
  [4, 0.3],
  [9, 0.12],
])("a zero-gamma spread around %i is 0 with the chance %f, and has the deviation", (mean, zero) => {
  const outcomes = outcomesOf(mean, { family: "zero-gamma", deviation: 1.14 * mean, zero }, 0);
  const zeros = outcomes.filter((value) => value === 0).length;
  // The chance lies between those of the last step with 0 points and the one after it.
  expect(normalChance(GRID[zeros - 1]!)).toBeLessThanOrEqual(zero);
  expect(normalChance(GRID[zeros]!)).toBeGreaterThan(zero);
  expect(deviationOf(outcomes) / (1.14 * mean)).toBeCloseTo(1, 1);
});

describe("two humps", () => {
  const deviation = fc.constantFrom(0.05, 0.5, 4, 11.4);
  const hump = fc.record({ mean: points, deviation });

  test("have the quantiles of their mixture, also if they are narrow and far apart", () => {
    let checked = 0;
    fc.assert(
      fc.property(hump, hump, fc.integer({ min: 2, max: 98 }), (low, { mean, ...rest }, percent) => {
        const [share, high] = [percent / 100, { mean: low.mean + mean, ...rest }];
        const chanceOf = (value: number) =>
          [low, high].reduce((sum, one, at) => {
            return sum + (at === 0 ? 1 - share : share) * normalChance((value - one.mean) / one.deviation);
          }, 0);
        const outcomes = outcomesOf(
          mean,
          { family: "two-humps", low, high, share },
          Number.NEGATIVE_INFINITY,
        );
        // All values are shifted to the mean, by as much as the first one is.
        let [from, to] = [low.mean - 8 * 11.4, high.mean + 8 * 11.4];
        for (let halving = 0; halving < 80; halving += 1) {
          const middle = (from + to) / 2;
          if (chanceOf(middle) < normalChance(GRID[0]!)) from = middle;
          else to = middle;
        }
        const shift = outcomes[0]! - from;
        outcomes.forEach((value, step) => {
          expect(Math.abs(chanceOf(value - shift) - normalChance(GRID[step]!))).toBeLessThan(1e-8);
          checked += 1;
        });
      }),
      runs(60),
    );
    expect(checked).toBeGreaterThanOrEqual(60 * GRID.length);
  });

  const humps = {
    family: "two-humps" as const,
    low: { mean: 25, deviation: 9 },
    high: { mean: 75, deviation: 20 },
  };

  test.each([30, 50, 70])("around %i are as frequent as the mean requires", (mean) => {
    const outcomes = outcomesOf(mean, humps, -5);
    const share = (mean - 25) / 50;
    // Of a mixture: the mean variance and the variance of the means.
    const variance = (1 - share) * 81 + share * 400 + share * (1 - share) * 50 ** 2;
    expect(deviationOf(outcomes) / Math.sqrt(variance)).toBeCloseTo(1, 1);
    const middle = outcomes.findIndex((value) => value > 45);
    // Few results lie between the humps, so those below 45 are nearly the low one.
    expect(Math.abs(normalChance(GRID[middle]!) - (1 - share) * 0.987 - share * 0.067)).toBeLessThan(0.03);
  });

  test("are stretched to a known deviation", () => {
    expect(deviationOf(outcomesOf(50, { ...humps, stretched: 15 }, -100)) / 15).toBeCloseTo(1, 2);
  });
});

test("certain points do not vary", () => {
  expect([...new Set(outcomesOf(7, { family: "gamma", deviation: 0 }, 0))]).toEqual([7]);
  expect([...new Set(outcomesOf(0, { family: "gamma", deviation: 3 }, 0))]).toEqual([0]);
});

test("samples occur with their frequency", () => {
  const outcomes = outcomesOf(5, { family: "samples", points: [0, 0, 0, 20] }, 0);
  expect(outcomes.filter((value) => value === 0).length / outcomes.length).toBeGreaterThan(0.4);
  expect(meanOf(outcomes)).toBeCloseTo(5, 9);
});

test.each([0.5, 1, 2, 4, 8, 12])("a zero-gamma spread around %f has the deviation first", (mean) => {
  const outcomes = outcomesOf(mean, { family: "zero-gamma", deviation: 1.14 * mean, zero: 0.8 ** mean }, 0);
  expect(Math.abs(deviationOf(outcomes) / (1.14 * mean) - 1)).toBeLessThan(0.03);
});
