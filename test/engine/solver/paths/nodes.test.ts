import fc from "fast-check";
import { expect, it } from "vitest";
import { Nodes } from "../../../../src/engine/solver/paths/nodes.ts";
import { runs, share, Tally } from "../../../support/runs.ts";

const RUNS = 200;

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

it("is empty at first and whenever it is cleared", () => {
  const nodes = new Nodes();
  expect([nodes.size, nodes.births, nodes.highest, nodes.width]).toEqual([0, 0, Number.NEGATIVE_INFINITY, 1]);
  for (let bound = 0; bound < 9; bound += 1) expect(nodes.add(bound, Int32Array.of(bound), 1)).toBe(bound);
  for (let bound = 8; bound >= 0; bound -= 1) expect(nodes.options[nodes.pop()]).toBe(bound);
  expect(nodes.bound.length).toBe(14);
  for (const width of [2, 40]) {
    nodes.clear(width);
    expect(nodes.bound.length).toBe(width === 2 ? 64 : 526);
    const { bound: kept, options } = nodes;
    nodes.clear(width);
    expect([nodes.bound === kept, nodes.options === options]).toEqual([true, true]);
    for (let bound = 0; bound < 300; bound += 1) {
      expect(nodes.add(bound, new Int32Array(width).fill(bound), width)).toBe(bound);
      expect(nodes.options.length).toBeGreaterThanOrEqual((bound + 1) * width);
    }
    expect([nodes.size, nodes.births, nodes.highest, nodes.width]).toEqual([300, 300, 299, width]);
    for (const node of [299, 298]) expect(nodes.pop()).toBe(node);
    expect([nodes.add(7, new Int32Array(0), 0), nodes.add(8, new Int32Array(0), 0)]).toEqual([298, 299]);
    for (let node = 0; node < 298; node += 1) expect(nodes.options[node * width + width - 1]).toBe(node);
  }
});
