import fc from "fast-check";
import { expect, test } from "vitest";
import { scorePerformance } from "../../../src/contests/scoring/performance.ts";
import { projectPerformances } from "../../../src/contests/scoring/projected.ts";
import type { FantasyPerformance, PerformanceDocument } from "../../../src/shared/schema/performances.ts";
import { scoringTable } from "../../support/scoring.ts";

const football = scoringTable("american-football", "bookA");
const hockey = scoringTable("ice-hockey", "bookA");
const basketball = scoringTable("basketball", "bookA");

/** The probability of fewer than `count` events, each term from the one before. */
function fewerThan(count: number, mean: number): number {
  let sum = 0;
  let chance = Math.exp(-mean);
  for (let n = 0; n < count; n += 1) {
    sum += chance;
    chance *= mean / (n + 1);
  }
  return sum;
}

function tenths(most: number): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: most * 10 }).map((value) => value / 10);
}

function termsOf(score: ReturnType<typeof scorePerformance>) {
  return new Map(score.breakdown.map((line) => [line.term, line]));
}

test("a passer's bonus counts with its predicted probability", () => {
  const line = { passingYards: 275, passingYards300Plus: 0.3, rushingYards: 40, rushingYards100Plus: 0.05 };
  const score = scorePerformance(football, line, { kind: "projected", position: "QB" });
  expect(score.points).toBeCloseTo(11 + 0.9 + 4 + 0.15, 10);
});

test("a projection above a threshold gives no bonus without a probability, and reports that", () => {
  const line = { receivingYards: 130, receivingReceptions: 9 };
  const score = scorePerformance(football, line, { kind: "projected", position: "WR" });
  expect(score.points).toBeCloseTo(13 + 9, 10);
  expect(termsOf(score).get("100+ receiving yards")).toMatchObject({
    amount: 0,
    points: 0,
    note: expect.stringContaining("receivingYards100Plus"),
  });
});

test("a probability counts even if the stat itself is not predicted", () => {
  const score = scorePerformance(
    football,
    { rushingYards100Plus: 0.25 },
    { kind: "projected", position: "RB" },
  );
  expect(score.points).toBeCloseTo(0.75, 10);
});

test("field goals without a distance count as the shortest, with a note", () => {
  const score = scorePerformance(football, { fieldGoalsMade: 1.8 }, { kind: "projected", position: "K" });
  expect(score.points).toBeCloseTo(5.4, 10);
  expect(score.breakdown).toMatchObject([{ note: expect.stringContaining("fieldGoalsMade50Plus") }]);
  const none = scorePerformance(football, { fieldGoalsMade: 0 }, { kind: "projected", position: "K" });
  expect(none.breakdown).toMatchObject([{ amount: 0, note: null }]);
});

test("double-doubles and triple-doubles count with their predicted probabilities, or not at all", () => {
  const line = { points: 22, reboundsTotal: 9.5, probDoubleDouble: 0.4, probTripleDouble: 0.1 };
  const score = scorePerformance(basketball, line, { kind: "projected" });
  expect(score.points).toBeCloseTo(22 + 11.875 + 0.6 + 0.3, 10);
  const without = scorePerformance(
    basketball,
    { points: 22, reboundsTotal: 11, probTripleDouble: null },
    { kind: "projected" },
  );
  expect(without.points).toBeCloseTo(22 + 13.75, 10);
  expect(termsOf(without).get("double-double")?.note).toContain("probDoubleDouble");
  expect(termsOf(without).get("triple-double")?.note).toContain("probTripleDouble");
});

test("a defense without points allowed gets no bracket points, with a note", () => {
  const score = scorePerformance(football, { defenseSacks: 2.5 }, { kind: "projected", position: "DST" });
  expect(score.points).toBe(2.5);
  expect(termsOf(score).get("points allowed")).toMatchObject({
    points: 0,
    note: expect.stringContaining("pointsAllowed"),
  });
});

test("a bonus for a sum of counts is 0 if one of them is not predicted", () => {
  const score = scorePerformance(hockey, { goals: 0.6 }, { kind: "projected", position: "C" });
  expect(termsOf(score).get("3+ points")).toMatchObject({
    points: 0,
    note: expect.stringContaining("assists"),
  });
});

test("bonuses for counts use their Poisson tails", () => {
  const mean = tenths(12);
  const saves = tenths(60);
  let paid = 0;
  fc.assert(
    fc.property(mean, mean, mean, mean, saves, (goals, assists, shotsOnGoal, blockedShots, made) => {
      const skater = termsOf(
        scorePerformance(
          hockey,
          { goals, assists, shotsOnGoal, blockedShots },
          { kind: "projected", position: "C" },
        ),
      );
      const goalie = termsOf(scorePerformance(hockey, { saves: made }, { kind: "projected", position: "G" }));
      const expected = {
        "hat-trick": 1 - fewerThan(3, goals),
        "5+ shots": 1 - fewerThan(5, shotsOnGoal),
        "3+ blocked shots": 1 - fewerThan(3, blockedShots),
        "3+ points": 1 - fewerThan(3, goals + assists),
        "35+ saves": 1 - fewerThan(35, made),
      };
      for (const [term, chance] of Object.entries(expected)) {
        const line = (term === "35+ saves" ? goalie : skater).get(term);
        expect(line?.amount).toBeCloseTo(chance, 9);
        expect(line?.points).toBeCloseTo(3 * chance, 9);
        if (chance > 0.01) paid += 1;
      }
    }),
    { seed: 11, numRuns: 300 },
  );
  expect(paid).toBeGreaterThan(800);
});

