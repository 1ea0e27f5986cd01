import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { describe, expect, test } from "vitest";
import type { Entry, Problem } from "../../src/contests/problem/problem.ts";
import { normalQuantile } from "../../src/shared/normal.ts";
import type { OutcomesTable } from "../../src/shared/schema/outcomes.ts";
import { bySalary, expectedProblem, fitSlope } from "../../src/simulation/projection-error.ts";

const spread = { family: "normal", ratio: 0.3, least: 0, source: "invented" } as const;
const table: OutcomesTable = {
  ...{ sport: "basketball", sources: { invented: "Invented." }, factors: [] },
  positions: [{ names: ["C"], spread, loadings: [] }],
  otherwise: { spread, loadings: [] },
  projections: { slope: 0.5, source: "invented" },
};
const terms = { table, known: [], seed: 1 };

function pool(size: number, seed: number) {
  const random = xoroshiro128plus(seed);
  const even = () => ((random.next() >>> 0) + 0.5) / 2 ** 32;
  return {
    normal: () => normalQuantile(even()),
    entries: Array.from({ length: size }, (_, at): Entry => {
      const salary = 3_000 + 100 * Math.floor(80 * even());
      return {
        ...{ kind: "player", uuid: `u${at}`, positions: ["G"], plays: [at % 3 === 0 ? "C" : "G"] },
        ...{ team: `t${at % 6}`, event: `e${at % 3}`, salary, captainSalary: null },
        points: salary / 200 + 5 * normalQuantile(even()) + (at % 3 === 0 ? 8 : 0) + 12,
      };
    }),
  };
}

describe("projections that err", () => {
  test("expect of each player what the salary and part of the projection say", () => {
    const { entries } = pool(90, 3);
    const { entries: expected } = expectedProblem({ entries } as unknown as Problem, terms);
    for (const position of ["C", "G"]) {
      const group = entries.filter(({ plays }) => plays[0] === position);
      // Least squares by the normal equations.
      const [n, x, y, xx, xy] = group.reduce(
        ([count, a, b, aa, ab], { salary, points }) =>
          [count + 1, a + salary, b + points, aa + salary ** 2, ab + salary * points] as const,
        [0, 0, 0, 0, 0] as readonly [number, number, number, number, number],
      );
      const rise = (n * xy - x * y) / (n * xx - x * x);
      for (const entry of group) {
        const usual = (y - rise * x) / n + rise * entry.salary;
        expect(expected[entries.indexOf(entry)]!.points).toBeCloseTo(0.5 * (usual + entry.points), 6);
      }
      expect(n).toBeGreaterThan(20);
    }
  });

  test("leave certain points, few players and equal salaries alone", () => {
    const { entries } = pool(90, 4);
    const known = entries.slice(0, 40).map(({ uuid }) => ({ uuid, deviation: 0 }));
    const usual = bySalary(entries, { ...terms, known });
    expect(usual.slice(0, 40).every(Number.isNaN)).toBe(true);
    expect(usual.slice(40).some(Number.isNaN)).toBe(false);
    expect(bySalary(entries.slice(0, 9), terms).every(Number.isNaN)).toBe(true);
    const free = entries.map((entry) => ({ ...entry, salary: 0 }));
    expect(expectedProblem({ entries: free } as unknown as Problem, terms).entries).toEqual(free);
  });

  test("have the slope of the contests that a fit sees, within its error", () => {
    let within = 0;
    for (let seed = 1; seed <= 40; seed += 1) {
      const { entries, normal } = pool(300, 10 + seed);
      const usual = bySalary(entries, terms);
      const points = Float64Array.from(entries, (entry, at) => {
        const expected = usual[at]! + 0.8 * (entry.points - usual[at]!);
        return 1.1 * (expected + 0.2 * entry.points * normal());
      });
      const fitted = fitSlope([{ id: "invented", entries, terms, points }], 0.8);
      expect(fitted.players).toBe(300);
      expect(fitted.error).toBeLessThan(0.2);
      if (Math.abs(fitted.value - 0.8) < 2 * fitted.error) within += 1;
    }
    expect(within).toBeGreaterThanOrEqual(35);
  });
});
