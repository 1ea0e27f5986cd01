import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { type LineupTest, passes } from "../../../../src/engine/model/lineup-test.ts";
import { type Model, POINT_UNITS } from "../../../../src/engine/model/model.ts";
import type { PortfolioPlan } from "../../../../src/engine/model/portfolio-plan.ts";
import { satisfies } from "../../../../src/engine/model/satisfies.ts";
import { createSearch } from "../../../../src/engine/search/search.ts";
import { type Solution, unpackSolutions } from "../../../../src/engine/solver/contract.ts";
import { createPathEngine, takingTurns } from "../../../../src/engine/solver/paths/index.ts";
import { loadOrdered } from "../../../../src/engine/solver/paths/ordered/load.ts";
import { columnsOf } from "../../../../src/engine/solver/portfolio/joint/rows.ts";
import type { LineupSource } from "../../../../src/engine/solver/portfolio/lineup-stream.ts";
import { capacityBound, sharesAsRules } from "../../../../src/engine/solver/portfolio/shares-as-rules.ts";
import { solvePortfolio } from "../../../../src/engine/solver/portfolio/solve-portfolio.ts";
import { loadHighs, type SolverName } from "../../../../src/engine/solver/registry.ts";
import { machinery } from "../../../../src/platform/node/machinery.ts";
import { createRunner } from "../../../../src/platform/node/runner.ts";
import { TimeLimitError, UnsupportedModelError } from "../../../../src/shared/errors.ts";
import { slate } from "../../../../src/testing/conformance/solver-properties.ts";
import { allSolutions } from "../../../../src/testing/exhaustive.ts";
import { modelOf, withOrigin } from "../../../../src/testing/models/hand-made.ts";
import { free } from "../../../support/interrupts.ts";
import {
  counted,
  isApart,
  isPortfolio,
  lineupsOf,
  shareOf,
  smallPlan,
  wholeProgram,
} from "../../../support/portfolios.ts";
import { smallPlan as mostOnly } from "../../../support/random-plans.ts";
import { runs, share, Tally } from "../../../support/runs.ts";

const search = createSearch(createRunner(0));
afterAll(() => search.close());

const SIZES: readonly (readonly [SolverName, number])[] = [
  ["paths", 80],
  ["highs", 2],
];

describe.each(SIZES)("a joint portfolio by %s", (solver, size) => {
  it("keeps the plan, is at least as good as the sequential one, and within a bound below trivial ones", async () => {
    const tally = new Tally();
    await fc.assert(
      fc.asyncProperty(fc.oneof(mostOnly, smallPlan), async (given) => {
        // Each lineup by HiGHS is another binary program.
        if (solver === "highs") fc.pre(lineupsOf(given).length <= 12);
        const plan = { ...given, shares: given.shares.map((of) => ({ ...of, least: 0 })) };
        const one = (await search.portfolio(plan, { method: "sequential" }, solver, {})).outcome;
        const { outcome } = await search.portfolio(plan, { method: "joint", gap: 0 }, solver, {});
        const sumOf = (lineups: readonly { readonly points: number }[]) =>
          lineups.reduce((sum, { points }) => sum + points, 0);
        tally.add(outcome.kind);
        if (outcome.kind === "short") {
          expect(one.kind).toBe("short");
          const lineups = outcome.lineups.map(({ picks }) => picks);
          expect(isApart(plan, lineups)).toBe(true);
          return;
        }
        const { lineups, bound } = outcome.solution;
        expect(
          isPortfolio(
            plan,
            lineups.map(({ picks }) => picks),
          ),
        ).toBe(true);
        expect(lineups.every(({ picks }) => satisfies(plan.model, picks))).toBe(true);
        expect(sumOf(lineups)).toBeLessThanOrEqual(bound!);
        const best = bestOfAll(plan);
        expect(bound).toBeLessThanOrEqual(sumOf(best));
        if (bound! < sumOf(best)) tally.add("below the best");
        if (one.kind === "short") {
          tally.add("only joint");
          return;
        }
        expect(sumOf(lineups)).toBeGreaterThanOrEqual(sumOf(one.solution.lineups));
        if (sumOf(lineups) > sumOf(one.solution.lineups)) tally.add("better");
        if (sumOf(lineups) === bound) tally.add("proved");
      }),
      runs(size),
    );
    expect(tally.of("proved")).toBeGreaterThanOrEqual(share(size, 0.2));
    expect(tally.of("better")).toBeGreaterThanOrEqual(share(size, 0.015));
    expect(tally.of("short")).toBeGreaterThanOrEqual(share(size, 0.1));
    expect(tally.of("below the best")).toBeGreaterThanOrEqual(share(size, 0.1));
  });
});

