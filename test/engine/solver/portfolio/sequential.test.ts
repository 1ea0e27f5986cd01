import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { Model } from "../../../../src/engine/model/model.ts";
import type { PortfolioLineup } from "../../../../src/engine/model/portfolio-plan.ts";
import { createSearch } from "../../../../src/engine/search/search.ts";
import { BLOCK, Drawing } from "../../../../src/engine/solver/draws/drawing.ts";
import { createPathEngine } from "../../../../src/engine/solver/paths/index.ts";
import { DEFAULT_LIMITS, type PathLimits } from "../../../../src/engine/solver/paths/limits.ts";
import { drawer, solveSequential } from "../../../../src/engine/solver/portfolio/sequential/sequential.ts";
import { failing } from "../../../../src/engine/solver/portfolio/tests-as-rules.ts";
import type { SolverName } from "../../../../src/engine/solver/registry.ts";
import { createRunner } from "../../../../src/platform/node/runner.ts";
import { UnsupportedModelError } from "../../../../src/shared/errors.ts";
import { GRID, GRID_SIZE } from "../../../../src/shared/normal.ts";
import { slate } from "../../../../src/testing/conformance/solver-properties.ts";
import { allSolutions } from "../../../../src/testing/exhaustive.ts";
import { free } from "../../../support/interrupts.ts";
import { literalSequence } from "../../../support/literal-sequence.ts";
import { smallPlan } from "../../../support/random-plans.ts";
import { runs, share, Tally } from "../../../support/runs.ts";

const search = createSearch(createRunner(0));
afterAll(() => search.close());

const SIZES: readonly (readonly [SolverName, number])[] = [
  ["paths", 80],
  ["highs", 4],
  ["javascript-lp-solver", 6],
];

describe.each(SIZES)("a sequential portfolio by %s", (solver, size) => {
  it("matches picking lineups one by one from the full list, and names a smallest conflict when it stops", async () => {
    const tally = new Tally();
    await fc.assert(
      fc.asyncProperty(smallPlan, async (plan) => {
        const { lineups, left } = literalSequence(plan);
        const { outcome } = await search.portfolio(plan, { method: "sequential" }, solver, {});
        const found = outcome.kind === "solved" ? outcome.solution.lineups : outcome.lineups;
        expect(found.map(({ picks }) => picks)).toEqual(lineups);
        const { points } = plan.model.picks;
        for (const lineup of found)
          expect(lineup.points).toBe(lineup.picks.reduce((sum, pick) => sum + points[pick]!, 0));
        expect(outcome.kind).toBe(lineups.length === plan.count ? "solved" : "short");
        tally.add(outcome.kind);
        if (lineups.length > 1) tally.add("several");
        if (plan.unique > 1 && plan.counted !== undefined) tally.add("seats");
        if (outcome.kind === "solved") return;
        const { shares, different } = outcome.stoppedBy!;
        tally.add(shares.length > 0 ? "by shares" : different ? "by likeness" : "by the model");
        expect(left(shares, different)).toBe(false);
        for (const share of shares)
          expect(
            left(
              shares.filter((other) => other !== share),
              different,
            ),
          ).toBe(true);
        if (different) expect(left(shares, false)).toBe(true);
      }),
      runs(size),
    );
    for (const name of ["several", "seats", "short", "by shares", "by likeness", "by the model"])
      expect(tally.of(name), `${tally}`).toBeGreaterThanOrEqual(share(size, 0.03));
  });
});

/** Limits so tight that each fallback is used even on the smallest models. */
const TIGHT: readonly Partial<PathLimits>[] = [
  { barred: 0 },
  { refusalsForTest: 0, refusalsForCut: 0, barred: 0 },
  { refusalsForTest: 0, barred: 0, cells: 20, cellsPerLineup: 0 },
];