test("points allowed use the expectation over the brackets", () => {
  const steps = [
    [35, -4],
    [28, -1],
    [21, 0],
    [14, 1],
    [7, 4],
    [1, 7],
    [0, 10],
  ] as const;
  const worth = (count: number) => steps.find(([from]) => count >= from)![1];
  let runs = 0;
  fc.assert(
    fc.property(tenths(50), (pointsAllowed) => {
      let expected = 0;
      for (let count = 0; count < 300; count += 1) {
        expected += worth(count) * (fewerThan(count + 1, pointsAllowed) - fewerThan(count, pointsAllowed));
      }
      const score = scorePerformance(football, { pointsAllowed }, { kind: "projected", entry: "team" });
      expect(score.points).toBeCloseTo(expected, 8);
      runs += 1;
    }),
    { seed: 12, numRuns: 100 },
  );
  expect(runs).toBe(100);
});

test("lines replace projections of the same players in the same games, without inheriting from them", () => {
  const guid = (digit: number) => `0000000${digit}-0000-4000-8000-000000000000`;
  const to = (type: string, digit: number) => ({ data: { type, id: guid(digit) } });
  const of = (player: number | null, team: number, event: number) => ({
    ...(player !== null && { player: to("Player", player) }),
    ...{ team: to("Team", team), event: to("Event", event) },
  });
  const line = (digit: number, attributes: object, relationships: object) =>
    ({
      id: guid(digit),
      type: "Performance",
      attributes: { uuid: guid(digit), ...attributes },
      relationships,
    }) as never;
  const other = (digit: number, position: string, relationships: object) =>
    ({
      ...{ id: guid(digit), type: "FantasyPerformance", relationships },
      attributes: { uuid: guid(digit), position, bookAPoints: digit, bookBPoints: 10 * digit },
    }) as unknown as FantasyPerformance;
  const document: PerformanceDocument = {
    data: [
      line(1, { position: "QB", passingYards: 100, updatedAt: 7 }, of(5, 6, 8)),
      line(2, { position: "DST", defenseSacks: 2, pointsAllowed: null }, of(null, 6, 8)),
      line(3, { position: "WR", receivingYards: 10 }, of(4, 7, 8)),
    ],
  };
  const others = {
    data: [
      other(1, "QB", of(5, 6, 8)),
      other(2, "QB", of(5, 6, 9)),
      // A defense, with any player.
      other(3, "DST", of(9, 6, 8)),
      other(4, "DST", of(null, 7, 8)),
      other(5, "RB", of(2, 6, 8)),
    ],
  };
  const { data } = projectPerformances(document, [football], others);
  expect(data.map(({ attributes }) => [attributes.bookAPoints, attributes.bookBPoints])).toEqual([
    [4, 10],
    [2, 30],
    [1, null],
    [2, 20],
    [4, 40],
    [5, 50],
  ]);
  expect(data[0]?.attributes["updatedAt"]).toBeNull();
  const [first, ...rest] = document.data;
  const expected = line(1, { pointsAllowed: 20 }, { ...of(null, 6, 8), player: { data: null } });
  const named = (digit: number) => ({ type: "Team", id: guid(digit) });
  const included = [named(6), named(7)];
  const both = projectPerformances(
    { data: [expected, ...rest], included: [named(8), named(7)] },
    [football],
    {
      data: [
        other(1, "DST", { ...of(null, 6, 8), team: { data: { type: "Team", id: `/teams/${guid(6)}` } } }),
        other(2, "QB", {}),
        other(3, "DST", { team: { data: null } }),
      ],
      included,
    },
  );
  // A line without a player belongs to no player.
  expect(both.data.map(({ attributes }) => attributes.uuid)).toEqual([1, 2, 3, 2, 3].map(guid));
  expect(both.data[0]?.attributes).toMatchObject({ bookBPoints: 10 });
  expect(both.data[0]?.attributes.bookAPoints).toBeCloseTo(
    scorePerformance(football, { pointsAllowed: 20 }, { kind: "projected", entry: "team" }).points!,
    4,
  );
  expect(both.included?.map(({ id }) => id)).toEqual([6, 7, 8].map(guid));
  expect(projectPerformances({ data: [first!, ...rest] }, [football]).data).toHaveLength(3);
});
