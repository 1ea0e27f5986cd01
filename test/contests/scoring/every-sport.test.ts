import { describe, expect, test } from "vitest";
import { parseScoringTable } from "../../../src/contests/catalog/scoring.ts";
import { scorePerformance } from "../../../src/contests/scoring/performance.ts";
import { builtInCatalog } from "../../../src/platform/node/catalog.ts";
import { InvalidTableError } from "../../../src/shared/errors.ts";
import type { ScoringTable } from "../../../src/shared/schema/scoring.ts";
import { scoringTable } from "../../support/scoring.ts";
import { cellsOf, numbersOf } from "../../support/text-table.ts";

const golf = scoringTable("golf", "bookA");
const nascar = scoringTable("nascar", "bookA");
const basketball = scoringTable("basketball", "bookA");
const football = scoringTable("american-football", "bookB");

function pointsOf(
  table: ScoringTable,
  line: Readonly<Record<string, number>>,
  kind: "actual" | "projected" = "actual",
  position: string | null = null,
): number | null {
  return scorePerformance(table, line, { kind, position }).points;
}

/** Lines of each sport, their points, and how these add up. */
const BY_HAND = `
league-of-legends bookA MID | kills 2, assists 4, deaths 1, creepScore 300, gamesNotPlayed 1 | 39 | 6 + 8 - 1 + 6 + 20
call-of-duty bookA TEAM | matchWins 1, gameWins 3, roundWins 11 | 27.5 | 10 + 12 + 5.5
canadian-football bookA WR | returnYards 80, receivingReceptions 1, receivingYards 30, singles 1 | 9 | 4 + 1 + 3 + 1
golf bookC G | birdies 20, pars 48, bogeys 4, birdieStreaksOf4 1, finishPosition 2 | 105.8 | 70 + 24 - 5.2 + 5 + 12
baseball bookA OF | singles 1, homeRuns 1, runsBattedIn 2, runs 1, walks 1, stolenBases 1 | 26 | 3 + 10 + 4 + 2 + 2 + 5
baseball bookA SP | outs 20, strikeouts 7, wins 1, earnedRuns 2, hitsAllowed 5, walksAllowed 1 | 25.4 | 15 + 14 + 4 - 4 - 3.6
baseball bookB P | inningsPitched 6, strikeouts 6, wins 1, qualityStarts 1, earnedRuns 3 | 37 | 18 + 18 + 6 + 4 - 9
mma bookA F | strikes 100, significantStrikes 60, controlSeconds 200, takedowns 2, winsDecision 1 | 78 | 20 + 12 + 6 + 10 + 30
tennis bookA P | matchesPlayed 1, gamesWon 12, gamesLost 7, setsWon 2, wins 1, straightSetsWins 1, aces 11, doubleFaults 0 | 78.9 | 30 + 30 - 14 + 12 + 6 + 6 + 4.4 + 2 + 2.5
tennis bookA P | bestOf 5, matchesPlayed 1, gamesWon 12, gamesLost 7, setsWon 2, wins 1, straightSetsWins 1, aces 11, doubleFaults 0 | 70.55 | 30 + 24 - 11.2 + 10 + 5 + 5 + 2.75 + 5
soccer bookA D | cleanSheets 1, accuratePasses 40, interceptions 2 | 4.8 | 3 + 0.8 + 1
soccer bookA M | cleanSheets 1, accuratePasses 40, interceptions 2 | 1.8 | 0.8 + 1
soccer bookA GK | saves 4, goalsConceded 1, wins 1 | 11 | 8 - 2 + 5
soccer bookB DEF | tacklesWon 3, goalsConceded 2 | 3.6 | 4.8 - 1.2
nascar bookA D | startPosition 12, finishPosition 2, lapsLed 40, fastestLaps 20 | 71 | 42 + 10 + 10 + 9
nascar bookB D | startPosition 12, finishPosition 2, lapsLed 40, lapsCompleted 200 | 69 | 40 + 5 + 4 + 20
formula-1 bookA D | finishPosition 3, lapsLed 20, fastestLaps 1, beatTeammate 1, classified 1 | 26 | 15 + 2 + 3 + 5 + 1
golf bookA G | eagles 1, birdies 20, pars 45, bogeys 6, finishPosition 3 | 105.5 | 8 + 60 + 22.5 - 3 + 18
golf bookA G | rounds 1, birdies 6, pars 11, bogeys 1, finishPosition 1 | 49.2 | 34.5 + 16.5 - 1.8, and no place
golf bookB G | birdies 20, birdieStreakHoles 4, finishPosition 11 | 69.4 | 62 + 2.4 + 5
college-football bookA QB | passingYards 300, passingTouchdowns 2 | 23 | 12 + 3 + 8
wnba bookB G | points 20, reboundsTotal 5, assists 4 | 32 | 20 + 6 + 6
college-basketball bookA F | points 20, reboundsTotal 4 | 25 | 20 + 5
`;

