import fc from "fast-check";
import { test } from "vitest";

/** A property that does not hold, for the test of campaigns. */
test("no sum is more than 50", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100)), (list) => list.reduce((sum, one) => sum + one, 0) <= 50),
    { seed: 1, numRuns: 50 },
  );
});
