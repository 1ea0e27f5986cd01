import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type Model, noneOf } from "../../../../../src/engine/model/model.ts";
import type {
  PlanShare,
  PortfolioOutcome,
  PortfolioPlan,
  PortfolioProgress,
} from "../../../../../src/engine/model/portfolio-plan.ts";
import { satisfies } from "../../../../../src/engine/model/satisfies.ts";
import { type Solution, unpackSolutions } from "../../../../../src/engine/solver/contract.ts";
import type { HighsSolver } from "../../../../../src/engine/solver/highs.ts";
import type { Interrupt } from "../../../../../src/engine/solver/interrupt.ts";
import { createPathEngine } from "../../../../../src/engine/solver/paths/index.ts";
import { loadOrdered } from "../../../../../src/engine/solver/paths/ordered/load.ts";
import { type JointOptions, solveJoint } from "../../../../../src/engine/solver/portfolio/joint/joint.ts";
import {
  type LineupSource,
  streamByPaths,
} from "../../../../../src/engine/solver/portfolio/lineup-stream.ts";
import { loadHighs } from "../../../../../src/engine/solver/registry.ts";
import { machinery } from "../../../../../src/platform/node/machinery.ts";
import { AbortedError, SolverFailedError, TimeLimitError } from "../../../../../src/shared/errors.ts";
import { slate } from "../../../../../src/testing/conformance/solver-properties.ts";
import { free, stopped, within } from "../../../../support/interrupts.ts";
import {
  CENT,
  counted,
  isApart,
  isPortfolio,
  lineupsOf,
  shareOf,
  smallPlan,
  wholeProgram,
} from "../../../../support/portfolios.ts";
import { runs, share, Tally } from "../../../../support/runs.ts";

let highs: HighsSolver;
const engine = createPathEngine();
await loadOrdered();

beforeAll(async () => {
  highs = await loadHighs(machinery);
});

const solve = (
  plan: PortfolioPlan,
  options: JointOptions = {},
  interrupt: Interrupt = free(),
  report: (progress: PortfolioProgress) => void = () => {},
  linearProgram = highs.linearProgram,
) => {
  const best: LineupSource = async (model, count) =>
    unpackSolutions(await engine.best(model, count, interrupt));
  const stream = streamByPaths(engine, best, interrupt);
  return solveJoint(
    plan,
    options,
    { stream, highs: async () => ({ ...highs, linearProgram }) },
    interrupt,
    report,
  );
};

/** A plan's portfolio, which must exist. */
async function solved(...given: Parameters<typeof solve>) {
  return checked(given[0], await solve(...given));
}

function checked(plan: PortfolioPlan, outcome: PortfolioOutcome) {
  if (outcome.kind === "short") throw new Error("found no portfolio");
  const { lineups, bound, prices } = outcome.solution;
  expect(isPortfolio(plan, picksOf(lineups))).toBe(true);
  expect(lineups.every(({ picks }) => satisfies(plan.model, picks))).toBe(true);
  return { lineups, bound: bound!, prices: prices!, sum: sumOf(lineups) };
}

/**
 * The remaining gap: to prove more about twenty lineups with many near-optimal alternatives takes all the
 * time available.
 */
const ROUGH = { gap: 0.0007 };

const picksOf = (lineups: readonly Solution[]) => lineups.map(({ picks }) => picks);
const sumOf = (lineups: readonly Solution[]) => lineups.reduce((sum, { points }) => sum + points, 0);

const planOf = (model: Model, count: number, shares: readonly PlanShare[] = []): PortfolioPlan => ({
  model,
  count,
  unique: 0,
  choices: null,
  avoid: [],
  shares,
  random: null,
});

/** A maximum number of lineups for every entry. */
const everyEntry = ({ entries }: Model, most: number): PlanShare[] =>
  Array.from({ length: entries }, (_, entry) => shareOf(counted([entry], 1), 0, most));