test.each(cellsOf(BY_HAND))("%s: %s are %s points, %s", (whose, stats, points) => {
  const [sport, book, position] = whose!.split(" ");
  const line = numbersOf(stats!);
  expect(pointsOf(scoringTable(sport!, book!), line, "actual", position!)).toBeCloseTo(Number(points), 9);
});

test("a line of golf's single-round contest is scored as one round, and of other contests as a tournament", async () => {
  const line = { birdies: 6, pars: 11, bogeys: 1, finishPosition: 1 };
  const scoringOf = (contest: string) => builtInCatalog.scoringOf({ sport: "golf", book: "bookA", contest });
  expect(pointsOf(await scoringOf("single-round"), line, "actual", "G")).toBeCloseTo(49.2, 9);
  // 6 birdies at 3, 11 pars at 0.5, a bogey at -0.5, a win at 30.
  for (const contest of ["classic", "showdown", "unknown"])
    expect(pointsOf(await scoringOf(contest), line, "actual", "G")).toBeCloseTo(53, 9);
});

test("a constructor's line is not scored as a driver's", () => {
  const table = scoringTable("formula-1", "bookA");
  expect(pointsOf(table, { finishPosition: 1 }, "actual", "CNSTR")).toBeNull();
});

describe("the place", () => {
  test.each([
    [1, 30],
    [2, 20],
    [10, 7],
    [11, 6],
    [15, 6],
    [16, 5],
    [50, 1],
    [51, 0],
    [156, 0],
  ])("%i of a golf tournament is paid %i", (finishPosition, points) => {
    expect(pointsOf(golf, { finishPosition })).toBe(points);
  });

  test("is projected from chances: places between two of them are equally likely", () => {
    const chances = { probWin: 0.1, probTop5: 0.3, probTop10: 0.5 };
    // 0.1 for a win; 0.2 in places 2 to 5, 0.05 each; 0.2 in places 6 to 10, 0.04 each.
    const expected = 0.1 * 30 + 0.05 * (20 + 18 + 16 + 14) + 0.04 * (12 + 10 + 9 + 8 + 7);
    expect(pointsOf(golf, chances, "projected")).toBeCloseTo(expected, 9);
  });

  test("is projected by the source's own points, if it has them", () => {
    expect(pointsOf(golf, { finishPoints: 6.5, probWin: 0.5 }, "projected")).toBe(6.5);
  });

  test("a mean place is not paid where the values are far from linear, and a note says what is missing", () => {
    const { points, breakdown } = scorePerformance(golf, { finishPosition: 20 }, { kind: "projected" });
    expect(points).toBe(0);
    expect(breakdown[0]!.note).toMatch(/no finishPoints and no probWin/);
  });

  test("a mean place is paid by interpolation in a race", () => {
    // Between 34 for tenth and 32 for eleventh.
    expect(pointsOf(nascar, { finishPosition: 10.25 }, "projected")).toBeCloseTo(33.5, 9);
  });

  test("a chance above 1 is refused", () => {
    expect(() => pointsOf(golf, { probTop5: 5 }, "projected")).toThrow(/is a chance/);
  });
});

test("a difference without one of its stats is not paid, and a note says which", () => {
  const { breakdown } = scorePerformance(nascar, { finishPosition: 2 }, { kind: "actual" });
  const term = breakdown.find(({ term }) => term === "place differential")!;
  expect(term).toMatchObject({ points: 0, note: "not counted: the line has no startPosition" });
});

