import { describe, expect, it } from "vitest";
import type { Problem } from "../../../src/contests/problem/problem.ts";
import { lineupDocument } from "../../../src/lineup/document/document.ts";
import { includedOf } from "../../../src/lineup/document/included.ts";
import { priceLineup } from "../../../src/lineup/document/priced-lineup.ts";
import { fantasyLineupDocumentSchema } from "../../../src/shared/schema/lineups.ts";
import type { FantasyPerformanceDocument } from "../../../src/shared/schema/performances.ts";
import { type PoolRow, teamUuid, tinyProblem, uuidOf } from "../../support/tiny-problem.ts";

const POOL: readonly PoolRow[] = [
  { name: "qb", position: "QB", team: 0, salary: 6000, points: 20.00004 },
  { name: "wr", position: "W/RB", team: 0, salary: 4000, points: 10.33335 },
  { name: "rb", position: "RB", team: 1, salary: 3000, points: -0.00001 },
  { name: "dst0", position: "DST", team: 0, salary: 2000, points: 5 },
  { name: "dst1", position: "DST", team: 1, salary: 2500, points: 6 },
  { name: "bare", position: "QB", team: 1, points: null },
];

const showdown = (...names: readonly [captain: string, ...flex: string[]]) => {
  const problem = tinyProblem("showdown", POOL, {
    cap: 30_000,
    include: { players: [{ player: uuidOf("qb") }], teams: [{ team: teamUuid(1) }] },
    exclude: { players: [uuidOf("rb")], teams: [teamUuid(0)] },
  });
  return documentOf(problem, names);
};

const slotsOf = (problem: Problem) =>
  problem.contest.slots.flatMap(({ count }, slot) => new Array<number>(count).fill(slot));

function documentOf(
  problem: Problem,
  names: readonly string[],
  projections: FantasyPerformanceDocument = { data: [] },
  include: readonly ("selections" | "defenseSpecialTeams")[] = [],
) {
  const seats = names.map((name, at) => {
    const row = POOL.find((one) => one.name === name)!;
    const uuid = row.position === "DST" ? teamUuid(row.team) : uuidOf(name);
    return { entry: problem.entries.findIndex((entry) => entry.uuid === uuid), slot: slotsOf(problem)[at]! };
  });
  return lineupDocument(problem, [priceLineup(problem, seats)], projections, {
    solver: "paths",
    include,
    makeIncluded: include.length > 0 ? includedOf : null,
    updatedAt: new Date(),
  });
}

