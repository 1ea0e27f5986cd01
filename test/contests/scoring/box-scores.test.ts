import { describe, expect, it } from "vitest";
import { scorePerformance } from "../../../src/contests/scoring/performance.ts";
import { scoringTable } from "../../support/scoring.ts";
import { basketball, football, hockey, type Line, type Stats } from "./box-score-lines.ts";

/**
 * The points of each term of a book for a line, by its published rules; undefined if the line lacks the
 * stat.
 */
type Terms = (stats: Stats) => Readonly<Record<string, number | undefined>>;

const times = (points: number, units: number | undefined) =>
  units === undefined ? undefined : points * units;
const bonus = (points: number, isPaid: boolean) => (isPaid ? points : 0);

const tens = (s: Stats) =>
  [s["points"], s["reboundsTotal"], s["assists"], s["steals"], s["blockedShots"]].filter(
    (one = 0) => one >= 10,
  ).length;

/** By the points that a defense allows, from the highest value down. */
function pointsAllowed(allowed: number | undefined): number | undefined {
  if (allowed === undefined) return undefined;
  const steps = [
    [0, 10],
    [6, 7],
    [13, 4],
    [20, 1],
    [27, 0],
    [34, -1],
  ] as const;
  return steps.find(([most]) => allowed <= most)?.[1] ?? -4;
}

const passed = (s: Stats) => ({
  "pass TD": times(4, s["passingTouchdowns"]),
  "pass yard": times(0.04, s["passingYards"]),
  "interception thrown": times(-1, s["passingInterceptions"]),
  "rush TD": times(6, s["rushingTouchdowns"]),
  "rush yard": times(0.1, s["rushingYards"]),
  "receiving TD": times(6, s["receivingTouchdowns"]),
  "receiving yard": times(0.1, s["receivingYards"]),
  "extra point": times(1, s["extraPointsMade"]),
  "field goal, up to 39 yards": times(3, s["fieldGoalsMade0To39"]),
  "field goal, 40-49 yards": times(4, s["fieldGoalsMade40To49"]),
  "field goal, 50+ yards": times(5, s["fieldGoalsMade50Plus"]),
  sack: times(1, s["defenseSacks"]),
  interception: times(2, s["defenseInterceptions"]),
  "fumble recovery": times(2, s["defenseFumbleRecoveries"]),
  safety: times(2, s["defenseSafeties"]),
  "return TD":
    s["pointsAllowed"] === undefined
      ? undefined
      : 6 * ((s["defenseReturnTouchdowns"] ?? 0) + (s["kickReturnsTouchdowns"] ?? 0)),
  "special-teams block": times(2, s["specialTeamsBlocks"]),
  "defensive conversion": times(2, s["defenseConversions"]),
  "points allowed": pointsAllowed(s["pointsAllowed"]),
  "two-point conversion, pass": times(2, s["passingTwoPointConversions"]),
  "two-point conversion, rush": times(2, s["rushingTwoPointConversions"]),
  "two-point conversion, receive": times(2, s["receivingTwoPointConversions"]),
  "own-fumble-recovery TD": times(6, s["ownFumbleRecoveryTouchdowns"]),
  "punt-return TD": times(6, s["puntReturnsTouchdowns"]),
  "kick-return TD": s["pointsAllowed"] === undefined ? times(6, s["kickReturnsTouchdowns"]) : undefined,
});

const inNet = (save: number, win: number, shutout: number, goal: number) => (s: Stats) => ({
  win: times(win, s["wins"]),
  save: times(save, s["saves"]),
  "goal against": times(goal, s["goalsAgainst"]),
  shutout: times(shutout, s["shutouts"]),
});

