import { describe, expect, it } from "vitest";
import { AbortedError } from "../../../src/errors.ts";
import type { Rule } from "../../../src/model/model.ts";
import { satisfies } from "../../../src/model/satisfies.ts";
import { unpackSolutions } from "../../../src/solver/packed-solutions.ts";
import { createPathEngine } from "../../../src/solver/paths/index.ts";
import { KnownPools } from "../../../src/solver/paths/known-pools.ts";
import { modelOf } from "../../../src/testing/models/hand-made.ts";
import { slate } from "../../../src/testing/models/slate.ts";
import { free, stopped } from "../../support/interrupts.ts";

const [small, large] = [slate(12), slate(24)];

const SLOTS = 12;
/** Each slot takes three of nine positions, and each entry has two, so that there are 36 classes. */
const TAKEN = Array.from({ length: SLOTS }, (_, slot) => [0, 2, 5].map((step) => (slot * 4 + step) % 9));
const PAIRS = Array.from({ length: 9 }, (_, one) =>
  [...Array(one).keys()].map((other) => [one, other]),
).flat();
const manySlots = modelOf(
  TAKEN.map(() => [0, 1] as const),
  Array.from({ length: 360 }, (_, entry) => {
    const held = PAIRS[entry % PAIRS.length]!;
    const points = 10 + ((entry * 97) % 211) / 10;
    const slots = [...TAKEN.keys()].filter((slot) => TAKEN[slot]!.some((taken) => held.includes(taken)));
    return [{ slots, points, salary: Math.round(200 * points) + ((entry * 53) % 1301) }];
  }),
  [{ kind: "budget", maximum: 52_000 }],
);

describe("createPathEngine", () => {
  it("gives the same answer at once and in turns, whatever else it solves", async () => {
    const engine = createPathEngine();
    const inTurns = [engine.best(large, 4000, free()), engine.best(small, 300, free())];
    const atOnce = [engine.bestNow(large, 4000), engine.bestNow(small, 300)];
    expect(await Promise.all(inTurns)).toEqual(atOnce);
    expect(atOnce[0]!.points).toHaveLength(4000);
  });

  it("answers models of the same picks as if each were its first", () => {
    const engine = createPathEngine(undefined, new KnownPools().read);
    const origin = { constraint: "", pointer: null, words: "" };
    const { entry, salary } = large.picks;
    const [best] = unpackSolutions(createPathEngine().bestNow(large, 1));
    const spent = best!.picks.reduce((sum, pick) => sum + salary[pick]!, 0);
    const [one, other] = best!.picks.map((pick) => entry[pick]!);
    const rules: readonly (readonly Rule[])[] = [
      [],
      [{ kind: "forbid", entries: [one!], origin }],
      [{ kind: "require", entry: other!, origin }],
      [{ kind: "atLeast", entries: [one!, 0, 1, 2, 3], minimum: 2, origin }],
    ];
    const found = new Set<string>();
    // Below the dearest salary, then ever more.
    const budgets = [Math.max(...salary) - 1, 0.8 * spent, 0.9 * spent, spent - 1, spent, Infinity];
    for (const maximum of budgets) {
      for (const own of rules) {
        const model = {
          ...large,
          rules: [...large.rules, { kind: "budget", maximum, origin }, ...own] as Rule[],
        };
        const answer = engine.bestNow(model, 20);
        expect(answer).toEqual(createPathEngine().bestNow(model, 20));
        found.add(answer.points.join());
      }
    }
    expect(found.size).toBeGreaterThan(12);
  });

  it("ends a solve whose answer nobody waits for, and solves on", async () => {
    const engine = createPathEngine();
    expect(() => engine.bestNow(large, 4000, stopped())).toThrow(AbortedError);
    await expect(engine.best(large, 4000, stopped())).rejects.toBeInstanceOf(AbortedError);
    expect((await engine.best(large, 10, free())).points).toEqual(engine.bestNow(large, 10).points);
  });

  it("answers where slots are so many that an automaton of all candidates is too large", async () => {
    const engine = createPathEngine();
    const found = await engine.best(manySlots, 50, free());
    const lineups = unpackSolutions(found);
    expect(new Set(lineups.map(({ picks }) => picks.join())).size).toBe(50);
    for (const { picks } of lineups) expect(satisfies(manySlots, picks)).toBe(true);
    expect([...found.points]).toEqual([...found.points].sort((a, b) => b - a));
    // Whoever is best is no worse than with any one entry for another.
    const { points } = manySlots.picks;
    const [best] = lineups;
    for (const out of best!.picks)
      for (let pick = 0; pick < points.length; pick += 1) {
        if (points[pick]! <= points[out]! || best!.picks.includes(pick)) continue;
        const swapped = best!.picks.map((one) => (one === out ? pick : one)).sort((a, b) => a - b);
        expect(satisfies(manySlots, swapped)).toBe(false);
      }
  });
});