describe("on small pools, the joint method", () => {
  it("finds and proves the optimum, or infeasibility, like a program over all lineups", async () => {
    const numRuns = 60;
    const tally = new Tally();
    await fc.assert(
      fc.asyncProperty(smallPlan, async (plan) => {
        const all = lineupsOf(plan);
        if (all.length === 0 || all.length > 200) return;
        const program = wholeProgram(plan, all);
        if (all.length > 120) tally.add("many");
        const whole = highs.solve(program, free());
        const outcome = await solve(plan, { gap: 0 });
        if (whole === null) {
          expect(outcome).toMatchObject({ kind: "short", proved: true });
          if (outcome.kind === "short") expect(isApart(plan, picksOf(outcome.lineups))).toBe(true);
          tally.add("none");
          return;
        }
        const { sum, bound } = checked(plan, outcome);
        const best = whole.reduce((total, at) => total + program.gain[at]! * CENT, 0);
        expect([sum, bound]).toEqual([best, best]);
        tally.add("proved");
        if (plan.unique > 0) tally.add("unique");
        if (plan.unique > 1 && plan.counted !== undefined) tally.add("seats");
        if (plan.choices !== null) tally.add("twins");
        if (plan.avoid.length > 0) tally.add("avoided");
        if (plan.shares.some(({ least }) => least > 0)) tally.add("least");
      }),
      runs(numRuns),
    );
    expect(tally.of("none")).toBeGreaterThanOrEqual(share(numRuns, 0.2));
    expect(tally.of("proved")).toBeGreaterThanOrEqual(share(numRuns, 0.3));
    expect(tally.of("many")).toBeGreaterThanOrEqual(share(numRuns, 0.01));
    for (const kind of ["unique", "avoided", "least"])
      expect(tally.of(kind), kind).toBeGreaterThanOrEqual(share(numRuns, 0.08));
    expect(tally.of("twins")).toBeGreaterThanOrEqual(share(numRuns, 0.04));
    expect(tally.of("seats")).toBeGreaterThanOrEqual(share(numRuns, 0.02));
  });

  it("finds the best of all sets of lineups, by exhaustive search", async () => {
    const numRuns = 100;
    let tried = 0;
    await fc.assert(
      fc.asyncProperty(smallPlan, async (plan) => {
        const all = lineupsOf(plan);
        if (plan.count > 3 || all.length < plan.count || all.length > 24) return;
        let best = Number.NEGATIVE_INFINITY;
        const choose = (chosen: readonly Solution[], from: number) => {
          if (chosen.length === plan.count) {
            if (sumOf(chosen) > best && isPortfolio(plan, picksOf(chosen))) best = sumOf(chosen);
            return;
          }
          for (let at = from; at < all.length; at += 1) choose([...chosen, all[at]!], at + 1);
        };
        choose([], 0);
        const outcome = await solve(plan, { gap: 0 });
        expect(outcome.kind === "short" ? Number.NEGATIVE_INFINITY : sumOf(outcome.solution.lineups)).toBe(
          best,
        );
        tried += 1;
      }),
      runs(numRuns),
    );
    expect(tried).toBeGreaterThanOrEqual(share(numRuns, 0.1));
  });
});