describe("a joint portfolio whose time is limited", () => {
  it("has the lineups of the sequential one after half of it; reports never get worse", async () => {
    await loadOrdered();
    const tally = new Tally();
    const size = 30;
    const small = fc.oneof(mostOnly, smallPlan).map((plan) => ({ plan, gap: 0 }));
    // Only the start of large ones is tested.
    const asked = fc.oneof(
      small,
      farApart.map((plan) => ({ plan, gap: 1 })),
    );
    const part = fc.double({ min: 0.1, max: 1.1, noNaN: true });
    await fc.assert(
      fc.asyncProperty(asked, part, async ({ plan, gap }, of) => {
        // Minimum shares of all lineups are rules, which a sequential portfolio can keep as well.
        const ruled = sharesAsRules(plan).plan;
        const most = { ...ruled, shares: ruled.shares.map((share) => ({ ...share, least: 0 })) };
        const whole = await kept(most, "sequential", MOST_STEPS);
        if (whole === null) return;
        const steps = of * whole.steps;
        const joint = await kept(plan, "joint", steps, gap);
        const one = await kept(most, "sequential", 0.5 * steps);
        if (one === null || joint === null) return;
        expect(joint.lineups.length).toBeGreaterThanOrEqual(one.lineups.length);
        const lineups = joint.lineups.map(({ picks }) => picks);
        expect(isApart(plan, lineups)).toBe(true);
        expect(lineups.every((picks) => satisfies(plan.model, picks))).toBe(true);
        const points = joint.lineups.map((lineup) => lineup.points);
        expect(points).toEqual(points.toSorted((a, b) => b - a));
        // The first lineup of a sequential portfolio is the best that the plan allows.
        const [first] = one.lineups;
        if (first !== undefined && joint.bound !== null) {
          expect(joint.bound).toBeLessThanOrEqual(plan.count * first.points);
          if (joint.isStopped) tally.add("bounds");
        }
        if (one.isStopped && one.lineups.length > 0) tally.add("stopped");
        if (joint.lineups.length > one.lineups.length) tally.add("more");
      }),
      runs(size),
    );
    expect(tally.of("stopped"), `${tally}`).toBeGreaterThanOrEqual(share(size, 0.1));
    expect(tally.of("more"), `${tally}`).toBeGreaterThanOrEqual(share(size, 0.04));
    expect(tally.of("bounds"), `${tally}`).toBeGreaterThanOrEqual(share(size, 0.2));
  });

  const MOST_STEPS = 400;
  /** Milliseconds of a step of the path engine, so many that the machine's own do not count. */
  const STEP = 1e6;

  /** Solves a plan until the path engine has taken so many steps; returns the lineups that are kept then, and the steps. */
  async function kept(plan: PortfolioPlan, method: "joint" | "sequential", most: number, gap = 0) {
    let steps = 0;
    const interrupt = { ...free(), deadline: most * STEP, now: () => steps * STEP };
    const engine = createPathEngine();
    const inOrder: typeof engine.inOrder = (...args) => {
      const lineups = engine.inOrder(...args);
      if (lineups === null) return null;
      const step = lineups.step.bind(lineups);
      return Object.assign(lineups, {
        step(most: number) {
          steps += 1;
          return step(most);
        },
      });
    };
    const pathEngine: typeof engine = {
      ...engine,
      inOrder,
      async best(model, count, until) {
        const lineups = inOrder(model, count);
        const [picks, points]: [number[], number[]] = [[], []];
        while (lineups !== null && points.length < count) {
          const tie = await takingTurns(lineups.next(count - points.length), until);
          if (tie === null) break;
          for (const lineup of tie.lineups) {
            picks.push(...lineup);
            points.push(tie.points);
          }
        }
        return { picks: Int32Array.from(picks), points: Float64Array.from(points) };
      },
    };
    const best: LineupSource = async (model, count) =>
      unpackSolutions(await pathEngine.best(model, count, interrupt));
    let last: Heard = { lineups: [], sum: null, bound: null, gap: null };
    const hear = (progress: Heard) => {
      const isLess = last.sum === null && progress.lineups.length < last.lineups.length;
      expect(isLess && progress.sum === null).toBe(false);
      if (last.sum !== null) expect(progress.sum).toBeGreaterThanOrEqual(last.sum);
      last = progress;
    };
    const tools = { best, otherwise: null, highs: () => loadHighs(machinery), pathEngine };
    const solving = solvePortfolio(plan, { method, gap }, tools, interrupt, hear);
    const outcome = await solving.catch((error: unknown) => {
      if (!(error instanceof TimeLimitError)) throw error;
      return null;
    });
    if (outcome === null) return { lineups: last.lineups, bound: last.bound, isStopped: true, steps };
    // What is proved before any search has no lineups; the caller asks for them, without minimum shares.
    if (outcome.kind === "short" && outcome.proved && outcome.lineups.length === 0) return null;
    const { lineups, bound } = outcome.kind === "solved" ? outcome.solution : { ...outcome, bound: null };
    return { lineups, bound, isStopped: false, steps };
  }
});

