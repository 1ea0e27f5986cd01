import { describe, expect, test } from "vitest";
import { readProblem } from "../../src/contests/constraints/readers/read-problem.ts";
import { slateInputs } from "../../src/files/slate-inputs.ts";
import { loadCatalog } from "../../src/platform/node/catalog.ts";
import { fantasyPerformanceDocumentSchema } from "../../src/shared/schema/performances.ts";
import { lineupRequestSchema } from "../../src/shared/schema/request.ts";
import { FANDUEL_FOOTBALL, FOOTBALL, read, SHOWDOWN } from "./support.ts";

const attributesOf = (text: string) =>
  slateInputs(read(text)).projections.included!.map(({ type, attributes }) => ({ type, ...attributes }));

describe("slateInputs", () => {
  test("gives a body that names the pool, the games, the book and the contest, and leaves the cap to the contest", () => {
    const slate = read(SHOWDOWN);
    const { sport, body } = slateInputs(slate);
    const [defense, passer, kicker] = slate.entries;
    expect(sport).toBe("american-football");
    expect(body).toEqual({
      book: "bookA",
      contest: "showdown",
      players: [
        { player: passer!.uuid, position: "QB", salary: 10000, captainSalary: 15000 },
        { player: kicker!.uuid, position: "K", salary: 4000, captainSalary: 6000 },
      ],
      teams: [{ team: defense!.uuid, salary: 3600, captainSalary: 5400 }],
      games: [expect.any(String)],
    });
    expect(slateInputs(slate, { cap: 42000 }).body.cap).toBe(42000);
    expect(slateInputs(read(FOOTBALL)).body.games).toHaveLength(2);
  });

  test("a team's defense and its players name the same team", () => {
    const slate = read(SHOWDOWN);
    const { projections } = slateInputs(slate);
    const [defense, , kicker] = projections.data;
    expect(defense!.relationships.player?.data).toBeNull();
    expect(defense!.relationships.team?.data?.id).toBe(
      `/american-football/v2/teams/${slate.entries[0]!.uuid}`,
    );
    expect(kicker!.relationships.team).toEqual(defense!.relationships.team);
    expect(kicker!.relationships.event).toEqual(defense!.relationships.event);
  });

  test("projects the file's own averages in the book's attribute", () => {
    const points = (text: string) =>
      slateInputs(read(text)).projections.data.map(({ attributes }) => attributes);
    expect(points(FOOTBALL)).toMatchObject([
      { bookAPoints: 22.41 },
      { bookAPoints: 15.5 },
      { bookAPoints: 0 },
      { bookAPoints: -1 },
    ]);
    expect(points(FANDUEL_FOOTBALL)[0]).toMatchObject({ bookBPoints: 22.4166666667, position: "QB" });
    expect(points(FANDUEL_FOOTBALL)[0]).not.toHaveProperty("bookAPoints");
  });

  test("takes given projections instead, without averages for players they omit", () => {
    const slate = read(FOOTBALL);
    const given = new Map([[slate.entries[1]!.uuid, 0.5]]);
    const { data } = slateInputs(slate, { projections: given }).projections;
    expect(data.map(({ attributes }) => attributes.bookAPoints)).toEqual([null, 0.5, null, null]);
  });

  test("includes players and teams with names and the book's own ids", () => {
    expect(attributesOf(FANDUEL_FOOTBALL)).toContainEqual(
      expect.objectContaining({
        type: "Player",
        firstName: "Ado",
        lastName: "Kessby",
        fullName: "Ado Kessby",
        uniform: null,
        teamAbbreviation: "RAV",
        bookId: "9-1",
        captainBookId: null,
      }),
    );
    expect(attributesOf(FANDUEL_FOOTBALL)).toContainEqual(
      expect.objectContaining({
        type: "Team",
        abbreviation: "RAV",
        location: "Ravenport",
        nickName: "Rooks",
        bookId: "9-7",
      }),
    );
    const teams = attributesOf(SHOWDOWN).filter(({ type }) => type === "Team");
    expect(teams).toMatchObject([
      { abbreviation: "TIN", location: null, nickName: "Tinkers", bookId: "303", captainBookId: "203" },
      { abbreviation: "RAV", nickName: null, bookId: null },
    ]);
  });

  test("one start for a game, even if not all its rows have it", () => {
    const slate = read(FOOTBALL.replace("RAV@TIN 10/15/2023 01:00PM ET,TIN", "RAV@TIN,TIN"));
    expect(slate.entries.slice(0, 2).map(({ startsAt }) => startsAt === null)).toEqual([false, true]);
    expect(slateInputs(slate).body.games).toEqual(slateInputs(read(FOOTBALL)).body.games);
  });
});

test("the optimizer accepts them unchanged", async () => {
  const catalog = await loadCatalog({});
  for (const text of [FOOTBALL, SHOWDOWN]) {
    const slate = read(text);
    const { sport, body, projections } = slateInputs(slate);
    const document = fantasyPerformanceDocumentSchema.parse(projections);
    const request = lineupRequestSchema.parse(body);
    const problem = readProblem(catalog.contestOf(sport, request), request, document.data);
    expect(problem.withoutProjection).toEqual([]);
    expect(problem.entries.map(({ uuid, points }) => [uuid, points]).sort()).toEqual(
      slate.entries.map(({ uuid, averagePoints }) => [uuid, averagePoints]).sort(),
    );
  }
});

test("players locked and excluded by a file's columns are so in the request, defenses separately from players", () => {
  const slate = read(FOOTBALL);
  const [passer, runner, , defense] = slate.entries;
  const mark = (uuid: string, cells: object) => [uuid, { columns: cells }] as const;
  const rows = new Map([
    mark(passer!.uuid, { Lock: "1" }),
    mark(runner!.uuid, { Exclude: "x" }),
    mark(defense!.uuid, { Lock: "yes" }),
  ]);
  expect(slateInputs(slate, { rows: rows as never }).body).toMatchObject({
    include: { players: [{ player: passer!.uuid }], teams: [{ team: defense!.uuid }] },
    exclude: { players: [runner!.uuid], teams: [] },
  });
  expect(slateInputs(slate, { rows: new Map() }).body).not.toHaveProperty("include");
});

test("a column of maximum exposures that is 0 for every projected player sets no limit", () => {
  const slate = read(FOOTBALL);
  const rowsOf = (...maximums: readonly (number | null)[]) =>
    new Map(maximums.map((maximumExposure, at) => [slate.entries[at]!.uuid, { maximumExposure }]));
  const limits = (rows: Map<string, object>) => [...slateInputs(slate, { rows }).facts!.exposures!.values()];
  expect(limits(rowsOf(0, 0, 0))).toEqual([]);
  expect(limits(rowsOf(0, null, 0)).map(({ maximum }) => maximum)).toEqual([0, 0]);
  expect(limits(rowsOf(0, 25)).map(({ maximum }) => maximum)).toEqual([0, 25]);
});