describe("a lineup document", () => {
  it("has the attributes of the API, with the captain's multiplier applied", () => {
    const document = showdown("qb", "wr", "dst1");
    const [{ attributes, id, type }] = document.data as [(typeof document.data)[number]];
    const { uuid, updatedAt } = attributes;
    expect(attributes).toEqual({
      salaryCap: 30_000,
      salaryTotal: 9000 + 4000 + 2500,
      salaryRemaining: 14_500,
      book: "bookA",
      contest: "showdown",
      points: 46.3334,
      byPositions: {
        CPT: [{ uuid: uuidOf("qb"), points: 30.0001 }],
        FLEX: [
          { uuid: uuidOf("wr"), points: 10.3334 },
          { uuid: teamUuid(1), points: 6 },
        ],
      },
      uuid,
      updatedAt,
    });
    expect(Object.keys(attributes.byPositions)).toEqual(["CPT", "FLEX"]);
    expect({ id, type }).toEqual({ id: `/tiny/v2/fantasy/lineup-optimizer/${uuid}`, type: "FantasyLineup" });
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(updatedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
    expect(Math.abs(Date.parse(updatedAt) - Date.now())).toBeLessThan(60_000);
  });

  it("names players and teams by resource path, and echoes include and exclude", () => {
    const identify = (type: "Player" | "Team", uuid: string) => ({
      type,
      id: `/tiny/v2/${type === "Player" ? "players" : "teams"}/${uuid}`,
    });
    expect(showdown("qb", "wr", "dst1").data[0]!.relationships).toEqual({
      mustInclude: { data: [identify("Player", uuidOf("qb")), identify("Team", teamUuid(1))] },
      mustExclude: { data: [identify("Player", uuidOf("rb")), identify("Team", teamUuid(0))] },
      selections: { data: [identify("Player", uuidOf("qb")), identify("Player", uuidOf("wr"))] },
      defenseSpecialTeams: { data: identify("Team", teamUuid(1)) },
    });
  });

  it("gives null without a defense, and a list for two", () => {
    const defenses = (...names: [string, ...string[]]) =>
      showdown(...names).data[0]!.relationships.defenseSpecialTeams.data;
    expect(defenses("qb", "wr", "rb")).toBeNull();
    expect(defenses("qb", "dst0", "dst1")).toMatchObject([{ type: "Team" }, { type: "Team" }]);
  });

  it("counts its lineups and lists players without projections", () => {
    expect(showdown("qb", "wr", "dst1").meta).toEqual({
      totalItems: 1,
      solver: "paths",
      withoutProjection: [uuidOf("bare")],
      withoutSlot: [],
    });
  });

  it("passes its own schema, even with negative points", () => {
    const document = showdown("rb", "wr", "qb");
    expect(fantasyLineupDocumentSchema.parse(document)).toEqual(document);
    expect(JSON.stringify(document)).not.toContain("-0,");
  });
});

describe("what a lineup document includes", () => {
  const problem = tinyProblem("showdown", POOL);
  const known: FantasyPerformanceDocument = {
    data: [],
    included: [
      {
        type: "Player",
        id: `/tiny/v2/players/${uuidOf("qb").toUpperCase()}`,
        attributes: {
          fullName: "Q. B.",
          uniform: "12",
          weightLbs: 220,
          updatedAt: "2024-01-01T00:00:00+00:00",
        },
      },
      { type: "Team", id: teamUuid(1), attributes: { nickName: "Bears", location: "Chicago" } },
    ],
  };

  it("is empty by default", () => {
    const document = documentOf(problem, ["qb", "wr", "dst1"], known);
    expect(document).not.toHaveProperty("included");
    expect(document.links).toEqual({ self: "/tiny/v2/fantasy/lineup-optimizer" });
  });

  it("has the chosen players with their DFS attributes, each once", () => {
    const { included, links } = documentOf(problem, ["wr", "qb", "dst1"], known, ["selections"]);
    expect(links).toEqual({ self: "/tiny/v2/fantasy/lineup-optimizer?include=selections" });
    expect(included!.map(({ type, attributes }) => [type, attributes!["uuid"]])).toEqual([
      ["Player", uuidOf("qb")],
      ["Player", uuidOf("wr")],
    ]);
    expect(included![0]).toEqual({
      type: "Player",
      id: `/tiny/v2/players/${uuidOf("qb")}`,
      attributes: {
        firstName: null,
        lastName: null,
        fullName: "Q. B.",
        uniform: "12",
        dfsSalary: 6000,
        dfsPosition: "QB",
        dfsPoints: 20,
        uuid: uuidOf("qb"),
        updatedAt: "2024-01-01T00:00:00+00:00",
      },
      relationships: { team: { data: { type: "Team", id: `/tiny/v2/teams/${teamUuid(0)}` } } },
    });
    expect(included![1]!.attributes).toMatchObject({
      fullName: null,
      dfsPosition: "WR/RB",
      dfsPoints: 10.3334,
    });
  });

  it("has the teams whose defenses were chosen", () => {
    const { included } = documentOf(problem, ["qb", "wr", "dst1"], known, ["defenseSpecialTeams"]);
    expect(included).toHaveLength(1);
    expect(included![0]).toMatchObject({
      type: "Team",
      id: `/tiny/v2/teams/${teamUuid(1)}`,
      attributes: {
        nickName: "Bears",
        location: "Chicago",
        dfsPosition: "DST",
        dfsSalary: 2500,
        dfsPoints: 6,
      },
    });
  });
});
