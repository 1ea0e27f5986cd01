import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import type { LineupRows } from "../../../src/cli/render/lineups.ts";
import { lineupTables } from "../../../src/cli/render/lineups.ts";
import type { Look } from "../../../src/cli/render/text.ts";
import { contestDetails, contestOverview } from "../../../src/cli/run/rules.ts";
import { scoreTable } from "../../../src/cli/run/score.ts";
import type { ScoredPerformance } from "../../../src/contests/scoring/document.ts";
import { loadCatalog } from "../../../src/platform/node/catalog.ts";

const { contests } = await loadCatalog();
const look = (width: number): Look => ({ width, colour: false });
const longest = (text: string) => Math.max(...text.split("\n").map((line) => line.length));
const LONG_NAME = "Bartholomew Featherstonehaugh-Cholmondeley of Marlborough Jr.";

function lineup(name: string): LineupRows {
  const seats = ["QB", "FLEX", "UTIL"].map((slot) => ({
    slot,
    id: "1",
    bookId: "1",
    captainBookId: null,
    name,
    team: "TEAM",
    position: "PG/SG/SF/PF",
    salary: 12_345,
    points: 100.5,
  }));
  return { seats, salary: 50_000, cap: 50_000, points: 301.5 };
}

const SCORED: ScoredPerformance = {
  uuid: "6c1d7a1e-43c1-4c3f-9d53-21d6f6a9a001",
  name: LONG_NAME,
  position: "PG",
  points: 10,
  group: "player",
  breakdown: [
    {
      term: "triple-double",
      amount: 0.5,
      points: 1.5,
      note: "not counted: the line has no probTripleDouble",
    },
  ],
} as unknown as ScoredPerformance;

describe.each([80, 100])("in a terminal with %d columns", (width) => {
  it("contest tables fit, in the list and in full", () => {
    expect(contests.length).toBeGreaterThanOrEqual(9);
    expect(longest(contestOverview(contests, look(width)))).toBeLessThanOrEqual(width);
    for (const contest of contests)
      expect(longest(contestDetails(contest, look(width)))).toBeLessThanOrEqual(width);
  });

  it("scores fit", () => {
    expect(longest(scoreTable([SCORED], look(width)))).toBeLessThanOrEqual(width);
  });

  it("lineups fit with a line per seat, and long names are cut with an ellipsis", () => {
    const text = lineupTables([lineup(LONG_NAME), lineup("Sam Same")], look(width));
    expect(longest(text)).toBeLessThanOrEqual(width);
    expect(text).toContain("…");
    expect(text).toContain("Sam Same");
    expect(text.match(/^(QB|FLEX|UTIL) /gm)).toHaveLength(6);
  });
});

describe("colour", () => {
  it("marks titles and totals, and removes no text", () => {
    const lineups = [lineup("Sam Same")];
    const coloured = lineupTables(lineups, { width: 80, colour: true });
    expect(coloured).toContain("\u001b[1mLineup 1 of 1");
    expect(stripVTControlCharacters(coloured)).toBe(lineupTables(lineups, look(80)));
  });
});