/** Plans whose lineups take longer the more there are; some have stacks and limits on each player. */
const farApart: fc.Arbitrary<PortfolioPlan> = fc
  .record({
    seed: fc.nat(),
    count: fc.integer({ min: 5, max: 14 }),
    unique: fc.integer({ min: 3, max: 5 }),
    most: fc.double({ min: 0.3, max: 1.5, noNaN: true }),
    hasStacks: fc.boolean(),
  })
  .map(({ seed, count, unique, most, hasStacks }): PortfolioPlan => {
    const model = slate(40, 4, seed);
    const entries = [...model.picks.entry];
    const stacks = [...Array(8).keys()].map((team) => {
      const own = entries.filter((entry) => entry % 8 === team);
      return counted(own, 3).alternatives;
    });
    const stack = withOrigin({ kind: "disjunction", when: null, alternatives: stacks.flat() });
    const limits = entries.map((entry) => shareOf(counted([entry], 1), 0, Math.ceil(most * count)));
    return {
      ...{ count, unique, choices: null, avoid: [], random: null, shares: most < 1 ? limits : [] },
      model: { ...model, rules: hasStacks ? [...model.rules, stack] : model.rules },
    };
  });

type Heard = Parameters<Parameters<typeof solvePortfolio>[4]>[0];

/** The best lineups of a plan under its lineup rules alone; no two are the same in the contest. */
function bestOfAll(plan: PortfolioPlan): readonly Solution[] {
  const columnOf = columnsOf(plan);
  const seen = new Set<string>();
  const isNew = ({ picks }: Solution) => {
    const { identity } = columnOf(picks);
    return !seen.has(identity) && seen.add(identity);
  };
  return allSolutions(plan.model).filter(isNew).slice(0, plan.count);
}

