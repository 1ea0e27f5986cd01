import fc from "fast-check";
import { expect, it } from "vitest";
import { bestChoice } from "../../../../../src/engine/solver/portfolio/listed/best-choice.ts";
import { AbortedError } from "../../../../../src/shared/errors.ts";
import { drawnTask, exhaustive, ITEMS, sumOf, triples } from "../../../../support/choices.ts";
import { free, stopped } from "../../../../support/interrupts.ts";

it("finds the greatest gain, and proves infeasibility, as exhaustive search does", async () => {
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

it("finds twelve of the nine players' triples with little overlap, and proves that thirteen do not exist", async () => {
  const twelve = await bestChoice(triples(12), free());
  expect([twelve.chosen?.length, twelve.isProved]).toEqual([12, true]);
  const { chosen, isProved } = await bestChoice(triples(13), free());
  expect([chosen, isProved]).toEqual([null, true]);
});

it("starts from the given choice, and returns it if nothing is better", async () => {
  const best = (await bestChoice(triples(12), free())).chosen!;
  const again = await bestChoice({ ...triples(12), start: best, mostWork: 0 }, free());
  expect(again).toEqual({ chosen: best, partial: best, isProved: false });
});

it("stops after the given work with the same result in every run", async () => {
  const task = { ...triples(12), mostWork: 3000 };
  const first = await bestChoice(task, free());
  expect(first.isProved).toBe(false);
  expect(await bestChoice(task, free())).toEqual(first);
});

it("stops when the answer is no longer awaited", async () => {
  await expect(bestChoice(triples(12), stopped())).rejects.toThrow(AbortedError);
});
