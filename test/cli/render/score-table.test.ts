import { expect, test } from "vitest";
import { scoreTable } from "../../../src/cli/run/score.ts";
import type { ScoredPerformance } from "../../../src/contests/scoring/document.ts";

const term = (amount: number) => ({ term: "steal", stats: ["steals"], amount, points: 2, note: null });
const line = (own: object) =>
  ({
    uuid: "u",
    name: "Bo",
    position: "PG",
    group: "all",
    points: 3.456,
    breakdown: [],
    ...own,
  }) as unknown as ScoredPerformance;
const cells = (lines: readonly ScoredPerformance[]) =>
  scoreTable(lines, { width: 120, colour: false })
    .trimEnd()
    .split("\n")
    .slice(2)
    .map((row) => row.trim().split(/ {2,}/));

test("a line shows its total first, then the terms", () => {
  expect(cells([line({ breakdown: [term(3), term(1.234), term(0.0123), term(-0.05)] })])).toEqual([
    ["Bo", "PG", "Total", "3.46"],
    ["steal", "3", "2.00"],
    ["steal", "1.23", "2.00"],
    ["steal", "0.0123", "2.00"],
    ["steal", "-0.0500", "2.00"],
  ]);
});

test("a line without points gives the reason, and one without a name its GUID", () => {
  expect(
    cells([line({ points: null, name: null }), line({ points: null, group: null, position: null })]),
  ).toEqual([
    ["u", "PG", "Total", "none", "nothing to score"],
    ["Bo", "Total", "none", "no scoring for this position"],
  ]);
});