describe("a joint portfolio of one pick each", () => {
  const model = modelOf(
    [[0, 1]],
    [5, 4, 3, 2, 1].map((points) => [{ slots: [0], points }]),
  );
  const plan = { model, count: 3, unique: 0, choices: null, avoid: [], shares: [], random: null };
  /** One of each set is picked: a test with two alternatives, which cannot be priced directly. */
  const either = (one: readonly number[], other: readonly number[]): LineupTest => ({
    when: null,
    alternatives: [one, other].flatMap((picks) => counted(picks, 1).alternatives),
  });

  async function solved(
    plan: PortfolioPlan,
    beforeBest: (model: Model) => void = () => {},
    hear: (progress: Heard) => void = () => {},
    beforeHighs: () => void = () => {},
  ) {
    await loadOrdered();
    const highs = async () => {
      beforeHighs();
      return loadHighs(machinery);
    };
    const pathEngine = createPathEngine();
    const best: LineupSource = async (model, count) => {
      beforeBest(model);
      return unpackSolutions(pathEngine.bestNow(model, count));
    };
    const tools = { best, otherwise: null, highs, pathEngine };
    return solvePortfolio(plan, { method: "joint", gap: 0 }, tools, free(), hear);
  }

  /** So many lineups of two players that neither enumeration nor listing can replace prices over picks. */
  const everybody = [...Array(105).keys()];
  const many = modelOf(
    [[0, 2]],
    everybody.map((points) => [{ slots: [0], points }]),
  );

  it("is proved impossible by a share that all lineups satisfy, or none, if prices cannot prove it", async () => {
    const passed = [shareOf(counted([0], 1), 0, 2), shareOf(either(everybody, [0]), 0, 2)];
    const proof = { kind: "short", proved: true, witness: [1] };
    expect(await solved({ ...plan, model: many, shares: passed })).toMatchObject(proof);
    const when = { picks: Int32Array.from(everybody), least: 0, most: 2 };
    const three = counted([0], 1).alternatives.flatMap(({ counts }) => [...counts, ...counts, ...counts]);
    const counts = three.map((count, pick) => ({ ...count, picks: Int32Array.of(pick) }));
    const never = shareOf({ when, alternatives: [{ counts, sums: [] }] }, 1, 3);
    // More than can be priced directly.
    const shares = [shareOf(counted([0], 1), 1, 2), ...Array(10).fill(never)];
    expect(await solved({ ...plan, model: many, count: 8, shares })).toMatchObject(proof);
  });

  it("has the sequential portfolio, with a bound, before other methods start", async () => {
    const reported: Heard[] = [];
    const held: (Heard | undefined)[] = [];
    await solved(
      { ...plan, model: many, count: 3, shares: [shareOf(counted([104], 1), 0, 2)] },
      undefined,
      (progress) => reported.push(progress),
      () => held.push(reported.at(-1)),
    );
    expect(held).toHaveLength(1);
    // 104 + 103, 104 + 102 and, without the 104, 103 + 102; no lineup has more than the first.
    expect(held[0]).toMatchObject({
      isStart: true,
      sum: (207 + 206 + 205) * POINT_UNITS,
      bound: 3 * 207 * POINT_UNITS,
    });
    expect(held[0]!.lineups).toHaveLength(3);
  });

  it("is proved impossible if only two shares together are", async () => {
    const [lower, upper] = [everybody.slice(0, 60), everybody.slice(30)];
    const never = [3, 4].flatMap((least) => counted(everybody, least).alternatives);
    const shares = [
      shareOf(either(lower, [0]), 0, 1),
      shareOf(either(upper, [89]), 0, 1),
      shareOf({ when: null, alternatives: never }, 0, 1),
      shareOf(either(everybody, [0]), 0, 3),
    ];
    const given = { ...plan, model: many, shares };
    const none = { kind: "short", proved: true, witness: null };
    expect(await solved(given)).toMatchObject(none);
    const failing = (model: Model) => {
      if (model.rules.length > many.rules.length) throw new UnsupportedModelError("paths", "tests");
    };
    expect(await solved(given, failing)).toMatchObject(none);
  });

  it("passes on what callers throw", async () => {
    const broken = new Error("broken");
    const tell = () => {
      throw broken;
    };
    await expect(solved(plan, tell)).rejects.toBe(broken);
    await expect(solved(plan, () => {}, tell)).rejects.toBe(broken);
  });

  it("is proved impossible if only fractions of lineups keep the plan", async () => {
    const triangles = [
      [0, 1, 2],
      [3, 4, 5],
    ].flatMap((people) => counted(people, 2).alternatives);
    const pairs = modelOf(
      [[0, 2]],
      [5, 4, 3, 2, 1, 0].map((points) => [{ slots: [0], points }]),
      [{ kind: "disjunction", when: null, alternatives: triangles }],
    );
    const outcome = await solved({ ...plan, model: pairs, unique: 2 });
    expect(outcome).toMatchObject({ kind: "short", proved: true, witness: null });
    if (outcome.kind === "short") expect(outcome.lineups.map(({ picks }) => picks)).toHaveLength(2);
    const fewer = await solved({ ...plan, model: pairs, unique: 2, count: 2 });
    expect(fewer).toMatchObject({ kind: "solved", solution: { bound: 12 * POINT_UNITS } });
    if (fewer.kind === "solved")
      expect(fewer.solution.lineups.map(({ picks }) => picks)).toEqual([
        [0, 1],
        [3, 4],
      ]);
  });
});

