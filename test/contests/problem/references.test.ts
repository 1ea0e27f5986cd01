import { describe, expect, it } from "vitest";
import { parseContestTable } from "../../../src/contests/catalog/contest.ts";
import { readProblem } from "../../../src/contests/constraints/readers/read-problem.ts";
import { lineupRequestSchema } from "../../../src/shared/schema/request.ts";
import { tinyClassic } from "../../support/tiny-contests.ts";
import { gameUuid, teamUuid, tinyProjections, tinyRequest, uuidOf } from "../../support/tiny-problem.ts";
import { build, firstPlayer, POOL, player, refuses, STRANGER } from "./support.ts";

describe("include and exclude are refused", () => {
  refuses([
    [
      { include: { players: [player("qb"), player("qb", "QB")] } },
      "duplicate",
      "/include/players/1/player",
      uuidOf("qb"),
    ],
    [{ exclude: { players: [uuidOf("qb"), uuidOf("qb")] } }, "duplicate", "/exclude/players/1", uuidOf("qb")],
    [
      { include: { players: [player("qb")] }, exclude: { players: [uuidOf("qb")] } },
      "included-and-excluded",
      "/exclude/players/0",
      "/include/players/0",
    ],
    [
      { include: { teams: [{ team: teamUuid(3) }] }, exclude: { teams: [teamUuid(3)] } },
      "included-and-excluded",
      "/exclude/teams/0",
      teamUuid(3),
    ],
    [{ include: { players: [{ player: STRANGER }] } }, "not-in-pool", "/include/players/0/player", STRANGER],
    [{ include: { teams: [{ team: teamUuid(0) }] } }, "not-in-pool", "/include/teams/0/team", teamUuid(0)],
    [
      { include: { players: [{ player: teamUuid(3) }] } },
      "not-in-pool",
      "/include/players/0/player",
      teamUuid(3),
    ],
    [{ exclude: { players: [STRANGER] } }, "not-in-pool", "/exclude/players/0", STRANGER],
    [{ exclude: { teams: [teamUuid(1)] } }, "not-in-pool", "/exclude/teams/0", teamUuid(1)],
    [
      { include: { players: [player("qb"), player("bare")] } },
      "included-without-projection",
      "/include/players/1",
      uuidOf("bare"),
    ],
    [
      { games: [gameUuid(0), gameUuid(7)], include: { players: [player("both")] } },
      "included-without-projection",
      "/include/players/0",
      uuidOf("both"),
    ],
    [{ include: { players: [player("qb", "UTIL")] } }, "invalid-slot", "/include/players/0/position", "UTIL"],
    [{ include: { players: [player("qb", "FLEX")] } }, "invalid-slot", "/include/players/0/position", "QB"],
    [
      { include: { teams: [{ team: teamUuid(3), position: "FLEX" }] } },
      "invalid-slot",
      "/include/teams/0/position",
      "DST",
    ],
  ]);
});

describe("include and exclude", () => {
  it("reads aliases, repeated positions and locks to slots", () => {
    const body = {
      ...firstPlayer({ position: "W/WR" }),
      include: { players: [player("both", "FLEX"), player("wr", "W"), player("rb")] },
      positions: { D: 1, W: 2 },
    };
    const { entries, locks, minimums } = build(body);
    expect(entries[0]!.positions).toEqual(["WR"]);
    expect(locks).toEqual([
      { entry: 3, slot: 2, pointer: "/include/players/0" },
      { entry: 1, slot: 1, pointer: "/include/players/1" },
      { entry: 2, slot: null, pointer: "/include/players/2" },
    ]);
    expect(minimums).toEqual([
      { position: "DST", minimum: 1, pointer: "/positions/D" },
      { position: "WR", minimum: 2, pointer: "/positions/W" },
    ]);
  });

  it("reads slots and positions in any case", () => {
    const body = { include: { players: [player("both", "flex"), player("wr", " w ")] } };
    expect(build(body).locks.map(({ slot }) => slot)).toEqual([2, 1]);
  });

  it("prefers the slot for a word that names both a slot and a position", () => {
    const [qb, wr, flex, dst] = tinyClassic.slots;
    const twice = { ...tinyClassic, slots: [qb!, wr!, flex!, dst!, { ...dst!, name: "D" }] };
    const table = parseContestTable({ ...twice, uploadOrder: twice.slots.map(({ name }) => name) }, "twice");
    const slotOf = (position: string) => {
      const include = { teams: [{ team: teamUuid(3), position }] };
      const request = lineupRequestSchema.parse(tinyRequest("classic", POOL, { include }));
      return readProblem(table, request, tinyProjections(POOL)).locks[0]!.slot;
    };
    expect([slotOf("DST"), slotOf("D"), slotOf("d")]).toEqual([3, 4, 4]);
  });

  it("excludes by index, and ignores excluded players without a projection", () => {
    const body = { exclude: { players: [uuidOf("rb"), uuidOf("bare")], teams: [teamUuid(3)] } };
    expect(build(body).excluded).toEqual([2, 4]);
  });
});
