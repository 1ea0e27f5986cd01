import { describe, expect, it } from "vitest";
import type { LineupRequestInput } from "../../../src/shared/schema/request.ts";
import { teamUuid, tinyProblem, uuidOf } from "../../support/tiny-problem.ts";
import { issuesOf, POOL, player, STRANGER } from "./support.ts";

const WR_FLEX = { uuid: uuidOf("wr"), slot: "FLEX" };

const build = (
  excludedSlots: readonly { uuid: string; slot: string }[],
  body: Partial<LineupRequestInput> = {},
) => tinyProblem("classic", POOL, body, { excludedSlots });

describe("exclusions from slots", () => {
  it("are resolved to entries and slots, by the slot's name in any case", () => {
    const { slotBans, contest, entries } = build([
      { uuid: uuidOf("wr").toUpperCase(), slot: "flex" },
      { uuid: teamUuid(3), slot: "DST" },
    ]);
    expect(slotBans.map(({ entry, slot }) => [entries[entry]!.uuid, contest.slots[slot]!.name])).toEqual([
      [uuidOf("wr"), "FLEX"],
      [teamUuid(3), "DST"],
    ]);
    expect(slotBans.map(({ pointer }) => pointer)).toEqual(["/excludedSlots/0", "/excludedSlots/1"]);
  });

  it("of players without a projection are ignored", () => {
    expect(build([{ uuid: uuidOf("bare"), slot: "FLEX" }]).slotBans).toEqual([]);
  });

  it.each([
    [
      "no player of the pool",
      [{ uuid: STRANGER, slot: "QB" }],
      {},
      "not-in-pool",
      "/excludedSlots/0",
      STRANGER,
    ],
    [
      "no slot of the contest",
      [{ ...WR_FLEX, slot: "CPT" }],
      {},
      "invalid-slot",
      "/excludedSlots/0/slot",
      "WR, FLEX",
    ],
    [
      "a slot that is closed anyway",
      [{ ...WR_FLEX, slot: "QB" }],
      {},
      "invalid-slot",
      "/excludedSlots/0/slot",
      "QB",
    ],
    ["the same twice", [WR_FLEX, WR_FLEX], {}, "duplicate", "/excludedSlots/1", "/excludedSlots/0"],
    [
      "who is excluded from all slots",
      [WR_FLEX],
      { exclude: { players: [uuidOf("wr")] } },
      "duplicate",
      "/excludedSlots/0",
      "every slot",
    ],
    [
      "who is locked to that slot",
      [WR_FLEX],
      { include: { players: [player("wr", "FLEX")] } },
      "included-and-excluded",
      "/excludedSlots/0",
      "/include/players/0",
    ],
  ] as const)("are refused for %s", (_, excludedSlots, body, code, pointer, part) => {
    const issues = issuesOf(() => build(excludedSlots, body));
    expect(issues).toEqual([{ code, source: { pointer }, detail: expect.stringContaining(part) }]);
  });

  it("are refused if malformed", () => {
    const issues = issuesOf(() => build([{ uuid: "nobody", slot: "" }]));
    expect(issues.map(({ source }) => source)).toEqual([
      { parameter: "excludedSlots" },
      { parameter: "excludedSlots" },
    ]);
  });
});
