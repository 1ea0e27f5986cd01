import { describe, expect, it } from "vitest";
import { readProblem } from "../../../src/contests/constraints/readers/read-problem.ts";
import { lineupRequestSchema } from "../../../src/shared/schema/request.ts";
import { teamUuid, tinyProjections, tinyRequest, uuidOf } from "../../support/tiny-problem.ts";
import { catalog, firstPlayer, issuesOf, POOL, players, refuses } from "./support.ts";

describe("a pool is refused", () => {
  refuses([
    [
      "for a player twice in the pool",
      players((list) => [...list, list[0]!]),
      "duplicate",
      "/players/5/player",
      uuidOf("qb"),
    ],
    [
      "for a player twice whose GUID is spelled otherwise",
      players((list) => [...list, { ...list[0]!, player: list[0]!.player.toUpperCase() }]),
      "duplicate",
      "/players/5/player",
      "/players/0",
    ],
    [
      "for a team twice in the pool",
      { teams: [3, 3].map((team) => ({ team: teamUuid(team), salary: 1 })) },
      "duplicate",
      "/teams/1/team",
      teamUuid(3),
    ],
    [
      "for a GUID that is a player and a team",
      { teams: [{ team: uuidOf("qb"), salary: 1 }] },
      "duplicate",
      "/teams/0/team",
      "/players/0",
    ],
    [
      "for an unknown position",
      firstPlayer({ position: "XX" }),
      "invalid-position",
      "/players/0/position",
      '"XX" is not a position of this contest. Known: QB, WR, W, RB, K, PK.',
    ],
    [
      "for a position that is partly unknown",
      firstPlayer({ position: "QB/XX" }),
      "invalid-position",
      "/players/0/position",
      "XX",
    ],
    [
      "for an empty part of a position",
      firstPlayer({ position: "QB/" }),
      "invalid-position",
      "/players/0/position",
      '""',
    ],
    [
      "for a player at a team's position",
      firstPlayer({ position: "DST" }),
      "invalid-position",
      "/players/0/position",
      "teams",
    ],
  ]);
});

it("a wrong request is refused at every call", () => {
  const request = lineupRequestSchema.parse(tinyRequest("classic", POOL, firstPlayer({ position: "XX" })));
  const ask = () => readProblem(catalog.contestOf("tiny", request), request, tinyProjections(POOL));
  for (let time = 0; time < 2; time += 1) expect(issuesOf(ask)).toMatchObject([{ code: "invalid-position" }]);
});
