import { describe, expect, test } from "vitest";
import { scoreDocument, scorePerformances } from "../../../src/contests/scoring/document.ts";
import { ownersOf } from "../../../src/contests/scoring/owner.ts";
import { readBreakdown } from "../../../src/contests/scoring/point-source.ts";
import { InvalidRequestError } from "../../../src/shared/errors.ts";
import {
  fantasyPerformanceDocumentSchema,
  type PerformanceDocument,
} from "../../../src/shared/schema/performances.ts";
import { scoringTable } from "../../support/scoring.ts";

const bookA = scoringTable("american-football", "bookA");
const bookB = scoringTable("american-football", "bookB");

const guid = (digit: number) => `0000000${digit}-0000-4000-8000-000000000000`;
const path = (collection: string, digit: number) => `/american-football/v2/${collection}/${guid(digit)}`;
const to = (type: string, collection: string, digit: number) => ({
  data: { type, id: path(collection, digit) },
});

function performance(
  digit: number,
  attributes: object,
  relationships: NonNullable<PerformanceDocument["data"][number]["relationships"]>,
) {
  return {
    id: path("performances", digit),
    type: "Performance" as const,
    attributes: { uuid: guid(digit), ...attributes },
    relationships,
  };
}

const document: PerformanceDocument = {
  links: { self: "/american-football/v2/performances?api_key=secret" },
  data: [
    performance(
      1,
      { passingYards: 250, passingYards300Plus: 0.2, updatedAt: "2023-10-15T12:00:00+00:00" },
      { player: to("Player", "players", 1), team: to("Team", "teams", 8), event: to("Event", "events", 9) },
    ),
    performance(2, { defenseSacks: 3, pointsAllowed: null }, { team: to("Team", "teams", 8) }),
    performance(3, { defenseSacks: 1 }, { player: to("Player", "players", 3) }),
    performance(4, { receivingReceptions: 4 }, { player: to("Player", "players", 4) }),
    performance(5, { rushingYards: 1 / 3, position: "RB" }, { player: to("Player", "players", 5) }),
  ],
  included: [
    {
      type: "Player",
      id: guid(1),
      attributes: { fullName: "Ann Arm", dfsPosition: "QB" },
    },
    {
      type: "Player",
      id: path("players", 3),
      attributes: { firstName: "Ben", lastName: "Back" },
      relationships: { positions: { data: [{ type: "Position", id: path("positions", 7) }] } },
    },
    { type: "Position", id: path("positions", 7), attributes: { abbreviation: "LB" } },
    { type: "Team", id: path("teams", 8), attributes: { location: "Springfield", nickName: "Comets" } },
  ],
};

describe("a scored document", () => {
  test("names the player and the points of each line", () => {
    const scored = scoreDocument(document, bookA, { kind: "projected" });
    expect(scored.map(({ breakdown, ...rest }) => ({ ...rest, terms: breakdown.length }))).toEqual([
      {
        uuid: guid(1),
        name: "Ann Arm",
        entry: "player",
        position: "QB",
        group: "offense",
        points: expect.closeTo(10.6, 10),
        terms: 3,
      },
      {
        uuid: guid(2),
        name: "Springfield Comets",
        entry: "team",
        position: "DST",
        group: "defense",
        points: 3,
        terms: 2,
      },
      {
        uuid: guid(3),
        name: "Ben Back",
        entry: "player",
        position: "LB",
        group: null,
        points: null,
        terms: 0,
      },
      { uuid: guid(4), name: null, entry: "player", position: null, group: "offense", points: 4, terms: 1 },
      {
        uuid: guid(5),
        name: null,
        entry: "player",
        position: "RB",
        group: "offense",
        points: expect.closeTo(1 / 30, 10),
        terms: 3,
      },
    ]);
  });

  test("points at a stat that is not a number", () => {
    const broken = {
      ...document,
      data: document.data.map((line, index) =>
        index === 3 ? { ...line, attributes: { ...line.attributes, receivingReceptions: "four" } } : line,
      ),
    };
    expect(() => scoreDocument(broken, bookA, { kind: "projected" })).toThrow(
      expect.objectContaining({
        name: "InvalidRequestError",
        source: { pointer: "/data/3/attributes/receivingReceptions" },
      }),
    );
  });

  test("is refused if it is not a Performance document", () => {
    for (const broken of [null, { data: [{ type: "Player", id: "x", attributes: { uuid: "x" } }] }]) {
      expect(() =>
        scoreDocument(broken as unknown as PerformanceDocument, bookA, { kind: "projected" }),
      ).toThrow(InvalidRequestError);
    }
  });
});

