import fc from "fast-check";
import type { ChoiceTask } from "../../src/engine/solver/portfolio/listed/choice-task.ts";

const ITEMS = 40;

/** Few enough for exhaustive search; half of the cases need more than one word of bits. */
export const drawnTask = fc
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
    // Items that conflict with all others at a high loss: they fill words, and a choice of one is rarely
    // optimal.
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
      mostWork: 1e9,
      clash: (one, other) =>
        one >= items || other >= items || (one * 7 + other * 7 + one * other * 3 + seed) % 10 < clashing,
    };
  });

export function exhaustive(task: ChoiceTask): { gain: number | null; largest: number } {
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

export function sumOf(
  { members, weights }: Pick<ChoiceTask["rows"][number], "members" | "weights">,
  chosen: readonly number[],
) {
  return members.reduce((sum, member, at) => sum + (chosen.includes(member) ? (weights?.[at] ?? 1) : 0), 0);
}

/** Sets of three out of nine, no two of which share two elements: twelve such sets exist, but no thirteen. */
const TRIPLES = [...Array(9).keys()].flatMap((a) =>
  [...Array(9).keys()].flatMap((b) =>
    [...Array(9).keys()].flatMap((c) => (a < b && b < c ? [[a, b, c]] : [])),
  ),
);

export const triples = (count: number): ChoiceTask => ({
  gains: TRIPLES.map(([a, b, c]) => a! + 2 * b! + 3 * c!),
  count,
  rows: [],
  mostWork: 1e9,
  clash: (one, other) => TRIPLES[one]!.filter((member) => TRIPLES[other]!.includes(member)).length >= 2,
});
