import { describe, expect, test } from "vitest";
import { scorePerformance } from "../../../src/contests/scoring/performance.ts";
import { loadCatalog } from "../../../src/platform/node/catalog.ts";
import { scoringTable } from "../../support/scoring.ts";

const _catalog = await loadCatalog();

/** Played games, and each book's points for them, added up by hand. */
const GAMES: readonly {
  readonly game: string;
  readonly sport: string;
  readonly position: string;
  readonly line: Readonly<Record<string, number | null>>;
  readonly bookA: number;
  readonly bookB: number;
}[] = [
  {
    game: "a passer over 300 yards",
    sport: "american-football",
    position: "QB",
    line: {
      passingYards: 325,
      passingTouchdowns: 3,
      passingInterceptions: 1,
      rushingYards: 25,
      fumblesLost: 1,
      passingTwoPointConversions: 1,
      receivingYards: null,
    },
    bookA: 13 + 12 + 3 - 1 + 2.5 - 1 + 2,
    bookB: 13 + 12 - 1 + 2.5 - 2 + 2,
  },
  {
    game: "a receiver over 100 yards",
    sport: "american-football",
    position: "WR",
    line: { receivingReceptions: 8, receivingYards: 112, receivingTouchdowns: 1, kickReturnsTouchdowns: 1 },
    bookA: 8 + 11.2 + 3 + 6 + 6,
    bookB: 4 + 11.2 + 6 + 6,
  },
  {
    game: "a runner at 100 yards, one short as a receiver",
    sport: "american-football",
    position: "RB",
    line: {
      rushingYards: 100,
      rushingTouchdowns: 2,
      receivingYards: 99,
      puntReturnsTouchdowns: 1,
      ownFumbleRecoveryTouchdowns: 1,
      rushingTwoPointConversions: 1,
      receivingTwoPointConversions: 1,
    },
    bookA: 10 + 3 + 12 + 9.9 + 6 + 6 + 2 + 2,
    bookB: 10 + 12 + 9.9 + 6 + 6 + 2 + 2,
  },
  {
    game: "a kicker, distances given",
    sport: "american-football",
    position: "K",
    line: {
      fieldGoalsMade: 4,
      fieldGoalsMade0To39: 2,
      fieldGoalsMade40To49: 1,
      fieldGoalsMade50Plus: 1,
      extraPointsMade: 3,
    },
    bookA: 6 + 4 + 5 + 3,
    bookB: 6 + 4 + 5 + 3,
  },
  {
    game: "a kicker, one distance given of three",
    sport: "american-football",
    position: "K",
    line: { fieldGoalsMade: 3, fieldGoalsMade50Plus: 1 },
    bookA: 5 + 2 * 3,
    bookB: 5 + 2 * 3,
  },
  {
    game: "a defense that did everything",
    sport: "american-football",
    position: "DST",
    line: {
      defenseSacks: 4,
      defenseInterceptions: 2,
      defenseFumbleRecoveries: 1,
      defenseReturnTouchdowns: 1,
      puntReturnsTouchdowns: 1,
      defenseSafeties: 1,
      specialTeamsBlocks: 1,
      defenseConversions: 1,
      pointsAllowed: 17,
    },
    bookA: 4 + 4 + 2 + 12 + 2 + 2 + 2 + 1,
    bookB: 4 + 4 + 2 + 12 + 2 + 2 + 2 + 1,
  },
  {
    game: "a skater with every bonus",
    sport: "ice-hockey",
    position: "LW",
    line: {
      goals: 3,
      assists: 1,
      shotsOnGoal: 6,
      blockedShots: 3,
      shortHandedGoals: 1,
      powerPlayGoals: 1,
      powerPlayAssists: 1,
      shootoutGoals: 1,
    },
    bookA: 25.5 + 5 + 9 + 3.9 + 2 + 1.5 + 3 + 3 + 3 + 3,
    bookB: 36 + 8 + 9.6 + 4.8 + 2 + 1,
  },
  {
    game: "a skater one short of every bonus",
    sport: "ice-hockey",
    position: "D",
    line: { goals: 1, assists: 1, shotsOnGoal: 4, blockedShots: 2, shortHandedAssists: 1 },
    bookA: 8.5 + 5 + 6 + 2.6 + 2,
    bookB: 12 + 8 + 6.4 + 3.2 + 2,
  },
  {
    game: "a goalie who wins with 36 saves",
    sport: "ice-hockey",
    position: "G",
    line: { wins: 1, saves: 36, goalsAgainst: 2, shutouts: 0, overtimeLosses: 0 },
    bookA: 6 + 25.2 - 7 + 3,
    bookB: 12 + 28.8 - 8,
  },
  {
    game: "a goalie's shutout",
    sport: "ice-hockey",
    position: "G",
    line: { wins: 1, saves: 30, goalsAgainst: 0, shutouts: 1 },
    bookA: 6 + 21 + 4,
    bookB: 12 + 24 + 8,
  },
  {
    game: "a goalie who loses in overtime",
    sport: "ice-hockey",
    position: "G",
    line: { wins: 0, saves: 34, goalsAgainst: 3, overtimeLosses: 1 },
    bookA: 23.8 - 10.5 + 2,
    bookB: 27.2 - 12,
  },
  {
    game: "a triple-double, which is a double-double too",
    sport: "basketball",
    position: "PG/SG",
    line: {
      points: 25,
      threePointFieldGoalsMade: 3,
      reboundsTotal: 11,
      assists: 10,
      steals: 2,
      blockedShots: 1,
      turnovers: 4,
    },
    bookA: 25 + 1.5 + 13.75 + 15 + 4 + 2 - 2 + 1.5 + 3,
    bookB: 25 + 13.2 + 15 + 3 + 6 - 4,
  },
  {
    game: "five categories at 10, each bonus paid once",
    sport: "basketball",
    position: "C",
    line: { points: 10, reboundsTotal: 10, assists: 10, steals: 10, blockedShots: 10 },
    bookA: 10 + 12.5 + 15 + 20 + 20 + 1.5 + 3,
    bookB: 10 + 12 + 15 + 30 + 30,
  },
  {
    game: "a double-double alone",
    sport: "basketball",
    position: "SF",
    line: { points: 12, reboundsTotal: 10, assists: 9, turnovers: 1 },
    bookA: 12 + 12.5 + 13.5 - 0.5 + 1.5,
    bookB: 12 + 12 + 13.5 - 1,
  },
];

describe.each(["bookA", "bookB"] as const)("%s pays the points added up by hand", (book) => {
  test.each(GAMES)("for $game", ({ sport, position, line, ...paid }) => {
    const score = scorePerformance(scoringTable(sport, book), line, { kind: "actual", position });
    expect(score.points).toBeCloseTo(paid[book], 10);
  });
});

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
