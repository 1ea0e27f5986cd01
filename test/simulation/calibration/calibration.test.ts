import { expect, test } from "vitest";
import { parseOutcomesTable } from "../../../src/contests/catalog/outcomes.ts";
import type { Entry, Problem } from "../../../src/contests/problem/problem.ts";
import type { Model } from "../../../src/engine/model/model.ts";
import { Drawing } from "../../../src/engine/solver/draws/drawing.ts";
import type { OutcomesTable } from "../../../src/shared/schema/outcomes.ts";
import {
  type CalibratedSlate,
  calibration,
  countedPoints,
  pairKinds,
} from "../../../src/simulation/calibration/calibrate.ts";
import { ownershipFitOf } from "../../../src/simulation/calibration/field-fit.ts";
import { fittedOutcomes } from "../../../src/simulation/calibration/fit-outcomes.ts";
import { bandOf, observedOf, overlap } from "../../../src/simulation/calibration/observed.ts";
import { ScoreTests } from "../../../src/simulation/calibration/score-tests.ts";
import { factorSourceOf } from "../../../src/simulation/draw-source.ts";
import { outcomesOf } from "../../../src/simulation/outcomes.ts";

const SLOTS = [{ name: "FLEX", uploadColumn: "FLEX", pointsMultiplier: 1 }];
const NONE = new Int32Array(0);
/** Fields without lineups are not simulated. */
const NO_TOOLS = {} as Parameters<typeof calibration>[1];
const MODEL = {
  slots: [{ role: 0 }],
  picks: { role: new Uint8Array(0), entry: NONE, slots: NONE },
} as unknown as Model;

/** A table with one shared factor per team. */
function tableWith(spread: object, loading: number): OutcomesTable {
  const row = (by: number) => ({
    spread: { ...spread, least: 0, source: "made" },
    loadings: [{ factor: "team", side: "own", loading: by, source: "made" }],
  });
  const value = {
    sport: "basketball",
    sources: { made: "Made for a test." },
    factors: [{ name: "team", of: "team" }],
    positions: [{ names: ["G"], ...row(loading) }],
    otherwise: row(loading),
  };
  return parseOutcomesTable(value, "test");
}

/** A slate of six games whose players scored as drawn from `truth`, but are believed to spread as in `table`. */
function slateOf(id: string, draw: number, truth: OutcomesTable, table: OutcomesTable): CalibratedSlate {
  const entries = Array.from(
    { length: 72 },
    (_, at): Entry => ({
      ...{ kind: "player", uuid: `${id}-${at}`, positions: ["G"], plays: [at % 2 === 0 ? "G" : "F"] },
      ...{
        team: `t${Math.floor(at / 6)}`,
        event: `g${Math.floor(at / 12)}`,
        salary: 5000,
        captainSalary: null,
      },
      points: 12 + (at % 9) * 3,
    }),
  );
  const problem = { entries, sport: "basketball", contest: { slots: SLOTS } } as unknown as Problem;
  const drawing = new Drawing(
    factorSourceOf(problem, MODEL, { table: truth, seed: 1, known: [] }),
    new Int32Array(0),
  );
  drawing.begin(0);
  // First draws of successive seeds resemble each other, draws of one seed do not.
  for (let skipped = 0; skipped <= draw + 10; skipped += 1) drawing.next();
  const players = entries.map(({ uuid }, at) => ({
    ...{ uuid, name: uuid, slot: null, drafted: at },
    hundredths: drawing.hundredths[at]!,
  }));
  return {
    ...{
      id,
      problem,
      model: MODEL,
      past: { entries: [], players },
      payouts: undefined,
      projected: new Map(),
      ownership: {} as CalibratedSlate["ownership"],
    },
    terms: { table, seed: 1, known: [] },
  };
}

function history(truth: OutcomesTable, table: OutcomesTable, slates: number): CalibratedSlate[] {
  return Array.from({ length: slates }, (_, at) => slateOf(`s${at}`, at, truth, table));
}

/** The tests of a history under its table. */
function tested(slates: readonly CalibratedSlate[]) {
  const tests = new ScoreTests();
  for (const slate of slates) {
    const { problem, model, terms, past } = slate;
    const source = factorSourceOf(problem, model, terms);
    const { points } = countedPoints(slate, observedOf(problem, past));
    tests.add({
      ...{ entries: problem.entries, source, outcomes: source.outcomes },
      ...{ points, unbiased: points },
      groupsOf: () => ["all"],
      kindOf: pairKinds(problem.entries, "basketball", terms),
    });
  }
  return { all: tests.spreads()[0]!, pairs: tests.pairs() };
}

const NARROW = { family: "gamma", ratio: 0.35 };
const WIDE = { family: "gamma", ratio: 0.55 };