describe("on a slate, the joint method", () => {
  const model = slate(60);

  /** A portfolio shared by several tests, and its progress reports. */
  const solveExposed = async () => {
    const heard: PortfolioProgress[] = [];
    const plan = planOf(model, 20, everyEntry(model, 6));
    const found = await solved(plan, ROUGH, free(), (progress) => heard.push(progress));
    return { plan, heard, ...found };
  };
  let exposedOnce: ReturnType<typeof solveExposed> | undefined;
  const exposed = () => {
    exposedOnce ??= solveExposed();
    return exposedOnce;
  };

  it("returns the best lineups if nothing relates them", async () => {
    const { lineups, bound, sum } = await solved(planOf(model, 30));
    expect(lineups.map(({ points }) => points)).toEqual([...engine.bestNow(model, 30).points]);
    expect(bound).toBe(sum);
  });

  it("closes the gap with minimum and maximum exposures", async () => {
    const weak = everyEntry(model, 30)
      .slice(10, 14)
      .map((given) => ({ ...given, least: 6 }));
    const plan = planOf(model, 30, [...everyEntry(model, 12), ...weak]);
    const { bound, sum } = await solved(plan);
    expect(bound - sum).toBeGreaterThanOrEqual(0);
    expect(bound - sum).toBeLessThanOrEqual(0.0002 * bound);
  });

  it("limits the overlap between lineups and with entered lineups", async () => {
    const best = engine.bestNow(model, 3);
    const width = best.picks.length / 3;
    const avoid = [0, 1, 2].map((at) => best.picks.slice(at * width, (at + 1) * width));
    const plan = { ...planOf(model, 15, everyEntry(model, 8)), unique: 3, avoid };
    const { bound, sum } = await solved(plan, { gap: 0.005 });
    expect(bound - sum).toBeGreaterThanOrEqual(0);
    expect(bound - sum).toBeLessThanOrEqual(0.005 * bound);
  });

  it("reports the value of one more lineup, at least as high as the actual gain", async () => {
    const [best] = [...engine.bestNow(model, 1).picks];
    const others = everyEntry(model, 12).filter((_, entry) => entry !== best);
    const at = (most: number) => planOf(model, 20, [...others, shareOf(counted([best!], 1), 0, most)]);
    const before = await solved(at(5), ROUGH);
    const after = await solved(at(6), ROUGH);
    const price = before.prices[others.length]!;
    expect(price).toBeGreaterThan(0);
    expect(after.sum - before.bound).toBeLessThanOrEqual(price);
    expect(before.prices).toHaveLength(60);
  });

  it("is never worse than its start, and closes the gap only as far as asked", async () => {
    const { plan, lineups, sum } = await exposed();
    const again = await solved(plan, { start: picksOf(lineups), gap: 1 });
    expect(again.sum).toBe(sum);
    expect(again.bound).toBeGreaterThanOrEqual(sum);
  });

  it("uses a start that violates the plan only as lineups", async () => {
    const plan = planOf(model, 10, everyEntry(model, 3));
    const packed = engine.bestNow(model, 10);
    const width = packed.picks.length / 10;
    const start =
      packed.points.length === 10
        ? Array.from({ length: 10 }, (_, at) => [...packed.picks.slice(at * width, (at + 1) * width)])
        : [];
    const [one, other] = [await solved(plan, { start, ...ROUGH }), await solved(plan, ROUGH)];
    // Different LP solutions may round differently; the proved bound of one applies to the other.
    for (const { sum } of [one, other]) {
      expect(sum).toBeLessThanOrEqual(Math.min(one.bound, other.bound));
      expect(sum).toBeGreaterThan(0.9993 * Math.max(one.bound, other.bound));
    }
  });

  const unlike = { ...planOf(model, 20, everyEntry(model, 6)), unique: 2 };
  let unlikeOnce: ReturnType<typeof solved> | undefined;

  it("gives the same answer every time", async () => {
    unlikeOnce ??= solved(unlike, ROUGH);
    expect(await solved(unlike, ROUGH)).toEqual(await unlikeOnce);
  });

  it("reports progress with bounds that never rise and sums that never fall", async () => {
    const { heard, lineups, bound, sum } = await exposed();
    const bounds = heard.flatMap((progress) => progress.bound ?? []);
    const sums = heard.flatMap((progress) => progress.sum ?? []);
    expect(bounds).toEqual(bounds.toSorted((a, b) => b - a));
    expect(sums).toEqual(sums.toSorted((a, b) => a - b));
    const gap = (bound - sum) / bound;
    const endedBy = gap === 0 ? "proof" : "gap";
    expect(heard.at(-1)).toEqual({ isStart: false, lineups, sum, bound, gap, endedBy });
  });

  it("proves that minimum exposures cannot be met, and reports what can be built", async () => {
    // Two players share a seat, each in six of ten lineups.
    const classes = [...model.picks.slots.keys()].filter((pick) => model.picks.slots[pick] === 1).slice(0, 2);
    const plan = planOf(
      model,
      10,
      classes.map((pick) => shareOf(counted([pick], 1), 6, 10)),
    );
    const outcome = await solve(plan);
    expect(outcome).toMatchObject({ kind: "short", proved: true });
    if (outcome.kind === "short") expect(outcome.lineups).toHaveLength(10);
  });

  it("has no portfolio of more lineups than exist, but one of all of them", async () => {
    const tiny: Model = {
      ...model,
      rules: [
        ...model.rules,
        {
          ...noneOf([...Array(60).keys()].filter((entry) => entry % 5 > 0 && entry % 7 > 0)),
          origin: { constraint: "", pointer: null, words: "" },
        },
      ],
    };
    const all = engine.bestNow(tiny, 100_000).points.length;
    expect(all).toBeGreaterThan(20);
    expect(all).toBeLessThan(100_000);
    const outcome = await solve(planOf(tiny, all + 1));
    expect(outcome).toMatchObject({ kind: "short", proved: true });
    if (outcome.kind === "short") expect(outcome.lineups).toHaveLength(all);
  });

  it("stops when aborted; at its time limit it fails only without a portfolio", async () => {
    const { plan, lineups } = await exposed();
    await expect(solve(plan, {}, stopped())).rejects.toThrow(AbortedError);
    await expect(solve(plan, {}, within(-1))).rejects.toThrow(TimeLimitError);
    const late = await solve(plan, { start: picksOf(lineups), gap: 0 }, within(-1));
    expect(late).toMatchObject({ kind: "solved", solution: { lineups, bound: null } });
  });

  it("keeps its portfolio if a program fails, and otherwise reports the failure", async () => {
    unlikeOnce ??= solved(unlike, ROUGH);
    const { lineups } = await unlikeOnce;
    // The native program is destroyed by its failure, and refuses later calls.
    const failing = (solves: number) => () => {
      const program = highs.linearProgram();
      let left = solves;
      const solveOrFail: typeof program.solve = (interrupt) => {
        left -= 1;
        if (left >= 0) return program.solve(interrupt);
        program.dispose();
        throw new SolverFailedError("It failed here.");
      };
      return new Proxy(program, {
        get: (own, name) => (name === "solve" ? solveOrFail : Reflect.get(own, name)),
      });
    };
    const ends = { kept: 0, cut: 0, failed: 0, done: 0 };
    for (let solves = 1; ends.done === 0; solves *= 2) {
      const alone = solve(unlike, ROUGH, free(), () => {}, failing(solves));
      const error = await alone.then(
        () => null,
        (reason: unknown) => reason,
      );
      if (error !== null) {
        expect(error).toMatchObject({ name: "SolverFailedError", message: "It failed here." });
        ends.failed += 1;
      } else ends.done += 1;
      const options = { ...ROUGH, start: picksOf(lineups) };
      const kept = await solve(unlike, options, free(), () => {}, failing(solves));
      const { sum, bound } = checked(unlike, kept);
      if (kept.kind === "solved" && kept.solution.endedBy === "failure") ends.cut += 1;
      expect(sum).toBeGreaterThanOrEqual(sumOf(lineups));
      expect(bound).toBeGreaterThanOrEqual(sum);
      ends.kept += 1;
    }
    expect(ends.failed).toBeGreaterThan(2);
    expect(ends.cut).toBeGreaterThan(0);
  });

  it("leaves no program in memory", async () => {
    const before = highs.openModels();
    await solved(planOf(model, 5, everyEntry(model, 2)), { gap: 0.01 });
    await expect(solve(planOf(model, 5), {}, stopped())).rejects.toThrow();
    expect(highs.openModels()).toBe(before);
  });
});
