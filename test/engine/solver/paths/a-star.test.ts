import { expect, it } from "vitest";
import { AStar, type AStarPlan } from "../../../../src/engine/solver/paths/a-star.ts";
import { cellsAt, completionBound } from "../../../../src/engine/solver/paths/completion-bound.ts";
import type { Instance } from "../../../../src/engine/solver/paths/instance.ts";
import { windowsOf } from "../../../../src/engine/solver/paths/resource-windows.ts";
import { Guard, sideRules } from "../../../../src/engine/solver/paths/side-rules.ts";
import { Scratch } from "../../../../src/engine/solver/paths/trellis.ts";
import { casesOf, laidOut } from "../../../support/path-cases.ts";

type Ground = AStarPlan;

/** The tables of exact and rounded salaries that A* searches use. */
function groundsOf(instance: Instance, part: number, scratch = new Scratch()): Ground[] {
  const everybody = Array.from({ length: instance.size }, (_, own) => own);
  const found = laidOut(instance, everybody, scratch);
  if (found === null) return [];
  const { trellis, relaxation } = found;
  const threshold = Math.ceil(relaxation.bound - part * Math.abs(relaxation.bound));
  const windows = windowsOf(instance, trellis, relaxation, threshold, scratch);
  if (cellsAt(0, trellis, windows) > 1e6) return [];
  const tables = [0, 2].map((shift) => completionBound(instance, trellis, windows, shift, new Scratch()));
  const open = { barred: new Uint8Array(instance.noPick + 1), isUseless: undefined, skip: undefined };
  return tables.map((table) => ({ ...open, instance, trellis, windows, table, threshold }));
}

/** The lineups found in at most this many steps. */
function follow(aStar: AStar, plan: AStarPlan, steps: number, most = unlimited) {
  aStar.begin(plan);
  return { found: stepOn(aStar, steps, most) };
}

function stepOn(aStar: AStar, steps: number, most = unlimited) {
  const found: { points: number; lineup: number[] }[] = [];
  for (let at = 0; at < steps && found.length < most; at += 1) {
    const step = aStar.step();
    if (step === "ended") break;
    if (step === "found")
      found.push({ points: aStar.points, lineup: [...aStar.lineup.subarray(0, aStar.length)] });
  }
  return found;
}

/**
 * Points, options and states with the salary spent before them, for every path within the budget, best
 * first.
 */
function everyWay({ instance, trellis, threshold }: Pick<Ground, "instance" | "trellis" | "threshold">) {
  const ways: { points: number; lineup: number[]; states: (readonly [state: number, spent: number])[] }[] =
    [];
  type States = (typeof ways)[number]["states"];
  const on = (states: States, lineup: readonly number[], points: number) => {
    const [state, spent] = states.at(-1)!;
    if (spent > instance.budget) return;
    if (state === trellis.states - 1) {
      if (points >= threshold) ways.push({ points, lineup: [...lineup], states });
      return;
    }
    for (let arc = trellis.first[state] ?? 0; arc < (trellis.first[state + 1] ?? 0); arc += 1) {
      const option = trellis.option[arc] ?? 0;
      on(
        [...states, [trellis.target[arc] ?? 0, spent + (instance.salary[option] ?? 0)]],
        option === instance.noPick ? lineup : [...lineup, option],
        points + (instance.points[option] ?? 0),
      );
    }
  };
  on([[trellis.start, 0]], [], 0);
  return ways.sort((a, b) => b.points - a.points);
}

/** Skips layers in which no candidate can be picked at once. */
const skipping =
  ({ instance, trellis, windows }: Ground) =>
  (state: number, left: number) => {
    let at = state;
    for (;;) {
      const [from = 0, to = 0] = trellis.first.subarray(at, at + 2);
      const next = trellis.target[from] ?? 0;
      if (to !== from + 1 || trellis.option[from] !== instance.noPick || next === trellis.states - 1)
        return at;
      if (left < (windows.low[next] ?? 0) || left > (windows.high[next] ?? 0)) return at;
      at = next;
    }
  };

