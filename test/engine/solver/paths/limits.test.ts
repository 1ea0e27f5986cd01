import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { atLeast, type RuleData } from "../../../../src/engine/model/model.ts";
import { unpackSolutions } from "../../../../src/engine/solver/contract.ts";
import { createPathEngine } from "../../../../src/engine/solver/paths/index.ts";
import { DEFAULT_LIMITS, type PathLimits } from "../../../../src/engine/solver/paths/limits.ts";
import { loadOrdered } from "../../../../src/engine/solver/paths/ordered/load.ts";
import { UnsupportedModelError } from "../../../../src/shared/errors.ts";
import { binds } from "../../../../src/testing/conformance/solver-properties.ts";
import { allSolutions } from "../../../../src/testing/exhaustive.ts";
import { modelOf } from "../../../../src/testing/models/hand-made.ts";
import { bindingModel, extremeModel, SIDE_RULES } from "../../../../src/testing/models/tested-model.ts";
import { free } from "../../../support/interrupts.ts";
import { runs, share, Tally } from "../../../support/runs.ts";

const MODELS = 120;

/** Limits so tight that each fallback is used even on the smallest models. */
const TIGHT: readonly (readonly [name: string, limits: Partial<PathLimits>])[] = [
  ["as they are", {}],
  ["with tables too coarse for the salaries", { cells: 20, cellsPerLineup: 0 }],
  ["with tables made finer and finer", { cells: 1, cellsPerLineup: 0, nodes: 0, cellsPerNode: 1e9 }],
  ["with ways guarded from the first pick", { states: 0 }],
  ["with ways guarded along coarse tables", { states: 0, cells: 1, cellsPerLineup: 0 }],
  ["with a counter for every rule that refuses a lineup", { refusalsForCut: 0 }],
  [
    "with ways guarded wherever a rule refuses a lineup",
    { refusalsForCut: 0, cutsPerRule: { groupMaximum: 0, groupsMinimum: 0 } },
  ],
  ["with a split for every pair rule", { refusalsForTest: 0 }],
  [
    "all at once",
    {
      cells: 20,
      cellsPerLineup: 0,
      refusalsForCut: 0,
      refusalsForTest: 0,
    },
  ],
];

/** The models and their optima by exhaustive search, which are the same for all limits. */
const cases = fc
  .sample(fc.tuple(bindingModel, fc.integer({ min: 1, max: 20 })), runs(MODELS))
  .map(([model, count]) => {
    const all = allSolutions(model);
    const best = all.slice(0, count).map((solution) => solution.points);
    const legal = all.map(({ picks }) => picks.join());
    return { model, count, legal, best, binding: SIDE_RULES.filter((kind) => binds(model, kind, best)) };
  });

beforeAll(loadOrdered);

it.each(TIGHT)("finds the N best totals of models with binding side rules, limits %s", (_, limits) => {
  const engine = createPathEngine({ ...DEFAULT_LIMITS, ...limits });
  const tally = new Tally();
  for (const { model, count, legal, best, binding } of cases) {
    const found = unpackSolutions(engine.bestNow(model, count));
    expect(found.map((solution) => solution.points)).toEqual(best);
    const left = new Set(legal);
    expect(found.filter(({ picks }) => !left.delete(picks.join()))).toEqual([]);
    if (legal.length > 0) tally.add("feasible");
    for (const kind of binding) tally.add(kind);
  }
  expect(tally.of("feasible"), `${tally}`).toBeGreaterThanOrEqual(share(MODELS, 0.5));
  for (const kind of SIDE_RULES)
    expect(tally.of(kind), `${kind}: ${tally}`).toBeGreaterThanOrEqual(share(MODELS, 0.04));
});

