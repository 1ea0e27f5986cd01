import { expect, test } from "vitest";
import { seatedElsewhere, seatedPosition } from "../../src/files/slate-inputs.ts";
import { FOOTBALL, read } from "./support.ts";

test.each([
  ["american-football", "RB", ["RB", "FLEX"], "RB"],
  ["american-football", "WR", ["TE", "FLEX"], "TE"],
  ["american-football", "WR", ["CPT", "FLEX"], "WR"],
  ["american-football", "WR", null, "WR"],
  ["american-football", "FB", ["RB", "FLEX"], "FB"],
  ["basketball", "PG/SG", ["SG", "PG", "G", "UTIL"], "PG/SG"],
  ["basketball", "PG", ["PG", "SF", "G", "F", "UTIL"], "PG/SF"],
  ["ice-hockey", "LW", ["W", "UTIL"], "LW"],
  ["ice-hockey", "C", ["W", "UTIL"], "W"],
  ["curling", "Lead", ["Skip"], "Lead"],
])("in %s a %s in the slots %j is requested as %s", (sport, position, slots, expected) => {
  expect(seatedPosition(sport, { position, slots })).toBe(expected);
});

test("counts players seated by another position", () => {
  expect(seatedElsewhere(read(FOOTBALL))).toBe(0);
  expect(seatedElsewhere(read(FOOTBALL.replace(",RB/FLEX,", ",TE/FLEX,")))).toBe(1);
});
