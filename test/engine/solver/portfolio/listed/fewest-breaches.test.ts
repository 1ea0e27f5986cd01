import fc from "fast-check";
import { expect, it } from "vitest";
import {
  type BreachTask,
  fewestBreaches,
} from "../../../../../src/engine/solver/portfolio/listed/fewest-breaches.ts";
import { AbortedError, TimeLimitError } from "../../../../../src/shared/errors.ts";
import { free, stopped, within } from "../../../../support/interrupts.ts";
import { runs, share, Tally } from "../../../../support/runs.ts";

/** Few enough for exhaustive search: up to nine items of two kinds, for up to four lines. */
const drawnTask = fc
  .record({
    gains: fc.array(fc.integer({ min: -3, max: 9 }), { minLength: 4, maxLength: 9 }),
    breaches: fc.array(fc.nat(5), { minLength: 9, maxLength: 9 }),
    lines: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(2)),
    clashing: fc.integer({ min: 0, max: 9 }),
    seed: fc.nat(1000),
    rows: fc.array(
      fc.record({
        lower: fc.nat(3),
        more: fc.nat(2),
        members: fc.subarray([...Array(9).keys()]),
        weights: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 9, maxLength: 9 }),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ gains, breaches, lines, clashing, seed, rows }): BreachTask => {
    const clash = (one: number, other: number) =>
      one === other || (one * 7 + other * 7 + one * other * 3 + seed) % 10 < clashing;
    // Even items are of the first kind, so that both kinds have some.
    const first = gains.findIndex((_, item) => item % 2 === 0);
    return {
      items: gains.map((gain, item) => ({
        kind: item % 2,
        gain,
        breaches: Math.max(0, breaches[item]! - 3),
        clashes: Uint8Array.from(gains.keys(), (other) => Number(clash(item, other))),
      })),
      lines,
      rows: rows.map(({ lower, more, members, weights }) => {
        const own = members.filter((member) => member < gains.length);
        return { lower, upper: lower + more, members: own, weights: own.map((_, at) => weights[at]!) };
      }),
      start: lines.flatMap((count, kind) => Array<number>(count).fill(first + kind)),
      mostWork: 1e8,
    };
  });

/** Violations and gain of a choice, counted one by one. */
function countedOf({ items, rows }: BreachTask, chosen: readonly number[]): readonly [number, number] {
  let [breaches, gain] = [0, 0];
  for (const [at, one] of chosen.entries()) {
    gain += items[one]!.gain;
    breaches += items[one]!.breaches;
    for (const other of chosen.slice(at + 1)) breaches += items[one]!.clashes[other]!;
  }
  for (const { lower, upper, members, weights } of rows) {
    const sum = chosen.reduce((total, one) => total + (weights[members.indexOf(one)] ?? 0), 0);
    breaches += sum > upper ? sum - upper : sum < lower ? lower - sum : 0;
  }
  return [breaches, gain];
}

function exhaustive(task: BreachTask): readonly [number, number] {
  let best: readonly [number, number] = [Number.POSITIVE_INFINITY, 0];
  const kinds = task.lines.flatMap((count, kind) => Array<number>(count).fill(kind));
  const visit = (chosen: readonly number[]) => {
    if (chosen.length === kinds.length) {
      const own = countedOf(task, chosen);
      if (own[0] < best[0] || (own[0] === best[0] && own[1] > best[1])) best = own;
      return;
    }
    for (const [item, { kind }] of task.items.entries())
      if (kind === kinds[chosen.length]) visit([...chosen, item]);
  };
  visit([]);
  return best;
}

it("finds the fewest violations, and among those the greatest gain, as exhaustive search does", async () => {
  const numRuns = 400;
  const tally = new Tally();
  await fc.assert(
    fc.asyncProperty(drawnTask, async (task) => {
      const [fewest, gain] = exhaustive(task);
      const { chosen, least, isProved } = await fewestBreaches(task, free());
      expect(chosen.map((item) => task.items[item]!.kind).sort()).toEqual(
        task.start.map((item) => task.items[item]!.kind).sort(),
      );
      const [breaches, own] = countedOf(task, chosen);
      expect([breaches, least]).toEqual([fewest, fewest]);
      // Without violations the greatest gain is the task of another search.
      expect(isProved).toBe(fewest > 0);
      if (fewest > 0) expect(own).toBe(gain);
      tally.add(fewest > 0 ? "breached" : "kept");
      if (breaches < countedOf(task, task.start)[0]) tally.add("better than the start");
      const {
        chosen: early,
        least: atLeast,
        isProved: isSure,
      } = await fewestBreaches({ ...task, mostWork: 1 }, free());
      expect(isSure).toBe(false);
      expect(atLeast).toBeLessThanOrEqual(fewest);
      expect(countedOf(task, early)[0]).toBeGreaterThanOrEqual(fewest);
      if (atLeast > 0) tally.add("bounded");
    }),
    runs(numRuns),
  );
  for (const [kind, part] of [
    ["breached", 0.3],
    ["kept", 0.1],
    ["better than the start", 0.3],
    ["bounded", 0.2],
  ] as const)
    expect(tally.of(kind), `${tally}`).toBeGreaterThan(share(numRuns, part));
});

it("stops when aborted or at its deadline", async () => {
  const items = Array.from({ length: 300 }, (_, item) => ({
    kind: 0,
    gain: (item * 37) % 101,
    breaches: 0,
    clashes: Uint8Array.from({ length: 300 }, (_, other) =>
      Number((item + other) % 3 === 0 || item === other),
    ),
  }));
  const task = { items, lines: [9], rows: [], start: Array<number>(9).fill(0), mostWork: 1e12 };
  await expect(fewestBreaches(task, stopped())).rejects.toThrow(AbortedError);
  await expect(fewestBreaches(task, within(0))).rejects.toThrow(TimeLimitError);
});