describe("projections from stat lines", () => {
  const projections = scorePerformances(document, [bookA, bookB], { kind: "projected" });

  test("are a FantasyPerformance document with both books' points, rounded to 4 decimals", () => {
    expect(fantasyPerformanceDocumentSchema.parse(projections)).toEqual(projections);
    expect(projections.meta).toEqual({ totalItems: 5 });
    expect(
      projections.data.map(({ attributes: { position, bookAPoints, bookBPoints } }) => [
        position,
        bookAPoints,
        bookBPoints,
      ]),
    ).toEqual([
      ["QB", 10.6, 10],
      ["DST", 3, 3],
      ["LB", null, null],
      [null, 4, 2],
      ["RB", 0.0333, 0.0333],
    ]);
  });

  test("keep uuid, relationships, time and included resources, without links that contain the key", () => {
    expect(projections.data[0]).toMatchObject({
      id: path("fantasy_performances", 1),
      type: "FantasyPerformance",
      attributes: { uuid: guid(1), updatedAt: "2023-10-15T12:00:00+00:00" },
      relationships: document.data[0]!.relationships,
    });
    expect(projections.included).toEqual(document.included);
    expect(JSON.stringify(projections)).not.toContain("secret");
  });

  test("are null for the book that is not requested", () => {
    const [first] = scorePerformances(document, [bookB], { kind: "projected" }).data;
    expect(first?.attributes).toMatchObject({ bookAPoints: null, bookBPoints: 10 });
  });

  test("include the breakdown on request", () => {
    const [first] = scorePerformances(document, [bookB], { kind: "projected", breakdown: true }).data;
    const made = readBreakdown(first!.attributes, "bookB");
    expect(made?.map(({ points }) => points)).toEqual([10, 0]);
    expect(first!.attributes["scoring"]).toEqual({ bookB: made });
    expect(readBreakdown(first!.attributes, "bookA")).toBeNull();
    expect(projections.data[0]!.attributes).not.toHaveProperty("scoring");
  });
});

test("a line's player has every position and the team from the document", () => {
  const [, , lineman] = document.data;
  const positions = [7, 6].map((digit) => ({ type: "Position", id: path("positions", digit) }));
  const player = {
    id: path("players", 3),
    type: "Player",
    relationships: { positions: { data: positions } },
  };
  const position = (digit: number, abbreviation: string) => ({
    ...{ type: "Position", id: path("positions", digit) },
    attributes: { abbreviation },
  });
  const team = { type: "Team", id: guid(8), attributes: { abbreviation: " SPR " } };
  const ofTeam = { ...lineman!, relationships: { ...lineman!.relationships, team: to("Team", "teams", 8) } };
  const included = [player, position(7, "LB"), position(6, "S"), team];
  const ownerOf = ownersOf({ ...document, included }, bookA);
  expect(ownerOf(ofTeam)).toMatchObject({ entry: "player", position: "LB/S", team: "SPR", name: null });
  const traded = { ...player, attributes: { teamAbbreviation: "OLD", bookId: "17", position: "FB" } };
  expect(ownersOf({ ...document, included: [traded, team] }, bookA)(ofTeam)).toMatchObject({
    ...{ team: "OLD", bookId: "17", position: "FB" },
  });
  const unnamed = { ...player, attributes: { fullName: "  ", firstName: " Al ", position: " " } };
  expect(ownersOf({ ...document, included: [unnamed] }, bookA)(lineman!)).toMatchObject({
    ...{ name: "Al", position: null },
  });
  const [, ofDefense] = document.data;
  expect(ownersOf(document, scoringTable("basketball", "bookA"))(ofDefense!)).toMatchObject({
    ...{ entry: "team", position: null },
  });
  expect(ownerOf({ ...lineman!, relationships: {} })).toMatchObject({ entry: null, name: null });
});