test("a true table passes its tests, and one that is too narrow or does not correlate fails them", () => {
  const truth = tableWith(NARROW, 0.6);
  const { all, pairs } = tested(history(truth, truth, 5));
  expect(all.players).toBe(360);
  expect(all.histogram.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 9);
  for (const share of all.histogram) expect(Math.abs(share - 0.1)).toBeLessThan(0.08);
  for (const { level, value, error, expected } of all.coverage) {
    expect(expected).toBeCloseTo(level, 1);
    expect(Math.abs(value - level)).toBeLessThan(3.5 * error);
  }
  expect(Math.min(all.spread.chance, all.mean.chance)).toBeGreaterThan(0.01);
  // The power that is reported is enough for what is found below.
  expect(all.spread.detects!).toBeLessThan(0.3);
  const team = pairs.find(
    ({ kind }) => kind.endsWith("F and G, one team") || kind.endsWith("others, one team"),
  )!;
  expect(team.correlation.expected).toBeCloseTo(0.36, 1);
  expect(team.correlation.chance).toBeGreaterThan(0.01);
  const narrow = tested(history(tableWith(WIDE, 0.6), truth, 5));
  expect(narrow.all.spread.value).toBeGreaterThan(narrow.all.spread.expected);
  expect(narrow.all.spread.chance).toBeLessThan(0.01);
  expect(narrow.all.deviation / (0.55 / 0.35)).toBeCloseTo(1, 0);
  const alone = tested(history(truth, tableWith(NARROW, 0), 5));
  expect(alone.pairs.some(({ correlation }) => correlation.chance < 0.001)).toBe(true);
});

test("a fit finds the truth in a long history, and hardly moves in a short one", () => {
  const [truth, before] = [tableWith(WIDE, 0.7), tableWith(NARROW, 0.3)];
  const long = fittedOutcomes(history(truth, before, 12));
  const value = (fit: typeof long, name: string, row = "G") =>
    fit.values.find((one) => one.row === row && one.name === name)!;
  for (const [name, wanted] of [
    ["ratio", 0.55],
    ["team, own", 0.7],
  ] as const) {
    const found = value(long, name);
    expect(Math.abs(found.value - wanted)).toBeLessThan(4 * found.error + 0.03);
    expect(found.error).toBeLessThan(0.1);
  }
  const short = fittedOutcomes([
    ...history(truth, before, 1).map((slate) => ({
      ...slate,
      past: { ...slate.past, players: slate.past.players.slice(0, 3) },
    })),
  ]);
  expect(short.players).toBe(3);
  expect(Math.abs(value(short, "ratio").value - 0.35)).toBeLessThan(0.15);
  expect(value(short, "ratio").error).toBeGreaterThan(2 * value(long, "ratio").error);
  // The file is a valid table of its own, and names what was fitted.
  const { table } = long;
  expect(parseOutcomesTable(JSON.parse(JSON.stringify(table)), "fitted.json")).toEqual(table);
  expect(table.positions[0]!.spread).toMatchObject({
    source: "fitted",
    errors: { ratio: expect.any(Number) },
  });
  expect(table.positions[0]!.loadings[0]).toMatchObject({ source: "fitted", error: expect.any(Number) });
  expect(table.sources.fitted).toContain("864 players of 12 contests");
  expect(Object.keys(table.sources)).toEqual(["fitted"]);
});

test("projections that are too high are a bias, and no spread", () => {
  const table = tableWith(NARROW, 0);
  const slates = history(table, table, 3).map((slate) => ({
    ...slate,
    past: {
      ...slate.past,
      players: slate.past.players.map((one) => ({ ...one, hundredths: 0.75 * one.hundredths! })),
    },
  }));
  const { biases, values } = fittedOutcomes(slates);
  for (const { value, error } of biases) {
    expect(Math.abs(value - 0.75)).toBeLessThan(4 * error);
    expect(error).toBeLessThan(0.04);
  }
  for (const { value, error } of values.filter(({ name }) => name === "ratio"))
    expect(Math.abs(value - 0.35)).toBeLessThan(4 * error);
});

