import fc from "fast-check";
import { expect, it } from "vitest";
import { RowSet } from "../../../../src/engine/solver/paths/automaton.ts";
import { runs, share } from "../../../support/runs.ts";

const RUNS = 100;

it("numbers distinct rows in order of arrival, and finds each again", () => {
  let grown = 0;
  const rows = fc.nat({ max: 6 }).chain((width) =>
    fc.array(fc.uint8Array({ minLength: width, maxLength: width, max: 5 }), {
      minLength: 1,
      maxLength: 200,
      size: "max",
    }),
  );
  fc.assert(
    fc.property(rows, (added) => {
      const set = new RowSet(added[0]?.length ?? 1);
      const known = new Map<string, number>();
      for (const row of added) {
        if (!known.has(row.join())) known.set(row.join(), known.size);
        expect(set.add(row)).toBe(known.get(row.join()));
      }
      expect(set.size).toBe(known.size);
      for (const [row, number] of known)
        expect(set.bytes.subarray(number * set.width, (number + 1) * set.width).join()).toBe(row);
      if (set.size > 64) grown += 1;
    }),
    runs(RUNS),
  );
  expect(grown).toBeGreaterThan(share(RUNS, 0.1));
});