describe.each(TIGHT)("a sequential portfolio by paths with limits %j", (limits) => {
  it("has the same lineups", async () => {
    const pathEngine = createPathEngine({ ...DEFAULT_LIMITS, ...limits });
    const absent = () => Promise.reject(new Error("paths alone are asked"));
    const best = absent;
    let several = 0;
    await fc.assert(
      fc.asyncProperty(smallPlan, async (plan) => {
        const outcome = await solveSequential(
          plan,
          { best, pathEngine, otherwise: null, highs: absent },
          free(),
          () => {},
        );
        const found = outcome.kind === "solved" ? outcome.solution.lineups : outcome.lineups;
        const { lineups } = literalSequence(plan);
        expect(found.map(({ picks }) => picks)).toEqual(lineups);
        if (lineups.length > 1) several += 1;
      }),
      runs(50),
    );
    expect(several).toBeGreaterThan(share(50, 0.2));
  });
});

describe("a sequential portfolio during which the path engine gives up", () => {
  it("continues with another solver from there, and reports it", async () => {
    const pathEngine = createPathEngine({ ...DEFAULT_LIMITS, cuts: 0, refusals: 2 });
    const otherwise = async (model: Model, count: number) => allSolutions(model).slice(0, count);
    const absent = () => Promise.reject(new Error("no other is asked"));
    const tally = new Tally();
    await fc.assert(
      fc.asyncProperty(smallPlan, async (plan) => {
        const tools = { best: absent, pathEngine, otherwise, highs: absent };
        const outcome = await solveSequential(plan, tools, free(), () => {}).catch((error: unknown) => {
          // The path engine, where it finished, is asked for the conflict.
          expect(error).toBeInstanceOf(UnsupportedModelError);
          return null;
        });
        if (outcome === null) return;
        const found = outcome.kind === "solved" ? outcome.solution.lineups : outcome.lineups;
        expect(found.map(({ picks }) => picks)).toEqual(literalSequence(plan).lineups);
        if (outcome.isHandedOver === true && found.length > 1) tally.add("handed over");
      }),
      runs(70),
    );
    expect(tally.of("handed over"), `${tally}`).toBeGreaterThan(share(70, 0.05));
  });
});

describe("a sequential portfolio with newly drawn points", () => {
  it.each(["paths", "highs"] as const)(
    "has the best lineup of each draw that earlier ones allow: %s",
    async (solver) => {
      const tally = new Tally();
      const size = solver === "paths" ? 40 : 4;
      const drawn = fc.tuple(smallPlan, fc.nat(2 ** 32 - 1), fc.constantFrom(0, 0.15, 0.6));
      await fc.assert(
        fc.asyncProperty(drawn, async ([plain, seed, spread]) => {
          const spreads = Float64Array.from(
            { length: plain.model.entries },
            (_, entry) => spread / (1 + (entry % 3)),
          );
          const plan = { ...plain, random: { seed, spread: spreads } };
          const draw = (await drawer(plan))!;
          const lineups: PortfolioLineup[] = [];
          for (const { points } of [...Array(plan.count)].map(() => draw().picks)) {
            // The draws: the same factor for all roles of an entry, within the spread.
            const factors = new Map<number, number>();
            for (const [pick, own] of plan.model.picks.points.entries()) {
              const entry = plan.model.picks.entry[pick]!;
              expect(Math.abs(points[pick]! - own)).toBeLessThanOrEqual(
                spreads[entry]! * Math.abs(own) + 0.5,
              );
              const factor = own === 0 ? 1 : points[pick]! / own;
              if (Math.abs(own) > 1e9) expect(factor).toBeCloseTo(factors.get(entry) ?? factor, 6);
              if (Math.abs(own) > 1e9) factors.set(entry, factor);
            }
            if (new Set(factors.values()).size > 1) tally.add("spread");
            const model = { ...plan.model, picks: { ...plan.model.picks, points } };
            const [next] = literalSequence(
              { ...plan, model, count: lineups.length + 1 },
              lineups,
            ).lineups.slice(lineups.length);
            if (next === undefined) break;
            const worth = (of: Float64Array) => next.reduce((sum, pick) => sum + of[pick]!, 0);
            lineups.push({ picks: next, points: worth(plan.model.picks.points), drawn: worth(points) });
          }
          const { outcome } = await search.portfolio(plan, { method: "sequential" }, solver, {});
          const found = outcome.kind === "solved" ? outcome.solution.lineups : outcome.lineups;
          expect(found).toEqual(lineups);
          if (lineups.length > 1) tally.add("several");
          if (lineups.some(({ points }, at) => at > 0 && points > lineups[at - 1]!.points))
            tally.add("unordered");
        }),
        runs(size, 3),
      );
      expect(tally.of("several"), `${tally}`).toBeGreaterThan(share(size, 0.2));
      expect(tally.of("spread"), `${tally}`).toBeGreaterThan(share(size, 0.3));
      expect(tally.of("unordered"), `${tally}`).toBeGreaterThan(share(size, 0.03));
    },
  );
});

