import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chanceStats } from "../../../src/contests/catalog/term-stats.ts";
import { scorePerformance } from "../../../src/contests/scoring/performance.ts";
import { InvalidRequestError } from "../../../src/shared/errors.ts";
import type { ScoringTable } from "../../../src/shared/schema/scoring.ts";
import { SCORING, scoringTable } from "../../support/scoring.ts";

const football = scoringTable("american-football", "bookA");
const hockey = scoringTable("ice-hockey", "bookB");
const basketball = scoringTable("basketball", "bookA");

function refusalOf(action: () => unknown): InvalidRequestError {
  try {
    action();
  } catch (error) {
    if (error instanceof InvalidRequestError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("the group of terms", () => {
  test.each([
    [football, { defenseSacks: 2 }, { position: "QB" }, "offense"],
    [football, { kickReturnsTouchdowns: 1 }, { position: "DEF" }, "defense"],
    [football, { kickReturnsTouchdowns: 1 }, { entry: "team" as const }, "defense"],
    [football, { kickReturnsTouchdowns: 1, receivingYards: 3 }, {}, "offense"],
    [football, { defenseSacks: 1, kickReturnsTouchdowns: 0 }, {}, "defense"],
    [hockey, { saves: 20 }, {}, "goalies"],
    [hockey, { saves: 20, assists: 0, goals: 0 }, {}, "goalies"],
    [football, { defenseSacks: 0, kickReturnsTouchdowns: 0 }, {}, "defense"],
    [hockey, { goals: 0 }, {}, "skaters"],
    [hockey, { saves: 20 }, { position: "C/W" }, "skaters"],
    [basketball, { points: 3 }, { position: "G-F" }, "all"],
  ])("follows position, entry and stats, in that order", (table, line, owner, group) => {
    expect(scorePerformance(table, line, { kind: "actual", ...owner }).group).toBe(group);
  });

  test("is absent for a position that the table does not score", () => {
    const score = scorePerformance(football, { defenseSacks: 1 }, { kind: "projected", position: "LB" });
    expect(score).toEqual({ group: null, points: null, breakdown: [] });
    expect(scorePerformance(football, {}, { kind: "projected" })).toEqual(score);
  });

  test.each([
    [hockey, { saves: 20, goals: 1 }, {}],
    [hockey, { saves: 0, goals: 0 }, {}],
    [football, { kickReturnsTouchdowns: 1 }, {}],
    [hockey, { goals: 1 }, { position: "C/G" }],
  ])("is refused if several fit", (table, line, owner) => {
    const error = refusalOf(() =>
      scorePerformance(table, line, { kind: "actual", pointer: "/data/4/attributes", ...owner }),
    );
    expect(error).toMatchObject({
      code: "ambiguous-position",
      message: expect.stringMatching(/^\/data\/4\/attributes could be scored as /),
      source: { pointer: "/data/4/attributes" },
    });
  });
});

test("a line without any stat of the group has null points, not 0", () => {
  const inherited = Object.create({ passingYards: 300 }) as Record<string, unknown>;
  for (const line of [{}, inherited, { passingYards: null, defenseSacks: 3, minutesPlayed: 30 }]) {
    const score = scorePerformance(football, line, { kind: "projected", position: "QB" });
    expect(score).toEqual({ group: "offense", points: null, breakdown: [] });
  }
  expect(scorePerformance(football, { passingYards: 0 }, { kind: "actual", position: "QB" }).points).toBe(0);
});

test("no number is a negative zero", () => {
  const { points, breakdown } = scorePerformance(
    football,
    { passingInterceptions: 0, fumblesLost: 0 },
    { kind: "actual", position: "QB" },
  );
  for (const figure of [points, ...breakdown.map((line) => line.points)]) expect(figure).toBe(0);
});

test.each([
  ["passingYards", "301", '"301"'],
  ["passingYards", true, "true"],
  ["passingYards", Number.NaN, "NaN"],
  ["passingYards", Number.POSITIVE_INFINITY, "Infinity"],
  ["defenseSacks", [2], "[2]"],
  ["passingYards300Plus", 1.5, "1.5"],
  ["rushingYards100Plus", -0.1, "-0.1"],
])("%s of %j is refused at its place", (stat, value, shown) => {
  const line = { fumblesLost: 0, [stat]: value };
  const error = refusalOf(() =>
    scorePerformance(football, line, { kind: "projected", position: "QB", pointer: "/data/0/attributes" }),
  );
  expect(error).toMatchObject({
    code: "invalid-stat",
    message: expect.stringContaining(`(got ${shown}).`),
    source: { pointer: `/data/0/attributes/${stat}` },
  });
});

test("every wrong stat of a line is reported at once", () => {
  const line = { passingYards: "1", rushingYards: {}, colour: "red" };
  const error = refusalOf(() => scorePerformance(football, line, { kind: "actual" }));
  expect(error.issues.map(({ source }) => source)).toEqual([
    { pointer: "/passingYards" },
    { pointer: "/rushingYards" },
  ]);
});

/** A stat that is the sum of others, all of which the line has; null for any other. */
function added(table: ScoringTable, name: string, line: Readonly<Record<string, number | null>>) {
  const parts = table.stats.find((stat) => stat.name === name)?.sum ?? [];
  if (parts.length === 0 || parts.some(({ stat }) => line[stat] == null)) return null;
  return parts.reduce((sum, { stat, times }) => sum + times * line[stat]!, 0);
}

test("the points are the sum of the breakdown, which lists a term exactly if the line has, or should have, its stat", () => {
  let terms = 0;
  let lines = 0;
  const cases = fc
    .tuple(fc.constantFrom(...SCORING), fc.nat(), fc.constantFrom("actual", "projected"))
    .chain(([table, at, kind]) => {
      const group = table.groups[at % table.groups.length]!;
      const chances = new Set(table.groups.flatMap(({ terms }) => terms.flatMap(chanceStats)));
      const tenths = (least: number, most: number) =>
        fc.integer({ min: least * 10, max: most * 10 }).map((value) => value / 10);
      const values = Object.fromEntries(
        table.stats.map(({ name }) => [name, fc.option(chances.has(name) ? tenths(0, 1) : tenths(-5, 60))]),
      );
      return fc.record(values).map((line) => ({ table, group, kind: kind as "actual" | "projected", line }));
    });
  fc.assert(
    fc.property(cases, ({ table, group, kind, line }) => {
      const position = group.positions[0]!;
      const score = scorePerformance(table, line, { kind, position });
      if (score.points === null) return;
      const total = score.breakdown.reduce((sum, { points }) => sum + points, 0);
      expect(score.points).toBeCloseTo(total, 9);
      const labels = score.breakdown.map(({ term }) => term);
      expect(new Set(labels).size).toBe(labels.length);
      for (const term of group.terms) {
        if (term.kind !== "per-unit" || term.minus || group.when) continue;
        const given = term.stats.flatMap((stat) => line[stat] ?? added(table, stat, line) ?? []);
        const listed = score.breakdown.find((each) => each.term === term.label);
        const expected = table.stats.some(
          ({ name, expectedWith }) =>
            term.stats.includes(name) &&
            added(table, name, line) === null &&
            expectedWith.some((other) => line[other] != null),
        );
        expect(listed === undefined).toBe(given.length === 0 && !expected);
        const amount = given.reduce((sum, value) => sum + value, 0);
        if (listed) expect(listed.points).toBeCloseTo(amount * term.points, 9);
        terms += 1;
      }
      lines += 1;
    }),
    { seed: 3, numRuns: 400 },
  );
  expect(lines).toBeGreaterThan(380);
  expect(terms).toBeGreaterThan(2000);
});
