import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildModel } from "../../../../../src/contests/constraints/readers/build-model.ts";
import { type Model, noneOf } from "../../../../../src/engine/model/model.ts";
import type { PlanShare } from "../../../../../src/engine/model/portfolio-plan.ts";
import type { SwapPlan, SwapSolution } from "../../../../../src/engine/model/swap-plan.ts";
import { createSearch } from "../../../../../src/engine/search/search.ts";
import type { HighsSolver } from "../../../../../src/engine/solver/highs.ts";
import { solveSwap } from "../../../../../src/engine/solver/portfolio/swap/solve-swap.ts";
import { loadHighs } from "../../../../../src/engine/solver/registry.ts";
import { machinery } from "../../../../../src/platform/node/machinery.ts";
import { createRunner } from "../../../../../src/platform/node/runner.ts";
import { planSwap } from "../../../../../src/portfolio/swap/swap-lineups.ts";
import { TimeLimitError } from "../../../../../src/shared/errors.ts";
import { allSolutions, passesTest } from "../../../../../src/testing/exhaustive.ts";
import { modelOf, withOrigin } from "../../../../../src/testing/models/hand-made.ts";
import { free } from "../../../../support/interrupts.ts";
import { runs, share, Tally } from "../../../../support/runs.ts";
import { type PoolRow, teamUuid, tinyProblem } from "../../../../support/tiny-problem.ts";

const search = createSearch(createRunner(0));
afterAll(() => search.close());

let highs: HighsSolver;
beforeAll(async () => {
  highs = await loadHighs(machinery);
});

const POSITIONS = ["QB", "WR", "RB", "DST"] as const;

/** A pool of four players in each of four teams, with random salaries and points. */
const pools = fc
  .tuple(
    fc.array(fc.tuple(fc.integer({ min: 20, max: 80 }), fc.integer({ min: 0, max: 300 })), {
      minLength: 16,
      maxLength: 16,
    }),
    // Points with many decimals do not fit a solver's doubles.
    fc.constantFrom(0, 1),
  )
  .map(([numbers, decimals]) =>
    numbers.map(([salary, points], index): PoolRow => {
      const position = POSITIONS[index % 4]!;
      return {
        name: `P${index}`,
        position,
        team: Math.floor(index / 4),
        salary: salary * 100,
        points: points / 10 + decimals * ((points * 7_654_321) % 1_000_003) * 1e-10,
      };
    }),
  );

interface Case {
  readonly plan: SwapPlan;
  /** All possible members of each group. */
  readonly all: readonly (readonly { readonly picks: readonly number[]; readonly points: number }[])[];
  /** The same by name. */
  readonly names: readonly ReadonlySet<string>[];
}

const cases = fc
  .record({
    rows: pools,
    contest: fc.constantFrom("classic" as const, "showdown" as const),
    /** For each entry: its lineup, its locked seats, and whether one of its players is gone or unknown. */
    entries: fc.array(fc.tuple(fc.nat(), fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), fc.nat(5)), {
      minLength: 1,
      maxLength: 3,
    }),
    /** Whether the game of these teams has begun. */
    begun: fc.constantFrom(null, 0, 1),
    unique: fc.nat(2),
    shares: fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.nat(3)), { maxLength: 3 }),
  })
  .map(({ rows, contest, entries, begun, unique, shares }): Case | null => {
    const pool = contest === "classic" ? rows : rows.filter(({ team }) => team < 2);
    const problem = tinyProblem(contest, pool);
    const model = buildModel(problem);
    const legal = allSolutions(model);
    if (legal.length === 0) return null;
    // The model has players first, then teams.
    const teamOf = problem.entries.map(({ team }) => [0, 1, 2, 3].find((one) => teamUuid(one) === team)!);
    const game = begun === null || contest === "showdown" ? null : begun;
    const hasBegun = (entry: number) => game !== null && teamOf[entry]! >> 1 === game;
    const entered = entries.map(([which, marks, gone]) => {
      const { picks } = legal[which % legal.length]!;
      const lineup = seated(model, picks);
      const isLocked = ({ entry }: (typeof lineup)[number], seat: number) =>
        marks[seat] === true || hasBegun(entry);
      const left = gone > 1 ? -1 : lineup.findIndex((seat, index) => isLocked(seat, index) === (gone === 1));
      const isKnown = (_: unknown, seat: number) => seat !== left;
      return {
        known: lineup.filter(isKnown),
        locked: lineup.filter((seat, index) => isLocked(seat, index) && isKnown(seat, index)),
        isWhole: left === -1,
        hasUnknown: gone === 1 && left !== -1,
      };
    });
    const closed = new Set([...problem.entries.keys()].filter(hasBegun));
    const planned = shares.map(([entry, one, other]): PlanShare => {
      const picks = Int32Array.from(
        [...model.picks.entry.keys()].filter((pick) => model.picks.entry[pick] === entry % pool.length),
      );
      const count = { picks, least: 1, most: Number.POSITIVE_INFINITY };
      return {
        tests: [{ when: null, alternatives: [{ counts: [count], sums: [] }] }],
        least: Math.min(one, other, entries.length),
        most: Math.min(Math.max(one, other), entries.length),
        origin: { pointer: "/exposure/0", words: "somebody" },
      };
    });
    const { plan } = planSwap(
      { model, unique, choices: null, avoid: [], shares: planned, method: "joint" },
      entered,
      closed,
    );
    const all = plan.groups.map((rules) => allSolutions({ ...model, rules }));
    return { plan, all, names: all.map((list) => new Set(list.map(({ picks }) => picks.join()))) };
  })
  .filter((one): one is Case => one !== null);

