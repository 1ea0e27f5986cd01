import { expect, test } from "vitest";
import type { Entry, Problem } from "../../src/contests/problem/problem.ts";
import type { Model } from "../../src/engine/model/model.ts";
import { tableOf } from "../../src/optimizer/drawn-slates.ts";
import { loadCatalog } from "../../src/platform/node/catalog.ts";
import { GRID, GRID_SIZE, meanOf, normalChance } from "../../src/shared/normal.ts";
import { cutChances, factorSourceOf } from "../../src/simulation/draw-source.ts";

const catalog = await loadCatalog();
const golfers = (...points: readonly number[]) =>
  points.map(
    (mean, at): Entry => ({
      ...{ kind: "player", uuid: `g${at}`, positions: ["G"], plays: ["G"], team: `t${at}`, event: "open" },
      ...{ salary: 8000, captainSalary: null, points: mean },
    }),
  );

test("a known chance to make the cut decides the humps, and lineups have the product", async () => {
  const table = await catalog.outcomesTable("golf");
  const entries = golfers(50.05, 50.05, 62);
  const terms = { table, seed: 1, known: [{ uuid: "g1", cut: 0.3 }] };
  const chance = cutChances(entries, terms)!;
  // Half way between the humps' means.
  expect(chance(["g0"])).toBeCloseTo(0.5, 6);
  expect(chance(["g1"])).toBe(0.3);
  expect(chance(["g0", "g1", "g2"])).toBeCloseTo(chance(["g0"]) * 0.3 * chance(["g2"]), 12);
  const problem = { entries, contest: { slots: [] } } as unknown as Problem;
  const { outcomes } = factorSourceOf(problem, { slots: [], picks: { role: [] } } as unknown as Model, terms);
  const own = (at: number) => outcomes.subarray(at * GRID_SIZE, (at + 1) * GRID_SIZE);
  for (const [at, entry] of entries.entries()) expect(meanOf(own(at))).toBeCloseTo(entry.points, 9);
  // The gap between the humps is widest where the low one ends.
  const low = (values: Float64Array) => {
    const rises = Array.from(values, (value, step) => value - (values[step - 1] ?? value));
    return normalChance(GRID[rises.indexOf(Math.max(...rises.slice(40, -40)))]!);
  };
  expect(low(own(1))).toBeGreaterThan(low(own(0)) + 0.1);
});

test("other sports and other programs' outcomes have no chance to make a cut", async () => {
  const entries = golfers(50);
  const table = await catalog.outcomesTable("nascar");
  expect(cutChances(entries, { table, seed: 1, known: [] })).toBeNull();
  const simulated = { outcomes: { uuids: [], points: [] }, projected: new Map(), order: new Int32Array(0) };
  expect(cutChances(entries, { seed: 1, simulated })).toBeNull();
});

test("a single round has no cut, and points around one mean", async () => {
  const round = await tableOf({ sport: "golf" }, "single-round", catalog);
  expect(cutChances(golfers(50), { table: round, seed: 1, known: [] })).toBeNull();
  expect((await catalog.outcomesTable("golf")).contests).toEqual([
    { ...round.otherwise, names: ["single-round"] },
  ]);
  const classic = await tableOf({ sport: "golf" }, "classic", catalog);
  expect(classic).toEqual(await catalog.outcomesTable("golf"));
  // A table of one's own applies to the contests that it names, whatever the position.
  const own = structuredClone(classic);
  own.positions = [{ ...own.otherwise, names: ["G"] }];
  own.contests![0]!.spread = {
    ...round.otherwise.spread,
    ratio: 0.25,
  } as typeof round.otherwise.spread;
  const outcomes = await tableOf({ sport: "golf", outcomes: own }, "single-round", catalog);
  expect(outcomes).toMatchObject({ positions: [], otherwise: { spread: { ratio: 0.25 } } });
});
