import { expect, test } from "vitest";
import { slateNote } from "../../../src/cli/input/lineup-input.ts";
import { FOOTBALL, lines, read } from "../../files/support.ts";

test("a slate is its sport, book and contest, and how many games, players and defenses it has", () => {
  expect(slateNote(read(FOOTBALL))).toBe("american-football bookA classic, 2 games, 3 players and 1 defense");
  const first = lines(...FOOTBALL.split("\n").slice(0, 2));
  expect(slateNote(read(first))).toBe("american-football bookA classic, 1 game, 1 player");
});
