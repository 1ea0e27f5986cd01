import fc from "fast-check";
import { expect, it } from "vitest";
import { type PackingTask, packed } from "../../../../../src/engine/solver/portfolio/joint/packing.ts";

const ROWS = 5;

const drawnRow = (most: number) =>
  fc.record({
    left: fc.integer({ min: 0, max: most }),
    isLeast: fc.boolean(),
    price: fc.integer({ min: 0, max: 4 }),
  });

const drawnItem = fc.record({
  loss: fc.integer({ min: 0, max: 3 }),
  rows: fc.subarray([...Array(ROWS).keys()]),
});

/** Few enough items that the search leaves none out. */
const drawnTask = fc.integer({ min: 1, max: 3 }).chain((count) =>
  fc.record({
    count: fc.constant(count),
    rows: fc.array(drawnRow(count), { minLength: ROWS, maxLength: ROWS }),
    groups: fc.constantFrom(
      [],
      [[0, 1, 2, 3, 4]],
      [
        [0, 1],
        [2, 3, 4],
      ],
    ),
    items: fc.array(drawnItem, { minLength: count, maxLength: count < 3 ? 8 : 5 }),
    budget: fc.integer({ min: 0, max: 12 }),
    clash: fc.constantFrom(null, (one: number, other: number) => (one + other) % 4 === 1),
  }),
);

it("chooses items that use no row up, reach each least and lose little, wherever there are some", () => {
  const found = { some: 0, none: 0 };
  fc.assert(
    fc.property(drawnTask, (task) => {
      const chosen = packed(task);
      expect(chosen !== null).toBe(setsOf(task.items.length, task.count).some((set) => isAllowed(task, set)));
      if (chosen === null) found.none += 1;
      else {
        found.some += 1;
        expect(new Set(chosen).size).toBe(task.count);
        expect(isAllowed(task, chosen)).toBe(true);
      }
    }),
    { numRuns: 600, seed: 5 },
  );
  expect(found.some).toBeGreaterThan(100);
  expect(found.none).toBeGreaterThan(100);
});

it("begins with the row that the fewest items count in, the first of several", () => {
  const least = { left: 1, isLeast: true, price: 0 };
  expect(orderOf([least, least], [[0], [0], [1]])).toEqual([2, 0]);
  expect(orderOf([least, least], [[1], [0]])).toEqual([1, 0]);
});

it("takes first whoever counts where much is left, or loses little, and of equal ones the first", () => {
  const [half, whole] = [1, 2].map((left) => ({ left, isLeast: false, price: 0 }));
  expect(orderOf([half!, whole!], [[0], [1]])).toEqual([1, 0]);
  expect(orderOf([half!, whole!], [[1], [0]])).toEqual([0, 1]);
  expect(orderOf([], [[], [], []], [3, 1, 1])).toEqual([1, 2]);
});

function orderOf(
  rows: PackingTask["rows"],
  counting: readonly (readonly number[])[],
  losses: readonly number[] = [],
): readonly number[] | null {
  const items = counting.map((own, at) => ({ loss: losses[at] ?? 0, rows: own }));
  return packed({ rows, groups: [], items, count: 2, budget: 9, clash: null });
}

function isAllowed({ rows, items, budget, clash }: PackingTask, set: readonly number[]): boolean {
  let lost = set.reduce((sum, item) => sum + items[item]!.loss, 0);
  for (const [row, { left, isLeast, price }] of rows.entries()) {
    const over = set.filter((item) => items[item]!.rows.includes(row)).length - left;
    if (isLeast ? over < 0 : over > 0) return false;
    lost += price * Math.abs(over);
  }
  const clashes = set.some((one, at) => set.slice(at + 1).some((other) => clash?.(one, other) === true));
  return !clashes && lost <= budget;
}

function setsOf(items: number, size: number): number[][] {
  if (size === 0) return [[]];
  return [...Array(items).keys()].flatMap((last) => setsOf(last, size - 1).map((set) => [...set, last]));
}
