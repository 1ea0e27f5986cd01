import { describe, expect, it } from "vitest";
import { readProblem } from "../../../src/contests/constraints/readers/read-problem.ts";
import { UnknownContestError } from "../../../src/shared/errors.ts";
import { lineupRequestSchema } from "../../../src/shared/schema/request.ts";
import { gameUuid, teamUuid, tinyProjections, tinyRequest, uuidOf } from "../../support/tiny-problem.ts";
import {
  build,
  catalog,
  firstPlayer,
  issuesOf,
  POOL,
  player,
  players,
  refuses,
  STRANGER,
} from "./support.ts";

describe("a request is refused", () => {
  refuses([
    [{ games: [0, 1, 0].map(gameUuid) }, "duplicate", "/games/2", gameUuid(0)],
    [{ games: [gameUuid(0)] }, "games-count", "/games", "at least 2"],
    [{ games: [] }, "games-count", "/games", "0"],
  ]);

  it("for two games in showdown, and for missing captain's salaries", () => {
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

  it("with all its faults at once", () => {
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

  it("for a contest without a table, with a list of those that have one", () => {
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

  it("for a stack, or teams, if the contest has none", () => {
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
  it("keeps the pool's order, with positions resolved and projections joined", () => {
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
      plays: ["DST"],
      team: teamUuid(3),
      event: gameUuid(1),
      salary: 3000,
      captainSalary: null,
      points: 10,
    });
  });

  it("leaves out players without a position that a slot accepts, and lists them, projected or not", () => {
    const kicker = (name: string, position: string) => ({ player: uuidOf(name), salary: 1, position });
    const body = players((list) => [...list, kicker("k1", "K"), kicker("k2", "pk"), kicker("k3", "K/qb")]);
    const rows = [
      { name: "k1", position: "K", team: 0 },
      { name: "k3", position: "K", team: 0 },
    ];
    const problem = build(body, tinyProjections([...POOL, ...rows]));
    expect(problem.withoutSlot).toEqual([uuidOf("k1"), uuidOf("k2")]);
    expect(problem.withoutProjection).toEqual([uuidOf("bare")]);
    expect(problem.entries.find(({ uuid }) => uuid === uuidOf("k3"))?.positions).toEqual(["QB"]);
    expect(problem.entries.map(({ uuid }) => uuid)).not.toContain(uuidOf("k1"));
  });

  it("refuses to include a player without a slot, by name", () => {
    const kicker = { player: uuidOf("k1"), salary: 1, position: "K" };
    const pool = players((list) => [...list, kicker]);
    for (const position of [undefined, "FLEX"]) {
      const include = { players: [player("k1", position)] };
      const issues = issuesOf(() => build({ ...pool, include }));
      expect(issues.map(({ code, source }) => [code, source])).toEqual([
        ["included-without-slot", { pointer: "/include/players/0" }],
      ]);
      expect(issues[0]!.detail).toContain(uuidOf("k1"));
    }
  });

  it("lists players without a projection, or without one in the listed games", () => {
    expect(build({}).withoutProjection).toEqual([uuidOf("bare")]);
    const { withoutProjection } = build({ games: [gameUuid(0), gameUuid(7)] });
    expect(withoutProjection).toEqual([uuidOf("both"), uuidOf("bare"), teamUuid(3)]);
  });
});