const SPORTS: readonly (readonly [string, readonly Line[], Terms, Terms])[] = [
  [
    "basketball",
    basketball,
    (s) => ({
      point: s["points"],
      "3-pointer bonus": times(0.5, s["threePointFieldGoalsMade"]),
      rebound: times(1.25, s["reboundsTotal"]),
      assist: times(1.5, s["assists"]),
      steal: times(2, s["steals"]),
      block: times(2, s["blockedShots"]),
      turnover: times(-0.5, s["turnovers"]),
      "double-double": bonus(1.5, tens(s) >= 2),
      "triple-double": bonus(3, tens(s) >= 3),
    }),
    (s) => ({
      point: s["points"],
      rebound: times(1.2, s["reboundsTotal"]),
      assist: times(1.5, s["assists"]),
      steal: times(3, s["steals"]),
      block: times(3, s["blockedShots"]),
      turnover: times(-1, s["turnovers"]),
    }),
  ],
  [
    "american-football",
    football,
    (s) => ({
      ...passed(s),
      reception: times(1, s["receivingReceptions"]),
      "fumble lost": times(-1, s["fumblesLost"]),
      "300+ pass yards": bonus(3, (s["passingYards"] ?? 0) >= 300),
      "100+ rush yards": bonus(3, (s["rushingYards"] ?? 0) >= 100),
      "100+ receiving yards": bonus(3, (s["receivingYards"] ?? 0) >= 100),
    }),
    (s) => ({
      ...passed(s),
      reception: times(0.5, s["receivingReceptions"]),
      "fumble lost": times(-2, s["fumblesLost"]),
    }),
  ],
  [
    "ice-hockey",
    hockey,
    (s) => ({
      goal: times(8.5, s["goals"]),
      assist: times(5, s["assists"]),
      "shot on goal": times(1.5, s["shotsOnGoal"]),
      "short-handed point": times(2, s["shortHandedGoals"]),
      "hat-trick": bonus(3, (s["goals"] ?? 0) >= 3),
      "5+ shots": bonus(3, (s["shotsOnGoal"] ?? 0) >= 5),
      "3+ points": bonus(3, (s["goals"] ?? 0) + (s["assists"] ?? 0) >= 3),
      "blocked shot": times(1.3, s["blockedShots"]),
      "3+ blocked shots": bonus(3, (s["blockedShots"] ?? 0) >= 3),
      "shootout goal": times(1.5, s["shootoutGoals"]),
      "overtime loss": times(2, s["overtimeLosses"]),
      "35+ saves": bonus(3, (s["saves"] ?? 0) >= 35),
      ...inNet(0.7, 6, 4, -3.5)(s),
    }),
    (s) => ({
      goal: times(12, s["goals"]),
      assist: times(8, s["assists"]),
      "shot on goal": times(1.6, s["shotsOnGoal"]),
      "blocked shot": times(1.6, s["blockedShots"]),
      "power-play bonus": times(0.5, s["powerPlayGoals"]),
      "short-handed bonus": times(2, s["shortHandedGoals"]),
      ...inNet(0.8, 12, 8, -4)(s),
    }),
  ],
];

describe.each(SPORTS)("published box scores of %s", (sport, lines, ...terms) => {
  it("are a dozen, and some line scores in each term of a book", () => {
    expect(lines.length).toBeGreaterThanOrEqual(12);
    for (const book of ["bookA", "bookB"]) {
      const table = scoringTable(sport, book);
      const paid = lines.flatMap(([, position, stats]) =>
        scorePerformance(table, stats, { kind: "actual", position })
          .breakdown.filter(({ points }) => points)
          .map(({ term }) => term),
      );
      const labels = table.groups.flatMap(({ terms }) =>
        terms
          .filter((term) => !("option" in term))
          .flatMap((term) => (term.kind === "split" ? term.parts : [term]).map(({ label }) => label)),
      );
      expect(new Set(paid), book).toEqual(new Set(labels));
    }
  });

  it.each(lines)("score the books' points, term by term: %s", (_, position, stats, ...totals) => {
    for (const [at, book] of (["bookA", "bookB"] as const).entries()) {
      const { points, breakdown } = scorePerformance(scoringTable(sport, book), stats, {
        kind: "actual",
        position,
      });
      const paid = new Map(breakdown.map((term) => [term.term, term.points]));
      const expected = Object.entries(terms[at]!(stats)).filter(([, own]) => own !== undefined && own !== 0);
      for (const [label, own] of expected) expect(paid.get(label), `${book} ${label}`).toBeCloseTo(own!, 9);
      const others = breakdown.filter(({ term }) => expected.every(([name]) => name !== term));
      expect(others.filter((term) => (term.points ?? 0) !== 0)).toEqual([]);
      expect(points, book).toBeCloseTo(totals[at]!, 9);
    }
  });
});
