import { expect, test } from "vitest";
import { scorePerformance } from "../../../src/contests/scoring/performance.ts";
import { scoringTable } from "../../support/scoring.ts";

test.each([
  [0, 10],
  [1, 7],
  [6, 7],
  [7, 4],
  [13, 4],
  [14, 1],
  [20, 1],
  [21, 0],
  [27, 0],
  [28, -1],
  [34, -1],
  [35, -4],
  [62, -4],
])("%i points allowed score %i", (pointsAllowed, points) => {
  for (const book of ["bookA", "bookB"]) {
    const table = scoringTable("american-football", book);
    const score = scorePerformance(table, { pointsAllowed }, { kind: "actual", entry: "team" });
    expect(score.points).toBe(points);
  }
});

test("a predicted probability scores nothing on an actual line", () => {
  const table = scoringTable("american-football", "bookA");
  const line = { passingYards: 299, passingYards300Plus: 1 };
  expect(scorePerformance(table, line, { kind: "actual", position: "QB" }).points).toBeCloseTo(11.96, 10);
});

test("a line's breakdown lists its points term by term", () => {
  const table = scoringTable("american-football", "bookA");
  const line = { receivingReceptions: 2, receivingYards: 105, fumblesLost: 0, receivingTouchdowns: null };
  const { group, breakdown } = scorePerformance(table, line, { kind: "actual", position: "TE" });
  expect(group).toBe("offense");
  expect(breakdown).toEqual([
    {
      term: "receiving yard",
      stats: ["receivingYards"],
      amount: 105,
      points: expect.closeTo(10.5, 10),
      note: null,
    },
    { term: "100+ receiving yards", stats: ["receivingYards"], amount: 1, points: 3, note: null },
    { term: "reception", stats: ["receivingReceptions"], amount: 2, points: 2, note: null },
    { term: "fumble lost", stats: ["fumblesLost"], amount: 0, points: 0, note: null },
  ]);
});