it("finds the N best totals for extreme numbers, or refuses them, with tables made finer and finer", () => {
  const coarse = {
    cells: 8,
    cellsPerLineup: 0,
    mostCells: 2000,
    nodes: 0,
    nodesPerLineup: 0,
    cellsPerNode: 1e9,
  };
  const engine = createPathEngine({ ...DEFAULT_LIMITS, ...coarse });
  const EXTREME = 200;
  const tally = new Tally();
  fc.assert(
    fc.property(extremeModel, fc.integer({ min: 1, max: 8 }), (model, count) => {
      const all = allSolutions(model);
      const best = all.slice(0, count).map((solution) => solution.points);
      try {
        expect([...engine.bestNow(model, count).points]).toEqual(best);
      } catch (error) {
        if (!(error instanceof UnsupportedModelError)) throw error;
        expect(error.message).toMatch(/common divisor|just over/);
        tally.add("refused");
        return;
      }
      const unlimited = allSolutions({
        ...model,
        rules: model.rules.filter(({ kind }) => kind !== "budget"),
      });
      if (all.length > 0) tally.add("feasible");
      if (all.length > 0 && unlimited[0]!.points !== best[0]) tally.add("budget binds");
    }),
    runs(EXTREME),
  );
  expect(tally.of("feasible"), `${tally}`).toBeGreaterThanOrEqual(share(EXTREME, 0.15));
  expect(tally.of("budget binds"), `${tally}`).toBeGreaterThanOrEqual(share(EXTREME, 0.04));
});

it("gives up, and never answers wrongly, after the maximum number of refused lineups", async () => {
  const engine = createPathEngine({
    ...DEFAULT_LIMITS,
    refusals: 3,
    refusalsForCut: 1000,
    refusalsForRule: 1000,
  });
  const tally = new Tally();
  await fc.assert(
    fc.asyncProperty(bindingModel, async (model) => {
      try {
        const found = unpackSolutions(await engine.best(model, 4, free()));
        const best = allSolutions(model).slice(0, 4);
        expect(found.map((solution) => solution.points)).toEqual(best.map((solution) => solution.points));
        tally.add("answered");
      } catch (error) {
        expect(error).toBeInstanceOf(UnsupportedModelError);
        tally.add("gave up");
      }
    }),
    runs(100),
  );
  expect(tally.of("answered"), `${tally}`).toBeGreaterThanOrEqual(share(100, 0.2));
  expect(tally.of("gave up"), `${tally}`).toBeGreaterThanOrEqual(share(100, 0.1));
});

it("detects a group overfilled by locks alone without visiting lineups", async () => {
  const locked = [0, 1, 2].map((entry): RuleData => atLeast([entry]));
  const seated = [0, 1, 2].map((entry): RuleData => ({ kind: "allow", entries: [entry], slots: 1 }));
  const model = modelOf(
    [
      [0, 3],
      [0, 2],
    ],
    Array.from({ length: 14 }, (_, entry) => [{ slots: [0, 1], points: entry }]),
    [...locked, ...seated, { kind: "groupMaximum", groups: new Int32Array(14), maximum: 2 }],
  );
  const engine = createPathEngine({ ...DEFAULT_LIMITS, refusalsForCut: 0, refusals: 3 });
  expect(engine.bestNow(model, 1).points).toHaveLength(0);
});

it.each<[string, number, RuleData]>([
  ["a maximum per group", 14, { kind: "groupMaximum", groups: groupsOf(14, 4), maximum: 2 }],
  ["more groups than sit together", 14, { kind: "groupsMinimum", groups: groupsOf(14, 2), minimum: 3 }],
  [
    "more groups than exist, with entries in none",
    14,
    { kind: "groupsMinimum", groups: groupsOf(14, 3).map((group) => group - 1), minimum: 3 },
  ],
])("detects that no lineup satisfies %s without visiting one", (_, entries, rule) => {
  const model = modelOf(
    [[0, 9]],
    Array.from({ length: entries }, (__, entry) => [{ slots: [0], points: entry }]),
    [rule],
  );
  const engine = createPathEngine({ ...DEFAULT_LIMITS, refusalsForCut: 1000, refusals: 0 });
  expect(engine.bestNow(model, 1).points).toHaveLength(0);
});

/** Entries assigned to groups in rotation. */
function groupsOf(entries: number, groups: number): Int32Array {
  return Int32Array.from({ length: entries }, (_, entry) => entry % groups);
}
