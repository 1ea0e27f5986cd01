import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LineupTest, PickCount } from "../../../../../src/engine/model/lineup-test.ts";
import type { Model } from "../../../../../src/engine/model/model.ts";
import { createPathEngine } from "../../../../../src/engine/solver/paths/index.ts";
import { DEFAULT_LIMITS } from "../../../../../src/engine/solver/paths/limits.ts";
import { layoutCacheOf } from "../../../../../src/engine/solver/paths/ordered/layout-cache.ts";
import { loadOrdered } from "../../../../../src/engine/solver/paths/ordered/load.ts";
import { readInstance } from "../../../../../src/engine/solver/paths/read-instance.ts";
import { exactPrice } from "../../../../../src/engine/solver/paths/relaxation.ts";
import { allSolutions, passesTest } from "../../../../../src/testing/exhaustive.ts";
import { modelOf } from "../../../../../src/testing/models/hand-made.ts";
import { runs, share, Tally } from "../../../../support/runs.ts";

await loadOrdered();

const TEAMS = 5;
const SIZE = 15;
/** Slots that no player in a stack may take, then slots for stacks, some players in several of them. */
const ROSTERS = [
  { slots: [1, 1, 1, 2], kinds: [[0], [1], [2], [3], [1, 3], [2, 3]] },
  { slots: [1, 2, 2, 1], kinds: [[0], [1, 3], [2, 3], [1, 2]] },
  { slots: [2, 3], kinds: [[0, 1], [1], [0]] },
] as const;
const PATTERNS = [
  [2, 2],
  [3, 1],
  [2, 1],
  [2, 1, 1],
] as const;

const drawnStack = fc.record({
  roster: fc.constantFrom(...ROSTERS),
  pattern: fc.constantFrom(...PATTERNS),
  kinds: fc.array(fc.nat(5), { minLength: SIZE, maxLength: SIZE }),
  points: fc.array(fc.integer({ min: -20, max: 200 }), { minLength: SIZE, maxLength: SIZE }),
  salaries: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: SIZE, maxLength: SIZE }),
  /** Groups are teams of their own, or runs that overlap, as in a batting order. */
  isRuns: fc.boolean(),
  hasCaptain: fc.integer({ min: 0, max: 4 }).map((own) => own === 0),
  budget: fc.integer({ min: 12, max: 60 }),
  barred: fc.uniqueArray(fc.nat(SIZE - 1), { maxLength: 2 }),
});
type Drawn = typeof drawnStack extends fc.Arbitrary<infer One> ? One : never;

/** A slate and the test that some distinct groups have the members of a pattern. */
function stackModel(own: Drawn): { readonly model: Model; readonly test: LineupTest } {
  const { roster, hasCaptain } = own;
  const slots: [number, number][] = roster.slots.map((count) => [0, count]);
  if (hasCaptain) slots.push([1, 1]);
  const entries = own.points.map((points, at) => {
    const salary = own.salaries[at]!;
    const plain = {
      slots: [...roster.kinds[own.kinds[at]! % roster.kinds.length]!],
      points: points / 10,
      salary,
    };
    return hasCaptain
      ? [plain, { slots: [slots.length - 1], points: (1.5 * points) / 10, salary: 2 * salary }]
      : [plain];
  });
  const bare = modelOf(slots, entries, [{ kind: "budget", maximum: own.budget }]);
  const { entry } = bare.picks;
  const groupOf = (at: number, group: number) =>
    own.isRuns ? at % SIZE >= 2 * group && at % SIZE < 2 * group + 5 : at % TEAMS === group;
  const counts = own.pattern.map((least) =>
    Array.from({ length: TEAMS }, (_, group): PickCount => {
      const picks = [...entry.keys()].filter((pick) => groupOf(entry[pick]!, group));
      return { picks: Int32Array.from(picks), least, most: Number.POSITIVE_INFINITY };
    }),
  );
  const ways = own.pattern.reduce<number[][]>(
    (some) => some.flatMap((way) => Array.from({ length: TEAMS }, (_, group) => [...way, group])),
    [[]],
  );
  const distinct = ways.filter((way) => new Set(way).size === way.length);
  const alternatives = distinct.map((way) => ({
    counts: way.map((group, part) => counts[part]![group]!),
    sums: [],
  }));
  const test = { when: null, alternatives };
  const rules = [{ kind: "budget", maximum: own.budget } as const, { kind: "disjunction", ...test } as const];
  return { model: modelOf(slots, entries, rules), test };
}

