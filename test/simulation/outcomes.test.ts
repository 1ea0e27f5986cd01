import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deviationOf, meanOf } from "../../src/shared/normal.ts";
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
  for (const family of ["normal", "lognormal", "gamma", "percentiles", "samples"])
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

test("certain points do not vary", () => {
  expect([...new Set(outcomesOf(7, { family: "gamma", deviation: 0 }, 0))]).toEqual([7]);
  expect([...new Set(outcomesOf(0, { family: "gamma", deviation: 3 }, 0))]).toEqual([0]);
});

test("samples occur with their frequency", () => {
  const outcomes = outcomesOf(5, { family: "samples", points: [0, 0, 0, 20] }, 0);
  expect(outcomes.filter((value) => value === 0).length / outcomes.length).toBeGreaterThan(0.4);
  expect(meanOf(outcomes)).toBeCloseTo(5, 9);
});
