import { describe, expect, it } from "vitest";
import { readProblem } from "../../../src/contests/constraints/readers/read-problem.ts";
import { lineupRequestSchema } from "../../../src/shared/schema/request.ts";
import { teamUuid, tinyProjections, tinyRequest, uuidOf } from "../../support/tiny-problem.ts";
import { catalog, firstPlayer, issuesOf, POOL, players, refuses } from "./support.ts";

describe("a pool is refused", () => {
  refuses([
    [players((list) => [...list, list[0]!]), "duplicate", "/players/5/player", uuidOf("qb")],
    [
      players((list) => [...list, { ...list[0]!, player: list[0]!.player.toUpperCase() }]),
      "duplicate",
      "/players/5/player",
      "/players/0",
    ],
    [
      { teams: [3, 3].map((team) => ({ team: teamUuid(team), salary: 1 })) },
      "duplicate",
      "/teams/1/team",
      teamUuid(3),
    ],
    [{ teams: [{ team: uuidOf("qb"), salary: 1 }] }, "duplicate", "/teams/0/team", "/players/0"],
    [
      firstPlayer({ position: "XX" }),
      "invalid-position",
      "/players/0/position",
      '"XX" is not a position of this contest. Known: QB, WR, W, RB, K, PK.',
    ],
    [firstPlayer({ position: "QB/XX" }), "invalid-position", "/players/0/position", "XX"],
    [firstPlayer({ position: "QB/" }), "invalid-position", "/players/0/position", '""'],
    [firstPlayer({ position: "DST" }), "invalid-position", "/players/0/position", "teams"],
  ]);
});

it("a wrong request is refused at every call", () => {
  const request = lineupRequestSchema.parse(tinyRequest("classic", POOL, firstPlayer({ position: "XX" })));
  const ask = () => readProblem(catalog.contestOf("tiny", request), request, tinyProjections(POOL));
  for (let time = 0; time < 2; time += 1) expect(issuesOf(ask)).toMatchObject([{ code: "invalid-position" }]);
});
