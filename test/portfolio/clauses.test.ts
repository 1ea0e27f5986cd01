import { expect, it } from "vitest";
import { satisfies } from "../../src/engine/model/satisfies.ts";
import { seatSolutions } from "../../src/lineup/document/seat-solutions.ts";
import { checkPortfolio } from "../../src/portfolio/check/check-portfolio.ts";
import { allSolutions } from "../../src/testing/exhaustive.ts";
import { refused } from "../support/planned.ts";
import { type CellRow, ROWS, tinyPortfolio } from "../support/tiny-portfolio.ts";

it("a rule warns if it matches no player, and only then", () => {
  const warnings = (of: object) =>
    tinyPortfolio({
      rules: [{ count: { of, most: 2 } }, { sum: { column: "salary", of, most: 90_000 } }],
    }).warnings;
  expect(warnings({ team: "BUF" })).toEqual([]);
  expect(warnings({ team: "BUF", salary: "90000.." })).toEqual([
    "rules[0].count.of: matches no player of the pool. Correct the selection.",
    "rules[1].sum.of: matches no player of the pool. Correct the selection.",
  ]);
});

it("a sum counts each seat's points and salary, and a product multiplies", () => {
  const rows = ROWS.filter(({ team }) => team < 2);
  const weightsOf = (clause: object) => {
    const { plan, people } = tinyPortfolio(
      { rules: [{ ...clause, most: 3 }] },
      { contest: "showdown", rows },
    );
    const { entry, role } = plan.model.picks;
    const [sum] = plan.shares[0]!.tests[0]!.alternatives[0]!.sums;
    return Array.from(sum!.weights).flatMap((weight, pick) =>
      people.all[entry[pick]!]!.name === "Player BQ1" ? [[role[pick], weight]] : [],
    );
  };
  expect(weightsOf({ sum: { column: "points", most: 60 } })).toEqual([
    [0, 300_000],
    [1, 200_000],
  ]);
  expect(weightsOf({ sum: { column: "salary", most: 9_000 } })).toEqual([
    [0, 4_500],
    [1, 3_000],
  ]);
});

it("a sum of nearly whole numbers is exact, as the check of lineups is", async () => {
  const rows = ROWS.map((row, at) => ({ ...row, points: Math.round(row.points!) + (at % 7) * 1e-7 }));
  const most = 60.0000004;
  const description = { rules: [{ sum: { column: "points", most } }], lineups: 1 };
  const { plan, problem, people } = tinyPortfolio(description, { rows });
  const judged = { description, problem, people, count: 1, avoided: [] };
  const all = allSolutions(tinyPortfolio({}, { rows }).plan.model);
  let near = 0;
  for (const solution of all) {
    const isKept = checkPortfolio(seatSolutions(plan.model, [solution]), judged).length === 0;
    expect(satisfies(plan.model, solution.picks)).toBe(isKept);
    if (Math.abs(solution.points / 1e10 - most) < 1e-6) near += 1;
  }
  expect(near).toBeGreaterThan(3);
});

it("a product requires numbers from 0 on", () => {
  const rows = ROWS.map(
    (row, at): CellRow => ({ ...row, cells: { Edge: at === 3 ? "-1" : at === 1 ? "0" : "2" } }),
  );
  const rule = (of: string) => ({ rules: [{ product: { column: "Edge", of, most: 4 } }] });
  expect(refused(rule("Player BR1"), { rows })).toMatch(
    /^rules\[0\]\.product: column Edge has negative numbers/,
  );
  for (const name of ["Player BQ1", "Player BW1"]) expect(refused(rule(name), { rows })).toBe("");
});
