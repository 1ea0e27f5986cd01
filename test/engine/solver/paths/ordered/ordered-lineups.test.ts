import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LineupTest } from "../../../../../src/engine/model/lineup-test.ts";
import type { Model } from "../../../../../src/engine/model/model.ts";
import { createPathEngine } from "../../../../../src/engine/solver/paths/index.ts";
import { DEFAULT_LIMITS, type PathLimits } from "../../../../../src/engine/solver/paths/limits.ts";
import type { LineupsInOrder } from "../../../../../src/engine/solver/paths/ordered/lineups-in-order.ts";
import { loadOrdered } from "../../../../../src/engine/solver/paths/ordered/load.ts";
import { allSolutions, passesTest } from "../../../../../src/testing/exhaustive.ts";
import { modelOf } from "../../../../../src/testing/models/hand-made.ts";
import { randomTest, type TestMaker, testedModel } from "../../../../../src/testing/models/tested-model.ts";
import { runs, share, Tally } from "../../../../support/runs.ts";

await loadOrdered();

const MODELS = 60;

/** Limits so tight that each fallback is used even on the smallest models. */
const TIGHT: readonly (readonly [name: string, limits: Partial<PathLimits>])[] = [
  ["as they are", {}],
  [
    "with every test that refuses a lineup part of the trellis, and every sum priced",
    { refusalsForTest: 0, refusalsForPrices: 0 },
  ],
  ["with tables too coarse for the salaries", { cells: 20, cellsPerLineup: 0 }],
  ["with an option counter for every group rule that refuses one", { refusalsForCut: 0 }],
  ["with candidates rearranged for every barred lineup", { barred: 0 }],
  [
    "all at once",
    {
      barred: 0,
      refusalsForTest: 0,
      refusalsForPrices: 3,
      cells: 20,
      cellsPerLineup: 0,
      refusalsForCut: 0,
    },
  ],
];

/** A test that comes with a minimum salary, which trellises handle. */
const besideSpending = (entries: number): fc.Arbitrary<TestMaker> =>
  fc.tuple(randomTest(entries), fc.double({ min: 0.6, max: 1, noNaN: true })).map(([make, part]) => {
    return (picks, seats) => {
      const { when, alternatives } = make(picks, seats);
      const mean = picks.salary.reduce((sum, salary) => sum + salary, 0) / picks.salary.length;
      const spent = {
        weights: picks.salary,
        least: Math.floor(part * mean * seats),
        most: Number.POSITIVE_INFINITY,
      };
      return {
        when,
        alternatives: alternatives.map(({ counts, sums }) => ({ counts, sums: [spent, ...sums] })),
      };
    };
  });

/** The entries barred and required after given numbers of totals. */
const change = (entries: number, picks: number) =>
  fc.record({
    after: fc.nat(3),
    barred: fc.uniqueArray(fc.nat(picks - 1), { maxLength: 2 }),
    test: fc.option(fc.oneof(randomTest(entries), besideSpending(entries)), { freq: 2 }),
  });

/** A limit on the points: those of the lineup at this rank, if it exists. */
interface Limit {
  readonly rank: number;
  readonly isMost: boolean;
  readonly scale: number;
}
const limit = fc.option(fc.record({ rank: fc.nat(40), isMost: fc.boolean(), scale: fc.constantFrom(1, 3) }), {
  freq: 2,
});

/** A model with a maximum or minimum of points per lineup, and whether other lineups exceed it. */
function limited(model: Model, limit: Limit | null): { readonly model: Model; readonly isBelow: boolean } {
  const all = limit === null ? [] : allSolutions(model);
  if (limit === null || all.length === 0) return { model, isBelow: false };
  const { points } = all[Math.min(limit.rank, all.length - 1)]!;
  // Rounded weights can replace points, too.
  const weights = model.picks.points.map((own) => Math.round(own / limit.scale));
  const end = Math.round(points / limit.scale);
  const sum = limit.isMost
    ? { weights, least: Number.NEGATIVE_INFINITY, most: end }
    : { weights, least: end, most: Number.POSITIVE_INFINITY };
  const origin = { constraint: "test", pointer: null, words: "" };
  const alternatives = [{ counts: [], sums: [sum] }];
  const rules = [...model.rules, { kind: "disjunction", when: null, alternatives, origin } as const];
  return { model: { ...model, rules }, isBelow: limit.isMost && points < all[0]!.points };
}

