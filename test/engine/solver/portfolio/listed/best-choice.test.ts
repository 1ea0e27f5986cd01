import fc from "fast-check";
import { expect, it } from "vitest";
import type { Interrupt } from "../../../../../src/engine/solver/interrupt.ts";
import {
  bestChoice,
  type ChoiceTask,
} from "../../../../../src/engine/solver/portfolio/listed/best-choice.ts";
import { AbortedError } from "../../../../../src/shared/errors.ts";

const free = (): Interrupt => ({
  flag: new Int32Array(1),
  deadline: Number.POSITIVE_INFINITY,
  milliseconds: 0,
});

const ITEMS = 40;

/** Few enough for an exhaustive search, and in the second half of places beyond the first word of bits. */
const drawnTask = fc
  .record({
    items: fc.integer({ min: 1, max: 10 }),
    count: fc.integer({ min: 1, max: 4 }),
    clashing: fc.integer({ min: 0, max: 6 }),
    seed: fc.integer({ min: 0, max: 1000 }),
    extra: fc.boolean(),
    rows: fc.array(
      fc.record({
        lower: fc.integer({ min: 0, max: 3 }),
        more: fc.integer({ min: 0, max: 3 }),
        members: fc.subarray([...Array(10).keys()]),
        weight: fc.integer({ min: 1, max: 2 }),
      }),
      { maxLength: 3 },
    ),
    gains: fc.array(fc.integer({ min: -3, max: 9 }), { minLength: 10, maxLength: 10 }),
  })
  .map(({ items, count, clashing, seed, extra, rows, gains }): ChoiceTask => {
    // Items that clash with all others and lose much: they fill words, and a choice of one is seldom the best.
    const more = extra ? ITEMS - items : 0;
    return {
      gains: [...gains.slice(0, items), ...Array<number>(more).fill(-50)],
      count,
      rows: rows.map(({ lower, more: room, members, weight }) => {
        const own = members.filter((member) => member < items);
        return {
          lower,
          upper: lower + room,
          members: own,
          weights: own.map((member) => (member % 2 ? weight : 1)),
        };
      }),
      clash: (one, other) =>
        one >= items || other >= items || (one * 7 + other * 7 + one * other * 3 + seed) % 10 < clashing,
    };
  });

function exhaustive(task: ChoiceTask): { gain: number | null; largest: number } {
  let gain: number | null = null;
  let largest = 0;
  const visit = (from: number, chosen: readonly number[]) => {
    const within = task.rows.every(({ upper, ...row }) => sumOf(row, chosen) <= upper);
    if (within) largest = Math.max(largest, chosen.length);
    if (chosen.length === task.count) {
      if (!within || task.rows.some(({ lower, ...row }) => sumOf(row, chosen) < lower)) return;
      const own = chosen.reduce((sum, item) => sum + task.gains[item]!, 0);
      gain = gain === null ? own : Math.max(gain, own);
      return;
    }
    for (let item = from; item < task.gains.length; item += 1)
      if (!chosen.some((other) => task.clash(other, item))) visit(item + 1, [...chosen, item]);
  };
  visit(0, []);
  return { gain, largest };
}

function sumOf(
  { members, weights }: Pick<ChoiceTask["rows"][number], "members" | "weights">,
  chosen: readonly number[],
) {
  return members.reduce((sum, member, at) => sum + (chosen.includes(member) ? (weights?.[at] ?? 1) : 0), 0);
}

it("finds the greatest gain, and proves that there is none, as exhaustive search does", async () => {
  const tried = { some: 0, none: 0, wide: 0 };
  await fc.assert(
    fc.asyncProperty(drawnTask, async (task) => {
      const { gain } = exhaustive(task);
      const { chosen, partial, isProved } = await bestChoice(task, free());
      expect(isProved).toBe(true);
      expect(chosen?.reduce((sum, item) => sum + task.gains[item]!, 0) ?? null).toBe(gain);
      if (chosen !== null) expect(partial).toEqual(chosen);
      expect(task.rows.every(({ upper, ...row }) => sumOf(row, partial) <= upper)).toBe(true);
      expect(
        partial.every((one, at) => partial.slice(at + 1).every((other) => !task.clash(one, other))),
      ).toBe(true);
      tried[gain === null ? "none" : "some"] += 1;
      if (task.gains.length === ITEMS && gain !== null) tried.wide += 1;
    }),
    { numRuns: 500, seed: 11 },
  );
  expect(tried.some).toBeGreaterThan(100);
  expect(tried.none).toBeGreaterThan(100);
  expect(tried.wide).toBeGreaterThan(40);
});

/** Sets of three out of nine, no two of which have two in common: there are twelve such sets, and no thirteen. */
const TRIPLES = [...Array(9).keys()].flatMap((a) =>
  [...Array(9).keys()].flatMap((b) =>
    [...Array(9).keys()].flatMap((c) => (a < b && b < c ? [[a, b, c]] : [])),
  ),
);

const triples = (count: number): ChoiceTask => ({
  gains: TRIPLES.map(([a, b, c]) => a! + 2 * b! + 3 * c!),
  count,
  rows: [],
  clash: (one, other) => TRIPLES[one]!.filter((member) => TRIPLES[other]!.includes(member)).length >= 2,
});

it("knows that twelve triples of nine are apart, and no thirteen", async () => {
  const twelve = await bestChoice(triples(12), free());
  expect([twelve.chosen?.length, twelve.isProved]).toEqual([12, true]);
  const { chosen, isProved } = await bestChoice(triples(13), free());
  expect([chosen, isProved]).toEqual([null, true]);
});

it("begins with the choice given, and returns it where nothing is better", async () => {
  const best = (await bestChoice(triples(12), free())).chosen!;
  const again = await bestChoice({ ...triples(12), start: best, mostWork: 0 }, free());
  expect(again).toEqual({ chosen: best, partial: best, isProved: false });
});

it("ends after so much work with the same in every run", async () => {
  const task = { ...triples(12), mostWork: 3000 };
  const first = await bestChoice(task, free());
  expect(first.isProved).toBe(false);
  expect(await bestChoice(task, free())).toEqual(first);
});

it("ends where the answer is no longer wanted", async () => {
  const aborted = { ...free(), flag: new Int32Array([1]) };
  await expect(bestChoice(triples(12), aborted)).rejects.toThrow(AbortedError);
});