/** Seats of a lineup, by trial. */
function seated({ picks, slots }: Model, lineup: readonly number[]) {
  const open = slots.map(({ count }) => count);
  const place = (at: number): { entry: number; slot: number }[] | null => {
    if (at === lineup.length) return [];
    for (const slot of slots.keys()) {
      if (open[slot] === 0 || ((picks.slots[lineup[at]!]! >> slot) & 1) === 0) continue;
      open[slot]! -= 1;
      const rest = place(at + 1);
      open[slot]! += 1;
      if (rest !== null) return [{ entry: picks.entry[lineup[at]!]!, slot }, ...rest];
    }
    return null;
  };
  return place(0)!;
}

/**
 * Violations between lineups, counted by their definition: missing and illegal lineups, too much overlap,
 * and shares.
 */
function faultsOf({ plan, names }: Case, lineups: readonly (readonly number[])[]): readonly number[] {
  const { model, unique, shares, lines } = plan;
  const seats = model.slots.reduce((sum, { count }) => sum + count, 0);
  const isFixed = (line: number) => lines[line]!.state === "fixed";
  const isShort = (line: number) => !isFixed(line) && lineups[line]!.length < seats;
  const isLegal = (line: number) => isFixed(line) || names[lines[line]!.group]!.has(lineups[line]!.join());
  const entriesOf = (picks: readonly number[]) => new Set(picks.map((pick) => model.picks.entry[pick]!));
  let apart = 0;
  for (const [one, mine] of lineups.entries())
    for (const [other, theirs] of lineups.entries()) {
      if (one >= other || (isFixed(one) && isFixed(other))) continue;
      const common = [...entriesOf(mine)].filter((entry) => entriesOf(theirs).has(entry)).length;
      if (mine.join() === theirs.join() || (unique > 0 && common > seats - unique)) apart += 1;
    }
  for (const { tests, least, most } of shares) {
    const count = lineups.reduce(
      (sum, picks, line) => sum + (tests.every((test) => passesTest(test, picks)) ? lines[line]!.entries : 0),
      0,
    );
    apart += Math.max(0, count - most) + Math.max(0, least - count);
  }
  return [
    [...lineups.keys()].filter(isShort).length,
    [...lineups.keys()].filter((line) => !isShort(line) && !isLegal(line)).length,
    apart,
  ];
}

const sumOf = ({ plan }: Case, lineups: readonly (readonly number[])[]) =>
  lineups.reduce(
    (sum, picks, line) =>
      sum +
      plan.lines[line]!.entries * picks.reduce((total, pick) => total + plan.model.picks.points[pick]!, 0),
    0,
  );

/** The sum if the lines of each group take its best lineups; those with as many entries take different ones. */
const bestAlone = ({ plan, all }: Case) => {
  const taken = new Map<string, number>();
  return plan.lines.reduce((sum, { group, entries, state, current }) => {
    const own = current.reduce((total, pick) => total + plan.model.picks.points[pick]!, 0);
    if (state === "fixed") return sum + entries * own;
    const kind = `${group} ${entries}`;
    const before = taken.get(kind) ?? 0;
    taken.set(kind, before + 1);
    return sum + entries * all[group]![before]!.points;
  }, 0);
};

const outcomeOf = ({ plan }: Case, { lines }: SwapSolution) =>
  lines.map(({ picks }, line) => picks ?? plan.lines[line]!.current);

