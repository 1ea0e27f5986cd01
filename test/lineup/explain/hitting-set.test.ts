import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { smallestHittingSet } from "../../../src/lineup/explain/smallest-conflict.ts";
import { runs } from "../../support/runs.ts";

const WIDTH = 7;

describe("the smallest hitting set", () => {
  it("is the first smallest one found by exhaustive search", () => {
    let larger = 0;
    const set = fc.uniqueArray(fc.nat(WIDTH - 1), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(set, { maxLength: 8 }), (drawn) => {
        const sets = drawn.map((one) => one.toSorted((a, b) => a - b));
        const effort = { branches: 10_000 };
        const found = smallestHittingSet(sets, 0, effort);
        expect(found).toEqual(byTrying(sets));
        if (found!.length > 2) larger += 1;
        expect(smallestHittingSet(sets, found!.length, effort)).toEqual(found);
      }),
      runs(300),
    );
    expect(larger).toBeGreaterThan(30);
  });

  it("is null when the effort limit is reached", () => {
    const pairs = [0, 1, 2, 3, 4, 5].flatMap((a) =>
      [0, 1, 2, 3, 4, 5].flatMap((b) => (a < b ? [[a, b]] : [])),
    );
    expect(smallestHittingSet(pairs, 0, { branches: 10_000 })).toEqual([0, 1, 2, 3, 4]);
    expect(smallestHittingSet(pairs, 0, { branches: 3 })).toBeNull();
  });
});

/** Ascending lists of equal size are generated in comparison order. */
function byTrying(sets: readonly (readonly number[])[]): number[] {
  for (let size = 0; ; size += 1) {
    for (const list of listsOf(size, 0))
      if (sets.every((set) => set.some((index) => list.includes(index)))) return list;
  }
}

function* listsOf(size: number, from: number): Generator<number[]> {
  if (size === 0) yield [];
  else
    for (let first = from; first < WIDTH; first += 1)
      for (const rest of listsOf(size - 1, first + 1)) yield [first, ...rest];
}