describe("basketball points from shots", () => {
  const shots = { fieldGoalsMade: 2, threePointFieldGoalsMade: 1, freeThrowsMade: 1 };

  test("2 field goals, one of 3 points, and a free throw are 6 points and a bonus of 0.5", () => {
    expect(pointsOf(basketball, shots)).toBe(6.5);
    expect(pointsOf(scoringTable("basketball", "bookB"), shots)).toBe(6);
  });

  test("points in the line take precedence", () => {
    expect(pointsOf(basketball, { ...shots, points: 10 })).toBe(10.5);
  });

  test("without one of the shots the points are missing, and a note says so", () => {
    const { points, breakdown } = scorePerformance(
      basketball,
      { fieldGoalsMade: 2, threePointFieldGoalsMade: 1 },
      { kind: "actual" },
    );
    expect(points).toBe(0.5);
    expect(breakdown[0]!.note).toBe("not counted: the line has no points");
  });

  test("rebounds are the offensive and the defensive ones", () => {
    expect(pointsOf(basketball, { reboundsOffensive: 1, reboundsDefensive: 3 })).toBe(5);
  });
});

describe("an option of a table", () => {
  const line = { passingYards: 300, rushingYards: 100, receivingYards: 99 };
  const on = structuredClone(football) as { options: Record<string, { on: boolean }> };
  on.options["yardage-bonuses"]!.on = true;

  test("is off as published, and pays its terms when it is on", () => {
    expect(pointsOf(football, line, "actual", "QB")).toBeCloseTo(12 + 10 + 9.9, 9);
    expect(pointsOf(parseScoringTable(on, "own.json"), line, "actual", "QB")).toBeCloseTo(
      12 + 3 + 10 + 3 + 9.9,
      9,
    );
  });

  test.each([
    [{ options: {} }, /"yardage-bonuses" is not a key of `options`/],
    [
      { options: { ...on.options, other: { on: true, meaning: "None.", source: "guides-2026" } } },
      /no term has this option/,
    ],
  ])("that contradicts the terms is refused (%#)", (change, message) => {
    expect(() => parseScoringTable({ ...structuredClone(football), ...change }, "own.json")).toThrow(
      InvalidTableError,
    );
    expect(() => parseScoringTable({ ...structuredClone(football), ...change }, "own.json")).toThrow(message);
  });
});

describe("a contradictory table is refused", () => {
  const changed = (table: ScoringTable, change: (copy: ScoringTable) => unknown) => {
    const copy = structuredClone(table) as ScoringTable;
    change(copy);
    return () => parseScoringTable(copy, "own.json");
  };
  const placeOf = (table: ScoringTable) => {
    const found = table.groups[0]!.terms.find(({ kind }) => kind === "place");
    if (found?.kind !== "place") throw new Error("there is no place term");
    return found;
  };

  test("places that begin at 0", () => {
    expect(changed(golf, (copy) => Object.assign(placeOf(copy).brackets[0]!, { from: 0 }))).toThrow(
      InvalidTableError,
    );
    expect(changed(golf, (copy) => Object.assign(placeOf(copy).brackets[1]!, { from: 1 }))).toThrow(
      /is 1; it must be more than 1, where the bracket before it begins/,
    );
  });

  test("chances out of order", () => {
    expect(changed(golf, (copy) => Object.assign(placeOf(copy).projection.chances[1]!, { to: 1 }))).toThrow(
      /is 1\. It must be greater than the place before it/,
    );
  });

  test("a sum of a sum", () => {
    expect(
      changed(basketball, ({ stats }) => {
        stats.find(({ name }) => name === "reboundsTotal")!.sum!.push({ stat: "points", times: 1 });
      }),
    ).toThrow(/"points" is a sum itself/);
  });

  test("two groups for the same position under the same condition", () => {
    expect(changed(golf, ({ groups }) => Object.assign(groups[1]!, { when: undefined }))).toThrow(
      /"G" is repeated/,
    );
  });

  test("a condition on an undeclared stat", () => {
    expect(changed(golf, ({ groups }) => Object.assign(groups[1]!.when!, { stat: "holes" }))).toThrow(
      /"holes" is not declared/,
    );
  });
});
