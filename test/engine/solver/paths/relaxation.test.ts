import { expect, it } from "vitest";
import { pointUnit } from "../../../../src/engine/solver/paths/completion-bound.ts";
import {
  backwardPass,
  forwardPass,
  type Line,
  traceBest,
} from "../../../../src/engine/solver/paths/dp-passes.ts";
import type { Instance } from "../../../../src/engine/solver/paths/instance.ts";
import { leastPrice, type PricedPaths, setSlacks } from "../../../../src/engine/solver/paths/relaxation.ts";
import type { Trellis } from "../../../../src/engine/solver/paths/trellis.ts";
import { seededRandom } from "../../../../src/testing/property.ts";

const random = seededRandom(3);
const drawn = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
const times = <Made>(count: number, make: (at: number) => Made) =>
  Array.from({ length: count }, (_, at) => make(at));

/**
 * A price search: lines, of which the highest is returned, a budget, and a starting price near the optimum,
 * or 0.
 */
interface Sought {
  readonly lines: readonly Line[];
  readonly budget: number;
  readonly near: number;
}

/** Finds the highest of some lines; the first of several. */
function pathsOf(lines: readonly Line[], asked: number[][]): PricedPaths {
  let best = lines[0]!;
  return {
    pass(weight, price) {
      asked.push([weight, price]);
      const worth = ({ points, salary }: Line) => weight * points - price * salary;
      best = lines.reduce((so, line) => (worth(line) > worth(so) ? line : so));
      return worth(best);
    },
    line: () => best,
  };
}

const DRAWN = times(240, (at) => {
  const [points, salary] = [drawn(1, 60), drawn(1, 12)];
  const lines = times(drawn(1, 7), () => ({ points: drawn(-3, points), salary: drawn(0, salary) }));
  const near = at % 2 === 0 ? 0 : (drawn(1, 4) * points) / salary / 4;
  return { lines, budget: drawn(0, salary), near };
});

const priced = (budget: number): Parameters<typeof leastPrice>[0] => ({
  ...{ budget, openSeats: 1, mostPoints: 100, mostSalary: 20 },
});

/** The price found and the prices tried. */
function seek({ lines, budget, near }: Sought) {
  const asked: number[][] = [];
  return { found: leastPrice(priced(budget), pathsOf(lines, asked), near), asked };
}

it("finds the price with the lowest bound, tried last, if some path keeps the budget", () => {
  const met = { "a price": 0, "no price": 0, "no way": 0 };
  for (const { lines, budget, near } of DRAWN) {
    const { found, asked } = seek({ lines, budget, near });
    const cheapest = Math.min(...lines.map(({ salary }) => salary));
    expect(found === null).toBe(cheapest > budget);
    if (found === null) {
      met["no way"] += 1;
      continue;
    }
    expect(asked.at(-1)).toEqual([1, found.price]);
    const boundAt = (price: number) =>
      Math.max(...lines.map(({ points, salary }) => points - price * (salary - budget)));
    const crossings = lines.flatMap((one) =>
      lines.map((other) => (one.points - other.points) / (one.salary - other.salary)),
    );
    const least = Math.min(...[0, ...crossings].filter((price) => price >= 0 && price < 1e3).map(boundAt));
    // Near-optimal prices suffice, and prices are rounded.
    expect(boundAt(found.price)).toBeLessThanOrEqual(least + 2e-4 * Math.abs(least) + 1e-6);
    met[found.price === 0 ? "no price" : "a price"] += 1;
  }
  for (const [what, count] of Object.entries(met)) expect(count, what).toBeGreaterThan(20);
});

it("counts points in units of their common divisor, rounded only if a sum exceeds 2^28 units", () => {
  const stepsOf = (openSeats: number, ...points: readonly number[]) => {
    const mostPoints = Math.max(...points.map(Math.abs));
    const instance = { roles: 1, points: Float64Array.from(points), openSeats, mostPoints } as Instance;
    return pointUnit(instance, { candidates: [...points.keys()] } as unknown as Trellis);
  };
  expect(stepsOf(1, 2 ** 28, 1)).toBe(1);
  expect(stepsOf(1, 1, -(2 ** 28) - 1)).toEqual(2);
  expect(stepsOf(3, 1, 2 ** 28)).toEqual(4);
  expect(stepsOf(2, 2 ** 28, 2)).toEqual(2);
  expect(stepsOf(9, 0, -18, 12)).toEqual(6);
  expect(stepsOf(9, 0, 0)).toBe(1);
});

