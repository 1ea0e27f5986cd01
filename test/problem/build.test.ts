import { describe, expect, it } from "vitest";
import { readProblem } from "../../src/constraints/readers/read-problem.ts";
import { UnknownContestError } from "../../src/errors.ts";
import { lineupRequestSchema } from "../../src/schema/request.ts";
import { gameUuid, teamUuid, tinyRequest, uuidOf } from "../support/tiny-problem.ts";
import { build, catalog, firstPlayer, issuesOf, POOL, refuses, STRANGER } from "./support.ts";

describe("a request is refused", () => {
  refuses([
    ["for a game twice", { games: [0, 1, 0].map(gameUuid) }, "duplicate", "/games/2", gameUuid(0)],
    ["for one game in classic", { games: [gameUuid(0)] }, "games-count", "/games", "at least 2"],
    ["for no game", { games: [] }, "games-count", "/games", "0"],
  ]);

  it("for two games in showdown, and for captain's salaries that are missing", () => {
    const body = {
      ...tinyRequest("classic", POOL.slice(0, 1)),
      teams: [{ team: teamUuid(1), salary: 1 }],
      contest: "showdown",
    };
    expect(issuesOf(() => build(body, [], "showdown")).map(({ code, source }) => [code, source])).toEqual([
      ["games-count", { pointer: "/games" }],
      ["captain-salary-missing", { pointer: "/players/0/captainSalary" }],
      ["captain-salary-missing", { pointer: "/teams/0/captainSalary" }],
    ]);
  });

  it("with everything that is wrong at once", () => {
    const body = {
      ...firstPlayer({ position: "XX" }),
      games: [gameUuid(0)],
      exclude: { players: [STRANGER] },
    };
    expect(issuesOf(() => build(body)).map(({ code }) => code)).toEqual([
      "games-count",
      "invalid-position",
      "not-in-pool",
    ]);
  });

  it("for a contest that no table describes, with those that one does", () => {
    const request = lineupRequestSchema.parse({ ...tinyRequest("classic", POOL), book: "bookB" });
    try {
      catalog.contestOf("tiny", request);
      expect.fail("nothing was refused");
    } catch (error) {
      expect(error).toBeInstanceOf(UnknownContestError);
      expect((error as UnknownContestError).known).toContain("tiny bookA classic");
      expect((error as UnknownContestError).source).toEqual({ pointer: "/contest" });
    }
  });

  it("for a stack, or teams, where the contest has none", () => {
    const request = lineupRequestSchema.parse({
      book: "bookB",
      contest: "classic",
      players: [],
      teams: [{ team: teamUuid(0), salary: 1 }],
      games: [gameUuid(0), gameUuid(1)],
      stack: true,
    });
    expect(
      issuesOf(() => readProblem(catalog.contestOf("basketball", request), request, [])).map(
        ({ code, source }) => [code, source],
      ),
    ).toEqual([
      ["stack-not-offered", { pointer: "/stack" }],
      ["invalid-position", { pointer: "/teams" }],
    ]);
  });
});

describe("a problem", () => {
  it("keeps the pool's order, with positions resolved and the projections joined", () => {
    const { entries, cap, sport } = build({ cap: 123 });
    expect([sport, cap]).toEqual(["tiny", 123]);
    expect(entries.map(({ uuid, positions }) => [uuid, positions.join("/")])).toEqual([
      [uuidOf("qb"), "QB"],
      [uuidOf("wr"), "WR"],
      [uuidOf("rb"), "RB"],
      [uuidOf("both"), "WR/RB"],
      [teamUuid(3), "DST"],
    ]);
    expect(entries[4]).toEqual({
      kind: "team",
      uuid: teamUuid(3),
      positions: ["DST"],
      team: teamUuid(3),
      event: gameUuid(1),
      salary: 3000,
      captainSalary: null,
      points: 10,
    });
  });

  it("lists who has no projection, or none in the listed games", () => {
    expect(build({}).withoutProjection).toEqual([uuidOf("bare")]);
    const { withoutProjection } = build({ games: [gameUuid(0), gameUuid(7)] });
    expect(withoutProjection).toEqual([uuidOf("both"), uuidOf("bare"), teamUuid(3)]);
  });
});