describe("shares of all lineups, or of none", () => {
  it("become rules that exactly the allowed lineups satisfy", () => {
    const tally = new Tally();
    fc.assert(
      fc.property(smallPlan, fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), (given, isAll) => {
        const shares = given.shares.map((of, index) =>
          isAll[index]! ? { ...of, least: given.count, most: given.count } : { ...of, least: 0, most: 0 },
        );
        const { plan, left, became } = sharesAsRules({ ...given, shares });
        expect([...left, ...became].sort()).toEqual([...shares.keys()]);
        expect(plan.shares).toEqual(left.map((index) => shares[index]));
        for (const { picks } of allSolutions(given.model)) {
          const isAllowed = became.every(
            (index) => shares[index]!.tests.every((test) => passes(test, picks)) === isAll[index]!,
          );
          expect(satisfies(plan.model, picks)).toBe(isAllowed);
          tally.add(isAllowed ? "allowed" : "not");
        }
        for (const index of became) tally.add(isAll[index]! ? "all" : "none");
      }),
      runs(60),
    );
    for (const outcome of ["allowed", "not", "all", "none"])
      expect(tally.of(outcome), `${tally}`).toBeGreaterThan(share(60, 0.3));
  });

  it("that contradict others are refuted by a proof that includes them", async () => {
    const model = slate(60);
    const stacks = Array.from({ length: 8 }, (_, team) =>
      counted(
        model.picks.entry.filter((entry) => entry % 8 === team),
        3,
      ),
    );
    const shares = [
      ...stacks.map((test) => shareOf(test, 0, 0)),
      shareOf({ when: null, alternatives: stacks.flatMap(({ alternatives }) => alternatives) }, 5, 10),
    ];
    const plan = { model, count: 10, unique: 0, choices: null, avoid: [], shares, random: null };
    const { outcome } = await search.portfolio(plan, { method: "joint" }, "auto", {});
    expect(outcome).toMatchObject({ kind: "short", proved: true });
    if (outcome.kind === "short") expect(outcome.witness).toEqual([...shares.keys()]);
  });

  it("with too few lineups to fill all seats are refuted by counting, if a program over all lineups is infeasible", async () => {
    const tally = new Tally();
    const highs = await loadHighs(machinery);
    fc.assert(
      fc.property(smallPlan, fc.integer({ min: 2, max: 24 }), (given, count) => {
        const { entry } = given.model.picks;
        const picksOf = (own: number) => [...entry.keys()].filter((pick) => entry[pick] === own);
        const each = [...Array(given.model.entries).keys()].map((own) =>
          shareOf(counted(picksOf(own), 1), 0, 1),
        );
        const plan = { ...given, count: count, shares: [...each, ...given.shares] };
        const lacking = capacityBound(plan);
        const lineups = lineupsOf(plan);
        if (lineups.length < plan.count) return;
        tally.add(lacking === null ? "enough" : "too few");
        if (lacking === null) return;
        const shares = plan.shares.filter((_, index) => lacking.includes(index));
        expect(highs.solve(wholeProgram({ ...plan, shares }, lineups), free())).toBe(null);
      }),
      runs(60),
    );
    expect(tally.of("too few"), `${tally}`).toBeGreaterThan(share(60, 0.05));
    expect(tally.of("enough"), `${tally}`).toBeGreaterThan(share(60, 0.05));
  });

  it("of one percent for each player are refuted before any search", async () => {
    const model = slate(200);
    const each = Array.from({ length: 200 }, (_, entry) => shareOf(counted([entry], 1), 0, 1));
    const plan = { model, count: 150, unique: 8, choices: null, avoid: [], shares: each, random: null };
    const { outcome } = await search.portfolio(plan, { method: "joint" }, "auto", {});
    expect(outcome).toMatchObject({ kind: "short", proved: true, lineups: [] });
  });
});
