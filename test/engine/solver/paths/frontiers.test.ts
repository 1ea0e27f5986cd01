import { expect, it } from "vitest";
import { type Frontiers, mostFor } from "../../../../src/engine/solver/paths/frontiers.ts";

it("finds the same maximum over completions as enumeration", () => {
  const salaries = Int32Array.of(0, 0, 1, 7, 0, 2, 5, 6, 9);
  const gains = Float64Array.of(7, 0, 5, 6, 0, 3, 4, 8, 9);
  // Of four states: five, none, three and one.
  const few: Frontiers = { slop: 0, end: Int32Array.of(9, 4, 4, 1, 0), salaries, gains };
  for (const state of [0, 1, 2, 3])
    for (let left = -1; left <= 10; left += 1) {
      const own = [...gains.keys()].slice(few.end[state + 1], few.end[state]);
      const most = Math.max(
        ...own.map((at) => (salaries[at]! <= left ? gains[at]! : Number.NEGATIVE_INFINITY)),
      );
      expect(mostFor(few, state, left), `${state} ${left}`).toBe(most);
    }
});
