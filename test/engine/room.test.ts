import { expect, test } from "vitest";
import { mostTeams, seatCount, seatsWhere } from "../../src/shared/roster.ts";
import { tinyClassic, tinyShowdown } from "../support/tiny-contests.ts";

test("a contest has the seats of all its slots", () => {
  expect(seatCount(tinyShowdown.slots)).toBe(3);
  expect(seatCount([{ count: 2 }, { count: 1 }, { count: 4 }])).toBe(7);
  expect(seatCount([])).toBe(0);
});

test("seats are counted slot by slot, by the positions they accept", () => {
  expect(seatsWhere(tinyShowdown, () => true)).toBe(3);
  expect(seatsWhere(tinyClassic, (accepts) => accepts.includes("WR"))).toBe(2);
  expect(seatsWhere(tinyClassic, (accepts) => accepts.includes("XX"))).toBe(0);
});

test("a game has two teams; any number of games has any number of teams", () => {
  expect(mostTeams(tinyShowdown)).toBe(2);
  expect(mostTeams({ games: { ...tinyShowdown.games, maximum: 3 } })).toBe(6);
  expect(mostTeams(tinyClassic)).toBeNull();
});