test("the draws of a calibration are the slate's simulated outcomes, and one of two rivals wins", async () => {
  const [wide, narrow] = [tableWith(WIDE, 0.6), tableWith(NARROW, 0)];
  const slates = history(wide, narrow, 5).map((slate) => {
    const drawing = new Drawing(factorSourceOf(slate.problem, MODEL, { ...slate.terms, table: wide }), NONE);
    drawing.begin(1);
    const draws = Array.from({ length: 150 }, () => {
      drawing.next();
      return drawing.hundredths.map((one) => one);
    });
    const uuids = slate.problem.entries.map(({ uuid }) => uuid);
    const points = uuids.map((_, at) => draws.map((one) => one[at]! / 100));
    return { ...slate, problem: { ...slate.problem, excluded: [] }, simulated: { uuids, points } };
  });
  const { spreads, pairs } = await calibration(slates, NO_TOOLS);
  expect(spreads.map(({ group }) => group)).toEqual(["basketball, simulated outcomes"]);
  expect(spreads[0]!.spread.chance).toBeGreaterThan(0.01);
  expect(spreads[0]!.deviation).toBeCloseTo(1, 0);
  const team = pairs.find(({ kind }) => kind.endsWith("one team, simulated outcomes"))!;
  expect(team.correlation.expected).toBeCloseTo(0.36, 1);

  const hump = (mean: number) => ({ mean, deviation: 5 });
  const spread = { family: "two-humps", low: hump(8), high: hump(40), exclusive: true };
  const fights: OutcomesTable = { ...tableWith(spread, 0), factors: [] };
  const bare = { ...fights, positions: [], otherwise: { ...fights.otherwise, loadings: [] } };
  const fought = history(bare, bare, 2).map(({ problem, ...slate }) => {
    const fighters = problem.entries.slice(0, 24);
    const entries = fighters.map((one, at) => ({ ...one, event: `f${at >> 1}`, team: `t${at}` }));
    return { ...slate, problem: { ...problem, entries } };
  });
  const found = await calibration(fought, NO_TOOLS);
  expect(found.pairs.map(({ kind }) => kind)).toEqual(["basketball opponents, one of them wins"]);
  // These scores were drawn without rivals.
  expect(found.pairs[0]!.correlation.expected).toBeLessThan(-0.4);
  expect(found.pairs[0]!.correlation.chance).toBeLessThan(0.01);
});

test("fits of zeros and of two humps find the truth", () => {
  const cases = [
    {
      before: { family: "zero-gamma", ratio: 0.8, zero: 0.9 },
      truth: { family: "zero-gamma", ratio: 0.8, zero: 0.95 },
    },
    {
      before: { family: "two-humps", low: { mean: 8, deviation: 4 }, high: { mean: 40, deviation: 9 } },
      truth: { family: "two-humps", low: { mean: 6, deviation: 3 }, high: { mean: 44, deviation: 7 } },
    },
  ];
  for (const { before, truth } of cases) {
    const { table, values } = fittedOutcomes(history(tableWith(truth, 0), tableWith(before, 0), 4));
    const spread = table.positions[0]!.spread as unknown as Record<string, unknown>;
    for (const { row, name, value, error } of values) {
      if (row !== "G" || name === "team, own") continue;
      const wanted = name.split(".").reduce<unknown>((all, key) => (all as never)[key], truth) as number;
      expect({ name, near: Math.abs(value - wanted) < 4 * error + 0.05 * wanted }).toEqual({
        name,
        near: true,
      });
    }
    expect(spread.errors).toBeDefined();
  }
});

test("the place of a score is the chance of fewer points, and a part of it where points are likely", () => {
  const outcomes = outcomesOf(10, { family: "zero-gamma", deviation: 8, zero: 0.2 }, 0);
  expect(bandOf(outcomes, 0, 0)).toEqual({ low: 0, high: expect.closeTo(0.2, 1) });
  expect(bandOf(outcomes, 0, -1)).toEqual({ low: 0, high: 0 });
  expect(bandOf(outcomes, 0, 1000)).toEqual({ low: 1, high: 1 });
  const { low, high } = bandOf(outcomes, 0, 9);
  expect(high).toBe(low);
  expect(high).toBeGreaterThan(0.4);
  expect(overlap({ low: 0, high: 0.2 }, 0.1, 0.9)).toBeCloseTo(0.5, 12);
  expect([overlap({ low: 0.3, high: 0.3 }, 0.3, 0.4), overlap({ low: 0.3, high: 0.3 }, 0.2, 0.3)]).toEqual([
    1, 0,
  ]);
});

test("players with 0 points whom the table would not let score so few did not play", () => {
  const table = tableWith(NARROW, 0.2);
  const [slate] = history(table, table, 1);
  const players = slate!.past.players.map((one, at) => (at < 2 ? { ...one, hundredths: 0 } : one));
  const observed = observedOf(slate!.problem, { entries: [], players: players.slice(0, 70) });
  const { points, absent } = countedPoints(slate!, observed);
  expect(absent).toBe(2);
  expect(points.filter((one) => Number.isNaN(one))).toHaveLength(4);
  expect(observed.points[2]).toBe((players[2]!.hundredths ?? 0) / 100);
});

test("ownership is compared by its differences, correlation and log odds", () => {
  const table = tableWith(NARROW, 0.2);
  const [{ problem, past }] = history(table, table, 1) as [CalibratedSlate];
  const observed = observedOf(problem, past);
  const projected = new Map(problem.entries.map(({ uuid }, at) => [uuid, at + 2]));
  const fit = ownershipFitOf(problem, projected, observed)!;
  expect(fit).toMatchObject({ misfit: 2, bias: -2, correlation: expect.closeTo(1, 9) });
  expect(fit.players[5]).toEqual({ uuid: "s0-5", projected: 7, actual: 5 });
  expect(fit.logOdds ?? 0).toBeGreaterThan(0);
  expect(ownershipFitOf(problem, new Map(), observed)).toBeNull();
});
