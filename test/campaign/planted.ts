import fc from "fast-check";
import { test } from "vitest";
import { hold, property } from "../../src/testing/property.ts";

/** Failing properties, for testing campaigns. */
test("no sum is more than 50", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100)), (list) => list.reduce((sum, one) => sum + one, 0) <= 50),
    { seed: 1, numRuns: 50 },
  );
});

test("no number of the test kit is more than 50", async () => {
  const small = property({
    name: "small",
    runs: 50,
    drawn: [fc.nat(100)],
    check: (_tally, _runs, number) => hold(number <= 50, () => `${number} is more than 50`),
  });
  await small.run();
});
