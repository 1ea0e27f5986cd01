import fc from "fast-check";
import { expect, it } from "vitest";
import { largestMatching } from "../../src/verify/matching.ts";
import { runs } from "../support/runs.ts";

it("matches as many as trying all ways does, each to a seat of its own that it may take", () => {
  let short = 0;
  fc.assert(
    fc.property(fc.array(fc.uniqueArray(fc.nat(4)), { minLength: 2, maxLength: 7 }), (choices) => {
      const matched = largestMatching(choices);
      const taken = matched.filter((seat) => seat !== null);
      expect(new Set(taken).size).toBe(taken.length);
      for (const [left, seat] of matched.entries()) if (seat !== null) expect(choices[left]).toContain(seat);
      expect(taken.length).toBe(mostByTrying(choices, 0, new Set()));
      if (taken.length < choices.filter((one) => one.length > 0).length) short += 1;
    }),
    runs(300),
  );
  expect(short).toBeGreaterThan(15);
});

function mostByTrying(
  choices: readonly (readonly number[])[],
  at: number,
  taken: ReadonlySet<number>,
): number {
  if (at === choices.length) return 0;
  const seated = choices[at]!.filter((seat) => !taken.has(seat)).map(
    (seat) => 1 + mostByTrying(choices, at + 1, new Set([...taken, seat])),
  );
  return Math.max(mostByTrying(choices, at + 1, taken), ...seated);
}