/** Whether the first of two lists of numbers is lexicographically less. */
function isLess(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at !== -1 && one[at]! < other[at]!;
}

describe("swapped lines", () => {
  test("are legal with their locked seats, improve points or violations, are no worse than one by one, and allow no better single swap", async () => {
    const tally = new Tally();
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        const { plan, all } = one;
        const { solution } = await search.swap(plan, "paths", {});
        const [was, is] = [plan.lines.map(({ current }) => current), outcomeOf(one, solution)];
        const worth = (lineups: typeof is) => [...faultsOf(one, lineups), -sumOf(one, lineups)];
        for (const [line, { picks }] of solution.lines.entries()) {
          if (picks === null) continue;
          tally.add("changed");
          expect(all[plan.lines[line]!.group]!.map((legal) => legal.picks.join())).toContain(picks.join());
        }
        if (solution.lines.some(({ picks }) => picks !== null))
          expect(isLess(worth(is), worth(was))).toBe(true);
        else tally.add("nothing changed");
        for (const [line, { current, state }] of plan.lines.entries()) {
          if (state !== "whole" || solution.lines[line]!.picks === null) continue;
          expect(isLess(worth(is), worth(is.with(line, current)))).toBe(true);
        }
        for (const [line, { group, state }] of plan.lines.entries())
          for (const { picks } of state === "fixed" ? [] : all[group]!)
            expect(isLess(worth(is.with(line, picks)), worth(is))).toBe(false);
        const { solution: alone } = await search.swap({ ...plan, method: "sequential" }, "paths", {});
        expect(isLess(worth(outcomeOf(one, alone)), worth(is))).toBe(false);
        for (const [line, { obstacle }] of solution.lines.entries()) {
          const { state } = plan.lines[line]!;
          if (state === "fixed") tally.add("fixed");
          if (state === "short") tally.add("gone");
          const isSound = faultsOf(one, is)
            .slice(0, 2)
            .every((count) => count === 0);
          if (isSound) expect(obstacle).toBeNull();
          if (obstacle === "group") expect(all[plan.lines[line]!.group]).toEqual([]);
          if (obstacle !== null) tally.add("stuck");
        }
        if (plan.groups.some((rules) => rules.some(({ kind }) => kind === "allow"))) tally.add("locked");
        if (plan.shares.length > 0) tally.add("shares");
        if (plan.unique > 0) tally.add("unique");
      }),
      runs(20),
    );
    for (const name of ["changed", "locked", "shares", "unique"])
      expect(tally.of(name), `${tally}`).toBeGreaterThan(share(20, 0.4));
    for (const name of ["gone", "fixed"]) expect(tally.of(name), `${tally}`).toBeGreaterThan(share(20, 0.1));
    expect(tally.of("nothing changed"), `${tally}`).toBeGreaterThan(share(20, 0.03));
  });

  test("are the best swaps so far when time is up: none is lost, and no bound is below the best", async () => {
    const tally = new Tally();
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        const { plan, all } = one;
        const best = bestTogether(one);
        /** Ends after the given number of solves, as a time limit does. */
        const after = async (solves: number) => {
          let left = solves;
          const lineupsOf = async (model: Model, count: number) => {
            left -= 1;
            if (left < 0) throw new TimeLimitError(1);
            return allSolutions(model).slice(0, count);
          };
          const reported: SwapSolution[] = [];
          const tools = { best: lineupsOf, pathEngine: null, otherwise: null, highs: async () => highs };
          const solution = await solveSwap(plan, tools, free(), (progress) => reported.push(progress));
          if (!solution.isDone)
            expect(solution).toMatchObject({ lines: (reported.at(-1) ?? solution).lines });
          return solution;
        };
        let worth = plan.lines.map(({ current }) => current);
        const worthOf = (lineups: typeof worth) => [...faultsOf(one, lineups), -sumOf(one, lineups)];
        for (let solves = 0; ; solves += solves < 12 ? 1 : solves) {
          const solution = await after(solves);
          const lineups = outcomeOf(one, solution);
          expect(isLess(worthOf(worth), worthOf(lineups))).toBe(false);
          worth = lineups;
          for (const [line, { picks, obstacle }] of solution.lines.entries()) {
            const { group } = plan.lines[line]!;
            if (picks !== null) expect(one.names[group]!.has(picks.join())).toBe(true);
            if (obstacle === "group") expect(all[group]).toEqual([]);
            if (obstacle === "time") tally.add("without a lineup yet");
          }
          if (solution.bound !== null && best !== null) {
            expect(solution.bound).toBeGreaterThanOrEqual(best);
            if (!solution.isDone) tally.add("bounds of what is not done");
          }
          if (solution.isDone) break;
          tally.add("not done");
        }
      }),
      runs(16, 3),
    );
    for (const name of ["not done", "bounds of what is not done"])
      expect(tally.of(name), `${tally}`).toBeGreaterThan(share(16, 0.3));
    expect(tally.of("without a lineup yet"), `${tally}`).toBeGreaterThan(share(16, 0.1));
  });

  test("together have the most points possible, and a bound from that to the trivial one, if they keep the plan", async () => {
    const tally = new Tally();
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        const best = bestTogether(one);
        const { solution } = await search.swap(one.plan, "paths", {});
        const lineups = outcomeOf(one, solution);
        const isKept = faultsOf(one, lineups).every((count) => count === 0);
        tally.add(best === null ? "impossible" : "kept");
        expect(isKept).toBe(best !== null);
        if (best === null) return;
        const sum = sumOf(one, lineups);
        expect(sum).toBeLessThanOrEqual(best);
        expect(sum).toBeGreaterThanOrEqual(best - GAP * Math.abs(best));
        expect(solution.bound).toBeGreaterThanOrEqual(best);
        expect(solution.bound).toBeLessThanOrEqual(bestAlone(one));
        if (solution.bound! < bestAlone(one)) tally.add("below the trivial bound");
        tally.add(sum === best ? "best" : "near");
        if (one.plan.lines.length > 1 && one.plan.shares.length > 0) tally.add("several under shares");
      }),
      runs(40, 7),
    );
    expect(tally.of("best"), `${tally}`).toBeGreaterThan(share(40, 0.5));
    expect(tally.of("several under shares"), `${tally}`).toBeGreaterThan(share(40, 0.2));
    expect(tally.of("below the trivial bound"), `${tally}`).toBeGreaterThan(share(40, 0.04));
    expect(tally.of("near"), `${tally}`).toBeLessThan(0.05 * tally.of("best"));
  });
});