describe("bounds of stacks of several groups", () => {
  it("are at least the points of every lineup of the branch, which keeps all its players", () => {
    const tally = new Tally();
    const numRuns = 20;
    fc.assert(
      fc.property(drawnStack, (own) => {
        const { model, test } = stackModel(own);
        const instance = readInstance(model);
        if (instance === null) return;
        const layouts = layoutCacheOf(instance);
        const branches = layouts.parts(layouts.root, test, 0);
        const stacks = layouts.stackBounds(branches);
        if (stacks === null) return;
        tally.add("bounded");
        const barred = new Uint8Array(instance.noPick + 1);
        for (const pick of own.barred) if (instance.option[pick] !== -1) barred[instance.option[pick]!] = 1;
        const near = exactPrice(instance, 0);
        const all = stacks.ofAll(instance, barred, near);
        const unbarred = allSolutions(model).map(({ picks, points }) => ({
          options: picks.map((pick) => instance.option[pick]!),
          points,
        }));
        const legal = unbarred.filter(({ options }) => options.every((option) => barred[option] === 0));
        for (const [at, terms] of branches.entries()) {
          const keeps = ({ options }: (typeof legal)[number]) =>
            terms.optionCounters.every(
              ({ member, least }) => options.filter((option) => member[option] === 1).length >= least,
            );
          const inBranch = legal.filter(keeps);
          const one = stacks.ofOne(instance, at, barred, near, Number.NEGATIVE_INFINITY);
          const [best] = inBranch;
          if (best !== undefined) expect(all?.[at]).toBeGreaterThanOrEqual(best.points);
          if (best !== undefined) expect(one?.bound).toBeGreaterThanOrEqual(best.points);
          // Tables that were filled without the barred players are not used with them.
          const whole = unbarred.find(keeps);
          const ofWhole = stacks.ofOne(instance, at, terms.out, near, Number.NEGATIVE_INFINITY);
          if (whole !== undefined) expect(ofWhole?.bound).toBeGreaterThanOrEqual(whole.points);
          const out = terms.out.slice();
          stacks.narrow(instance, at, out);
          const isOut = ({ options }: (typeof legal)[number]) => options.some((option) => out[option] === 1);
          expect(inBranch.some(isOut)).toBe(false);
          if (best !== undefined && best.points === one?.bound) tally.add("attained");
          if (out.includes(1)) tally.add("narrowed");
          if (one === null) tally.add("empty");
        }
      }),
      runs(numRuns),
    );
    expect(tally.of("bounded")).toBeGreaterThanOrEqual(share(numRuns, 0.5));
    for (const kind of ["attained", "narrowed", "empty"])
      expect(tally.of(kind)).toBeGreaterThanOrEqual(share(numRuns, 0.5));
  });

  it.each([{}, { refusalsForTest: 0, barred: 0, cells: 20, cellsPerLineup: 0 }])(
    "leave the totals and their order as they are, limits %s",
    (limits) => {
      const engine = createPathEngine({ ...DEFAULT_LIMITS, ...limits });
      const tally = new Tally();
      const numRuns = 8;
      fc.assert(
        fc.property(drawnStack, (own) => {
          const { model, test } = stackModel(own);
          const all = allSolutions(model);
          const totals = all.map(({ points }) => points);
          expect([...engine.bestNow(model, 40).points]).toEqual(totals.slice(0, 40));
          if (all.length > 0) tally.add("feasible");
          expect(all.every(({ picks }) => passesTest(test, picks))).toBe(true);
          const ordered = engine.inOrder(model, 40, { split: new Set([test]) });
          const barred = new Set(own.barred);
          ordered?.bar(barred);
          const found: number[] = [];
          for (;;) {
            const search = ordered?.next();
            let step = search?.next();
            while (step?.done === false) step = search?.next();
            const tie = step?.value ?? null;
            if (tie === null) break;
            for (const _ of tie.lineups) found.push(tie.points);
          }
          const free = all.filter(({ picks }) => picks.every((pick) => !barred.has(pick)));
          expect(found).toEqual(free.map(({ points }) => points));
        }),
        runs(numRuns),
      );
      expect(tally.of("feasible")).toBeGreaterThanOrEqual(share(numRuns, 0.4));
    },
  );
});