const cases = fc.sample(
  fc.tuple(testedModel, limit).chain(([plain, total]) => {
    const { model, isBelow } = limited(plain, total);
    return fc.record({
      model: fc.constant(model),
      isBelow: fc.constant(isBelow),
      changes: fc.array(change(model.entries, model.picks.entry.length), { maxLength: 3 }),
    });
  }),
  runs(MODELS),
);

function totalsOf(
  ordered: LineupsInOrder,
  most?: number,
): { readonly points: number; readonly lineups: string[] } | null {
  const search = ordered.next(most);
  for (let step = search.next(); ; step = search.next()) {
    if (!step.done) continue;
    return step.value && { points: step.value.points, lineups: step.value.lineups.map((own) => own.join()) };
  }
}

/** Whether every lineup must satisfy a sum. */
function hasSums({ rules }: Model): boolean {
  return rules.some(
    (rule) =>
      rule.kind === "disjunction" &&
      rule.when === null &&
      rule.alternatives.length === 1 &&
      rule.alternatives[0]!.sums.length > 0,
  );
}

describe("lineups in the order of their points", () => {
  it.each(TIGHT)("are complete, whatever is barred or required on the way, limits %s", (_, limits) => {
    const engine = createPathEngine({ ...DEFAULT_LIMITS, ...limits });
    const tally = new Tally();
    for (const { model, isBelow, changes } of cases) {
      let all = allSolutions(model);
      if (hasSums(model) && all.length > 0) tally.add("sums");
      if (isBelow) tally.add("below the best");
      const ordered = engine.inOrder(model, 5);
      const seats = model.slots.reduce((sum, { count }) => sum + count, 0);
      for (let reported = 0; ; reported += 1) {
        for (const { after, barred, test } of changes) {
          if (after !== reported) continue;
          const tests: LineupTest[] = test === null ? [] : [test(model.picks, seats)];
          all = all.filter(
            ({ picks }) =>
              !picks.some((pick) => barred.includes(pick)) && tests.every((own) => passesTest(own, picks)),
          );
          ordered?.bar(barred);
          ordered?.require(tests);
          tally.add("changed");
        }
        const points = all[0]?.points;
        const expected = all.filter((solution) => solution.points === points);
        all = all.filter((solution) => solution.points !== points);
        const found = ordered === null ? null : totalsOf(ordered);
        if (points === undefined) {
          expect(found).toBeNull();
          break;
        }
        expect(found?.points).toBe(points);
        expect(found?.lineups.toSorted()).toEqual(expected.map(({ picks }) => picks.join()).sort());
        tally.add("total");
        if (expected.length > 1) tally.add("tie");
      }
    }
    expect(tally.of("sums"), `${tally}`).toBeGreaterThan(share(MODELS, 0.1));
    expect(tally.of("below the best"), `${tally}`).toBeGreaterThan(share(MODELS, 0.05));
    for (const name of ["changed", "total"])
      expect(tally.of(name), `${tally}`).toBeGreaterThan(share(MODELS, 0.2));
    expect(tally.of("tie"), `${tally}`).toBeGreaterThan(share(MODELS, 0.02));
  });

  it("are returned once each if ties are split, whatever is barred or required in between", () => {
    const limits = TIGHT.at(-1)?.[1];
    const tally = new Tally();
    for (const { model, changes } of cases) {
      const waiting = [...changes];
      const ordered = createPathEngine({ ...DEFAULT_LIMITS, ...limits }).inOrder(model, 5);
      const seats = model.slots.reduce((sum, { count }) => sum + count, 0);
      let left = allSolutions(model);
      for (let [turn, reported] = [0, Number.NaN]; turn < 60; turn += 1) {
        for (const { barred, test } of left[0]?.points === reported ? waiting.splice(0, 1) : []) {
          const tests: LineupTest[] = test === null ? [] : [test(model.picks, seats)];
          left = left.filter(
            ({ picks }) =>
              !picks.some((pick) => barred.includes(pick)) && tests.every((own) => passesTest(own, picks)),
          );
          ordered?.bar(barred);
          ordered?.require(tests);
          tally.add("changed within a tie");
        }
        const found = ordered === null ? null : totalsOf(ordered, 1);
        expect(found?.points).toBe(left[0]?.points);
        if (found === null) break;
        for (const lineup of found.lineups) {
          const at = left.findIndex(
            ({ picks, points }) => points === found.points && picks.join() === lineup,
          );
          expect(at).not.toBe(-1);
          left.splice(at, 1);
        }
        if (found.points === reported) tally.add("split tie");
        reported = found.points;
      }
    }
    for (const name of ["changed within a tie", "split tie"])
      expect(tally.of(name), `${tally}`).toBeGreaterThan(share(MODELS, 0.02));
  });

  it("are returned once if an A* search restarts within a tie, and not at all if no candidate is left", () => {
    const entries = Array.from({ length: 30 }, (_, at) => [{ slots: [at % 3], points: 1, salary: 100 }]);
    const weights = Float64Array.from(entries, (_, at) => (at * 7919) % 97);
    const sums = [{ weights, least: 188, most: 188 }];
    const slots = [
      [0, 2],
      [0, 1],
      [0, 1],
    ] as const;
    const asked = { kind: "disjunction", when: null, alternatives: [{ counts: [], sums }] } as const;
    const budget = { kind: "budget", maximum: 600 } as const;
    const engine = createPathEngine({ ...DEFAULT_LIMITS, cells: 1, cellsPerLineup: 0, nodes: 0 });
    const { picks, points } = engine.bestNow(modelOf(slots, entries, [budget, asked]), 60);
    const lineups = Array.from(points, (_, at) => picks.slice(4 * at, 4 * at + 4).join());
    expect(new Set(lineups).size).toBe(60);

    const ordered = engine.inOrder(modelOf(slots, entries, [budget]), 60);
    expect(ordered && totalsOf(ordered, 1)?.lineups).toHaveLength(1);
    ordered?.bar(Array.from({ length: 10 }, (_, at) => 3 * at + 1));
    ordered?.require([asked]);
    expect(ordered && totalsOf(ordered, 1)).toBeNull();
  });

  it("are independent of cached facts of models with other points, and of the initial tests", () => {
    const engine = createPathEngine({ ...DEFAULT_LIMITS, refusalsForTest: 1, barred: 1 });
    const tally = new Tally();
    for (const { model, changes } of cases) {
      const split = new Set<LineupTest>();
      const size = model.picks.points.length;
      const barred = changes.flatMap((one) => one.barred).slice(0, 2);
      for (const turn of [0, 1, 2]) {
        const points = model.picks.points.map((_, pick) => model.picks.points[(pick + turn) % size]!);
        const asked = { ...model, picks: { ...model.picks, points } };
        const ordered = engine.inOrder(asked, 5, { split, barred, reach: 20 });
        let all = allSolutions(asked).filter(({ picks }) => !picks.some((pick) => barred.includes(pick)));
        if (split.size > 0) tally.add("split");
        // The first A* search is left before its end, as by a caller who has enough.
        for (let reported = 0; turn > 0 || reported < 2; reported += 1) {
          const best = all[0]?.points;
          const expected = all.filter((solution) => solution.points === best);
          all = all.filter((solution) => solution.points !== best);
          const found = ordered === null ? null : totalsOf(ordered);
          expect(found?.points).toBe(best);
          expect(found?.lineups.toSorted()).toEqual(
            best === undefined ? undefined : expected.map(({ picks }) => picks.join()).sort(),
          );
          if (best === undefined) break;
          tally.add("total");
        }
        ordered?.close();
        if (barred.length > 0) tally.add("barred");
      }
    }
    for (const name of ["split", "total", "barred"])
      expect(tally.of(name), `${tally}`).toBeGreaterThan(share(MODELS, 0.2));
  });

  it("are found quickly if almost none of the best satisfy a sum, and end if none does", () => {
    const entries = Array.from({ length: 90 }, (_, at) => {
      const points = 6 + ((at * 37) % 90) / 5;
      return [{ slots: [at % 3], points, salary: 3000 + 100 * Math.round(points * 2 + ((at * 53) % 29)) }];
    });
    const weights = Float64Array.from(entries, ([pick], at) =>
      Math.round(10 * (pick!.points + ((at * 71) % 23))),
    );
    const asked = (most: number) =>
      modelOf(
        [
          [0, 3],
          [0, 3],
          [0, 3],
        ],
        entries,
        [
          { kind: "budget", maximum: 60_000 },
          {
            kind: "disjunction",
            when: null,
            alternatives: [{ counts: [], sums: [{ weights, least: Number.NEGATIVE_INFINITY, most }] }],
          },
        ],
      );
    const engine = createPathEngine({ ...DEFAULT_LIMITS, refusals: 2_000 });
    const found = engine.bestNow(asked(1500), 20);
    expect(found.points).toHaveLength(20);
    for (let at = 0; at < 180; at += 9) {
      const sum = found.picks.slice(at, at + 9).reduce((so, pick) => so + weights[pick]!, 0);
      expect(sum).toBeLessThanOrEqual(1500);
    }
    expect(engine.bestNow(asked(300), 1).points).toHaveLength(0);

    // If all points are 0, all lineups are the best.
    const equal = (most: number, least = Number.NEGATIVE_INFINITY) => {
      const { rules, picks, ...rest } = asked(most);
      const sums = [{ weights, least, most }];
      const tested = rules.map((rule) =>
        rule.kind === "disjunction" ? { ...rule, alternatives: [{ counts: [], sums }] } : rule,
      );
      return { ...rest, rules: tested, picks: { ...picks, points: new Float64Array(picks.points.length) } };
    };
    const sumOf = (model: Model) =>
      engine.bestNow(model, 1).picks.reduce((so, pick) => so + weights[pick]!, 0);
    expect(sumOf(equal(1200))).toBeLessThanOrEqual(1200);
    expect(sumOf(equal(Number.POSITIVE_INFINITY, 3000))).toBeGreaterThanOrEqual(3000);
    expect(engine.bestNow(equal(300), 1).points).toHaveLength(0);
    expect(engine.bestNow(equal(Number.POSITIVE_INFINITY, 9000), 1).points).toHaveLength(0);
  });

  it("spend the entire budget, to the last unit, if they must", () => {
    const entries = Array.from({ length: 12 }, (_, at) => [
      { slots: [at % 2], points: (at * 7) % 12, salary: 31 + ((at * 11) % 17) },
    ]);
    for (const maximum of [140, 150, 161]) {
      const spent = {
        weights: Float64Array.from(entries, ([own]) => own!.salary),
        least: maximum,
        most: maximum,
      };
      const model = modelOf(
        [
          [0, 2],
          [0, 2],
        ],
        entries,
        [
          { kind: "budget", maximum },
          { kind: "disjunction", when: null, alternatives: [{ counts: [], sums: [spent] }] },
        ],
      );
      const all = allSolutions(model);
      expect(all.length).toBeGreaterThan(0);
      expect([...createPathEngine().bestNow(model, 100).points]).toEqual(all.map(({ points }) => points));
    }
  });
});

it.each([5, 40])(
  "returns each lineup of a tie once among many equivalent candidates, with %i lineups wanted",
  (count) => {
    const points = [...new Array(45).keys()].map((entry) => -(entry % 3));
    const model = modelOf(
      [[0, 2]],
      points.map((own) => [{ slots: [0], points: own }]),
    );
    const lineups = createPathEngine().inOrder(model, count)!;
    const [keys, totals] = [new Set<string>(), [] as number[]];
    const search = function* () {
      for (let tie = yield* lineups.next(7); tie !== null; tie = yield* lineups.next(7)) {
        lineups.taken += tie.lineups.length;
        for (const picks of tie.lineups) totals.push(keys.add(picks.join()).size > 0 ? tie.points : 0);
      }
    };
    for (const _ of search());
    expect(totals).toEqual(allSolutions(model).map((solution) => solution.points));
    expect(keys.size).toBe(totals.length);
  },
);