describe("a sequential portfolio whose points decay", () => {
  it.each(["paths", "highs"] as const)("has the best of what earlier lineups leave: %s", async (solver) => {
    const tally = new Tally();
    const size = solver === "paths" ? 40 : 4;
    const decaying = fc.tuple(smallPlan, fc.constantFrom(0.3, 0.7, 1));
    await fc.assert(
      fc.asyncProperty(decaying, async ([plain, decay]) => {
        const { picks, ...model } = plain.model;
        const worth = (of: Float64Array, lineup: readonly number[]) =>
          lineup.reduce((sum, pick) => sum + of[pick]!, 0);
        const lineups: PortfolioLineup[] = [];
        for (let count = 1; count <= plain.count; count += 1) {
          const points = picks.points.map((own, pick) => {
            const isOf = (other: number) => picks.entry[other] === picks.entry[pick];
            const uses = lineups.filter((lineup) => lineup.picks.some(isOf)).length;
            return own < 0 ? own : Math.round(own * Math.max(0, 1 - uses * decay));
          });
          const left = { ...plain, model: { ...model, picks: { ...picks, points } }, count };
          const next = literalSequence(left, lineups).lineups[count - 1];
          if (next === undefined) break;
          lineups.push({ picks: next, points: worth(picks.points, next) });
        }
        const { outcome } = await search.portfolio({ ...plain, decay }, { method: "sequential" }, solver, {});
        const found = outcome.kind === "solved" ? outcome.solution.lineups : outcome.lineups;
        expect(found).toEqual(lineups);
        const plainly = literalSequence(plain).lineups;
        if (found.some(({ picks }, at) => `${picks}` !== `${plainly[at]}`)) tally.add("others");
      }),
      runs(size, 3),
    );
    expect(tally.of("others"), `${tally}`).toBeGreaterThanOrEqual(share(size, 0.04));
  });
});

it("draws a portfolio's points as a simulation does, across blocks", async () => {
  const model = slate(60);
  const { entries } = model;
  const random = {
    ...{ seed: 3, factors: 1, multiplier: new Float64Array(entries).fill(1) },
    first: Int32Array.from({ length: entries + 1 }, (_, entry) => entry),
    factor: new Int32Array(entries),
    loading: new Float64Array(entries).fill(0.6),
    own: new Float64Array(entries).fill(0.8),
    outcomes: Float64Array.from(
      { length: entries * GRID_SIZE },
      (_, at) => Math.floor(at / GRID_SIZE) + GRID[at % GRID_SIZE]!,
    ),
  };
  const draw = await drawer({ model, count: 4, unique: 0, choices: null, avoid: [], shares: [], random });
  const drawing = new Drawing(random, model.picks.entry);
  for (let at = 0; at <= BLOCK; at += 1) {
    if (at % BLOCK === 0) drawing.begin(at / BLOCK);
    drawing.next();
    expect(draw?.().picks.points).toEqual(drawing.points);
  }
});

it("refuses shares that lineups may fail in more than 4,000 ways", () => {
  const clause = (ways: number) => ({
    counts: Array.from({ length: ways }, (_, pick) => ({
      picks: Int32Array.of(pick),
      least: 1,
      most: Number.POSITIVE_INFINITY,
    })),
    sums: [],
  });
  const test = (...ways: number[]) => ({ when: null, alternatives: ways.map(clause) });
  const most = test(4, 10, 10, 10);
  const origin = { pointer: "/rules/1", words: "rules[1] in at most 3" };
  expect(failing({ tests: [most, test(0)], origin })[0]?.alternatives.length).toBe(4_000);
  const large = () => failing({ tests: [most, test(1)], origin });
  expect(large).toThrow(UnsupportedModelError);
  expect(large).toThrow('break the conditions of the rule "rules[1] in at most 3"');
});