test("lines get the best of the entered lineups if all are entered already; lines without any legal lineup say so", async () => {
  const model = modelOf(
    [[0, 2]],
    [3, 2, 1].map((points) => [{ slots: [0], points }]),
  );
  const plan: SwapPlan = {
    ...{ model, unique: 0, choices: null, shares: [], method: "joint", groups: [model.rules] },
    avoid: allSolutions(model).map(({ picks }) => Int32Array.from(picks)),
    lines: [{ group: 0, entries: 1, current: [2], state: "short" }],
  };
  const { solution } = await search.swap(plan, "paths", {});
  expect(solution).toEqual({
    lines: [{ picks: [0, 1], obstacle: null }],
    bound: null,
    alike: 1,
    isImpossible: true,
    isDone: true,
  });
  const rules = [...model.rules, withOrigin(noneOf([0, 1]))];
  const { solution: stuck } = await search.swap({ ...plan, groups: [rules] }, "paths", {});
  expect(stuck.lines).toEqual([{ picks: null, obstacle: "group" }]);
});

/** The relative gap that a swap may leave. */
const GAP = 0.0002;

/** The most points of lineups for all lines that keep the plan, by exhaustive search; null if none do. */
function bestTogether(one: Case): number | null {
  const { plan, all } = one;
  const pointsOf = (picks: readonly number[]) =>
    picks.reduce((sum, pick) => sum + plan.model.picks.points[pick]!, 0);
  const options = plan.lines.map(({ group, state, current }) =>
    state === "fixed" ? [{ picks: current, points: pointsOf(current) }] : all[group]!,
  );
  const worth = (line: number, points: number) => plan.lines[line]!.entries * points;
  const rest = options.map((_, line) =>
    options
      .slice(line)
      .reduce(
        (sum, list, index) => sum + worth(line + index, list[0]?.points ?? Number.NEGATIVE_INFINITY),
        0,
      ),
  );
  let best: number | null = null;
  const extend = (line: number, chosen: readonly (readonly number[])[], sum: number) => {
    if (line === options.length) {
      if ((best === null || sum > best) && faultsOf(one, chosen).every((count) => count === 0)) best = sum;
      return;
    }
    for (const { picks, points } of options[line]!) {
      const total = sum + worth(line, points);
      if (best !== null && total + (rest[line + 1] ?? 0) <= best) return;
      extend(line + 1, [...chosen, picks], total);
    }
  };
  extend(0, [], 0);
  return best;
}
