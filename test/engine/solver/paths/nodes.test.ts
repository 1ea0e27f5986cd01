import fc from "fast-check";
import { expect, it } from "vitest";
import { Nodes } from "../../../../src/engine/solver/paths/a-star.ts";
import { runs, share, Tally } from "../../../support/runs.ts";

const RUNS = 80;

interface Known {
  readonly bound: number;
  readonly born: number;
  readonly options: readonly number[];
}

const byBound = (a: Known, b: Known) => b.bound - a.bound || b.born - a.born;

it("returns the highest bound, the youngest of equals, with its own options, in any order of use", () => {
  const tally = new Tally();
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.nat(6).map((bound) => ({ act: "add" as const, bound })) },
    { weight: 2, arbitrary: fc.constant({ act: "pop" as const }) },
  );
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 150, size: "max" }), (steps) => {
      const nodes = new Nodes();
      nodes.clear(3);
      const known: Known[] = [];
      let born = 0;
      for (const one of steps) {
        if (one.act === "add") {
          const options = [born, born + 1, born + 2].slice(0, 1 + (born % 3));
          nodes.add(one.bound, Int32Array.from([...options, 77, 77]), options.length);
          known.push({ bound: one.bound, born, options });
          born += 1;
        } else if (one.act === "pop" && known.length > 0) {
          const expected = known.sort(byBound).shift()!;
          const node = nodes.pop();
          expect(nodes.bound[node]).toBe(expected.bound);
          const from = 3 * node;
          expect([...nodes.options.subarray(from, from + nodes.length[node]!)]).toEqual(expected.options);
          tally.add("popped");
        }
        expect([nodes.size, nodes.births]).toEqual([known.length, born]);
        expect(nodes.highest).toBe(Math.max(Number.NEGATIVE_INFINITY, ...known.map(({ bound }) => bound)));
      }
    }),
    runs(RUNS),
  );
  expect(tally.of("popped"), `${tally}`).toBeGreaterThan(share(RUNS, 3));
});
