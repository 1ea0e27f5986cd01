import { expect, test } from "vitest";
import { unavailablePlayers } from "../../../src/contests/problem/projections.ts";
import { tinyProblem, uuidOf } from "../../support/tiny-problem.ts";
import { issuesOf, POOL, player } from "./support.ts";

const uuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
const resource = (index: number, attributes: Record<string, unknown>, type = "Player") => ({
  id: `/basketball/v2/players/${uuid(index)}`,
  type,
  attributes,
});

test("a Player who is injured, suspended or not active cannot play; without such data the player can", () => {
  const found = unavailablePlayers([
    resource(1, { isInjured: true }),
    resource(2, { isSuspended: true, isActive: false }),
    resource(3, { isInjured: false, isSuspended: false, isActive: true }),
    resource(4, { isInjured: null }),
    resource(5, {}),
    resource(6, { isInjured: true }, "Team"),
    { id: uuid(7), type: "Player" },
    { id: "no guid", type: "Player", attributes: { isInjured: true } },
  ]);
  expect([...found]).toEqual([
    [uuid(1), "injured"],
    [uuid(2), "suspended, not active"],
  ]);
  expect(unavailablePlayers(undefined).size).toBe(0);
});

test("unavailable players are excluded, and cannot be included", () => {
  const unavailable = new Map([[uuidOf("wr"), "injured"]]);
  const { entries } = tinyProblem("classic", POOL, {}, { unavailable });
  expect(entries.some(({ uuid }) => uuid === uuidOf("wr"))).toBe(false);
  const issues = issuesOf(() =>
    tinyProblem("classic", POOL, { include: { players: [player("wr")] } }, { unavailable }),
  );
  expect(issues).toMatchObject([{ code: "included-unavailable", source: { pointer: "/include/players/0" } }]);
  expect(issues[0]?.detail).toContain("injured");
});
