import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import type { HighsSolver } from "../../../../../src/engine/solver/highs.ts";
import type { Interrupt } from "../../../../../src/engine/solver/interrupt.ts";
import { choiceByPrograms } from "../../../../../src/engine/solver/portfolio/listed/choice-by-programs.ts";
import type { ChoiceTask } from "../../../../../src/engine/solver/portfolio/listed/choice-task.ts";
import { loadHighs } from "../../../../../src/engine/solver/registry.ts";
import { machinery } from "../../../../../src/platform/node/machinery.ts";
import { AbortedError } from "../../../../../src/shared/errors.ts";
import { drawnTask, exhaustive, sumOf, triples } from "../../../../support/choices.ts";
import { free, stopped } from "../../../../support/interrupts.ts";

let highs: HighsSolver;

beforeAll(async () => {
  highs = await loadHighs(machinery);
});

async function choose(task: ChoiceTask, interrupt: Interrupt = free()) {
  const program = highs.linearProgram();
  try {
    return await choiceByPrograms(task, program, interrupt);
  } finally {
    program.dispose();
  }
}

it("finds the greatest gain, and proves infeasibility, as exhaustive search does", async () => {
  const tried = { some: 0, none: 0 };
  await fc.assert(
    fc.asyncProperty(drawnTask, async (task) => {
      const { gain } = exhaustive(task);
      const { chosen, partial, isProved, bound } = await choose(task);
      expect(isProved).toBe(true);
      expect(chosen?.reduce((sum, item) => sum + task.gains[item]!, 0) ?? null).toBe(gain);
      expect(bound).toBe(gain);
      expect(task.rows.every(({ upper, ...row }) => sumOf(row, partial) <= upper)).toBe(true);
      expect(
        partial.every((one, at) => partial.slice(at + 1).every((other) => !task.clash(one, other))),
      ).toBe(true);
      tried[gain === null ? "none" : "some"] += 1;
    }),
    { numRuns: 500, seed: 12 },
  );
  expect(tried.some).toBeGreaterThan(100);
  expect(tried.none).toBeGreaterThan(100);
});

it("proves no bound below the greatest gain, wherever it ends", async () => {
  const tried = { open: 0, proved: 0 };
  await fc.assert(
    fc.asyncProperty(drawnTask, fc.integer({ min: 0, max: 50 }), async (task, mostWork) => {
      const { gain } = exhaustive(task);
      const { chosen, isProved, bound } = await choose({ ...task, mostWork });
      tried[isProved ? "proved" : "open"] += 1;
      if (isProved) expect(bound).toBe(gain);
      else if (gain !== null && bound !== null) expect(bound).toBeGreaterThanOrEqual(gain);
      if (chosen !== null) expect(gain).not.toBeNull();
    }),
    { numRuns: 300, seed: 13 },
  );
  expect(tried.open).toBeGreaterThan(30);
  expect(tried.proved).toBeGreaterThan(30);
});

it("finds twelve of the nine players' triples with little overlap, and proves that thirteen do not exist", async () => {
  const twelve = await choose(triples(12));
  expect([twelve.chosen?.length, twelve.isProved]).toEqual([12, true]);
  const { chosen, isProved } = await choose(triples(13));
  expect([chosen, isProved]).toEqual([null, true]);
});

it("starts from the given choice, and stops after the given work with the same result in every run", async () => {
  const { chosen } = await choose(triples(12));
  const again = await choose({ ...triples(12), start: chosen!, mostWork: 0 });
  expect(again).toEqual({ chosen, partial: chosen, isProved: false, bound: null });
  const task = { ...triples(11), mostWork: 3000 };
  const first = await choose(task);
  expect(first.isProved).toBe(false);
  expect(await choose(task)).toEqual(first);
});

it("stops when the answer is no longer awaited", async () => {
  await expect(choose(triples(12), stopped())).rejects.toThrow(AbortedError);
});