/** Bars an option in the table after two paths are found; the lineups found with other options. */
function barring(aStar: AStar, ground: Ground, never: number): number[] {
  const scratch = new Scratch();
  const { instance, trellis, windows } = ground;
  const own = { ...windows, cost: windows.cost.slice() };
  const table = completionBound(instance, trellis, own, 0, scratch);
  const plan = { ...ground, windows: own, table, barred: ground.barred.slice() };
  const before = follow(aStar, plan, STEPS, 2).found;
  own.cost[never] = 2 ** 30;
  plan.barred[never] = 1;
  completionBound(instance, trellis, own, 0, scratch);
  const after = stepOn(aStar, STEPS);
  expect(after.some(({ lineup }) => lineup.includes(never))).toBe(false);
  return [...before, ...after].flatMap(({ points, lineup }) => (lineup.includes(never) ? [] : points));
}

const STEPS = 1500;
const unlimited = Number.POSITIVE_INFINITY;

it("finds every path of at least the threshold, best first, and no other with one option barred", () => {
  const aStar = new AStar();
  const compared = { lineups: 0, "that a guard keeps": 0, "that are of no use": 0 };
  for (const one of casesOf()) {
    const { instance, drawn } = one;
    for (const ground of groundsOf(instance, 0.3)) {
      const ways = everyWay(ground);
      if (ways.length > 150) continue;
      const totals = (own: readonly { readonly points: number }[]) => own.map(({ points }) => points);
      const plan = ground;
      const { found } = follow(aStar, plan, STEPS);
      expect(totals(found)).toEqual(totals(ways));
      expect(new Set(found.map(({ lineup }) => lineup.join())).size).toBe(found.length);
      compared.lineups += found.length;
      expect(follow(aStar, { ...plan, skip: skipping(ground) }, STEPS).found).toEqual(found);

      const { judge } = sideRules(instance);
      const entriesOf = (lineup: readonly number[]) =>
        Int32Array.from(
          [...instance.fixed, ...lineup.map((option) => instance.pick[option] ?? 0)],
          (pick) => instance.model.picks.entry[pick] ?? 0,
        );
      const legal = found.filter(({ lineup }) => judge(entriesOf(lineup)) === null);
      const guarded = follow(aStar, { ...plan, guard: new Guard(instance) }, STEPS).found;
      expect(totals(guarded)).toEqual(totals(legal));
      compared["that a guard keeps"] += found.length - legal.length;

      const { noPick } = instance;
      const [never = 0] = drawn(1, Math.max(1, noPick));
      const isUseless = (options: Int32Array, length: number) => options.subarray(0, length).includes(never);
      const useful = found.filter(({ lineup }) => !lineup.includes(never));
      expect(totals(follow(aStar, { ...plan, isUseless }, STEPS).found)).toEqual(totals(useful));
      compared["that are of no use"] += found.length - useful.length;

      const threshold = ways[ways.length >> 1]?.points ?? ground.threshold;
      const half = ways.filter(({ points }) => points >= threshold);
      expect(totals(follow(aStar, { ...plan, threshold }, STEPS).found)).toEqual(totals(half));

      const others = half.filter(({ lineup }) => !lineup.includes(never));
      if (noPick > 0) expect(barring(aStar, { ...ground, threshold }, never)).toEqual(totals(others));
    }
  }
  for (const [what, count] of Object.entries(compared)) expect(count, what).toBeGreaterThan(100);
});

it("keeps windows open for every path of at least the threshold, to the unit", () => {
  const scratch = new Scratch();
  let [exact, unpriced] = [0, 0];
  for (const { instance, everybody } of casesOf()) {
    const found = laidOut(instance, everybody, scratch);
    if (found === null) continue;
    const { trellis, relaxation } = found;
    const ways = everyWay({ instance, trellis, threshold: Number.NEGATIVE_INFINITY });
    for (const { points: threshold } of [ways.slice(0, 1), ways.slice(ways.length >> 1).slice(0, 1)].flat()) {
      const { low, high, budget, divisor } = windowsOf(instance, trellis, relaxation, threshold, scratch);
      const isOut = ([state, spent]: readonly [number, number]) => {
        const left = divisor === 0 ? 0 : budget - spent / divisor;
        return left < low[state]! || left > high[state]!;
      };
      expect(ways.filter(({ points, states }) => points >= threshold && states.some(isOut))).toEqual([]);
      if (threshold !== relaxation.bound) continue;
      exact += 1;
      if (relaxation.price === 0 && divisor > 0) unpriced += 1;
    }
  }
  expect(exact).toBeGreaterThan(10);
  expect(unpriced).toBeGreaterThan(10);
});
