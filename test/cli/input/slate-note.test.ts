import { expect, test } from "vitest";
import { slateNote } from "../../../src/cli/input/lineup-input.ts";
import { FOOTBALL, lines, read } from "../../files/support.ts";

test("a slate is described by sport, book and contest, and its numbers of games, players and defenses", () => {
  expect(slateNote(read(FOOTBALL))).toBe(
    "DraftKings american-football classic, 2 games, 3 players and 1 defense",
  );
  const first = lines(...FOOTBALL.split("\n").slice(0, 2));
  expect(slateNote(read(first))).toBe("DraftKings american-football classic, 1 game, 1 player");
});