/** States, any of which may be the start, and arcs from each to later ones. */
function drawnTrellis(roles: number, size: number): Trellis {
  const states = drawn(2, 9);
  const noPick = size * roles;
  const arcs = times(states - 1, (state) =>
    times(drawn(0, 4), () => [drawn(state + 1, states - 1), drawn(0, noPick)] as const),
  );
  const ends = arcs.map(({ length }) => length);
  return {
    states,
    start: drawn(0, Math.min(2, states - 1)),
    first: Int32Array.from([0, ...ends, 0], (_, at) => ends.slice(0, at).reduce((sum, one) => sum + one, 0)),
    target: Int32Array.from(arcs.flat(), ([target]) => target),
    option: Int32Array.from(arcs.flat(), ([, option]) => option),
    candidates: times(size, (own) => own),
  };
}

/** Every path between two states, as its options. */
function waysOf({ first, target, option }: Trellis, from: number, to: number): number[][] {
  if (from === to) return [[]];
  return times((first[from + 1] ?? 0) - (first[from] ?? 0), (at) => (first[from] ?? 0) + at).flatMap((arc) =>
    waysOf({ first, target, option } as Trellis, target[arc] ?? to, to).map((way) => [
      option[arc] ?? 0,
      ...way,
    ]),
  );
}

it("computes the best paths to each state, from each state, through all and with each candidate", () => {
  let [through, without] = [0, 0];
  for (let run = 0; run < 400; run += 1) {
    const [roles, size] = [drawn(1, 2), drawn(1, 4)];
    const noPick = roles * size;
    const trellis = drawnTrellis(roles, size);
    const { states, start } = trellis;
    const worth = Float64Array.from({ length: noPick + 1 }, (_, own) => (own === noPick ? 0 : drawn(-4, 9)));
    const sumOf = (of: Float64Array, way: readonly number[]) =>
      way.reduce((sum, own) => sum + (of[own] ?? 0), 0);
    const most = (ways: readonly (readonly number[])[]) => Math.max(...ways.map((way) => sumOf(worth, way)));
    const room = () => new Float64Array(states + 1).fill(77);
    const [backward, forward] = [room(), room()];
    backwardPass(trellis, worth, backward);
    forwardPass(trellis, worth, forward);
    for (let state = 0; state < states; state += 1) {
      expect(backward[state]).toBe(most(waysOf(trellis, state, states - 1)));
      expect(forward[state]).toBe(most(waysOf(trellis, start, state)));
    }
    expect([backward[states], forward[states]]).toEqual([77, 77]);
    const all = waysOf(trellis, start, states - 1);
    if (all.length === 0) continue;
    through += 1;
    const slack = new Float64Array(size + 1).fill(77);
    setSlacks({ roles, size, noPick } as Instance, trellis, worth, forward, backward, slack);
    for (let own = 0; own < size; own += 1) {
      const having = all.filter((way) =>
        way.some((option) => option < noPick && Math.floor(option / roles) === own),
      );
      expect(slack[own]).toBe(most(all) - most(having));
      if (having.length === 0) without += 1;
    }
    expect(slack[size]).toBe(77);
    const points = worth.map((_, option) => (option === noPick ? 0 : 3 ** option));
    const salary = worth.map((_, option) => (option === noPick ? 0 : 5 ** option));
    const best = all.filter((way) => sumOf(worth, way) === most(all));
    const lines = best.map((way) => ({ points: sumOf(points, way), salary: sumOf(salary, way) }));
    expect(lines).toContainEqual(traceBest(trellis, worth, backward, { points, salary, noPick }));
  }
  expect(through).toBeGreaterThan(150);
  expect(without).toBeGreaterThan(20);
});
