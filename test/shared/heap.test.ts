import fc from "fast-check";
import { expect, it } from "vitest";
import { Heap } from "../../src/shared/collections.ts";
import { runs } from "../support/runs.ts";

it("returns items in order, however pushes and pops alternate", () => {
  let popped = 0;
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 20 }), { freq: 3 })), (steps) => {
      const heap = new Heap<number>((a, b) => a < b);
      const sorted: number[] = [];
      for (const step of steps) {
        if (step === null) {
          const expected = sorted.shift();
          expect(heap.peek()).toBe(expected);
          expect(heap.pop()).toBe(expected);
          popped += 1;
        } else {
          heap.push(step);
          sorted.push(step);
          sorted.sort((a, b) => a - b);
        }
        expect(heap.size).toBe(sorted.length);
      }
    }),
    runs(300),
  );
  expect(popped).toBeGreaterThan(300);
});
