import { describe, expect, test } from "vitest";
import { FANDUEL_FOOTBALL, FOOTBALL, lines, read, withoutLines } from "./support.ts";

/**
 * Puts the pool's rows to the right of `rows`, with the header on line `from`; rows are padded to `width`
 * cells.
 */
function embed(rows: readonly string[], from: number, width: number, pool: string): string {
  const right = pool.trimEnd().split("\n");
  const count = Math.max(rows.length, from - 1 + right.length);
  return lines(
    ...Array.from({ length: count }, (_, index) => {
      const left = (rows[index] ?? "").split(",");
      const cells = Array.from({ length: width }, (_, cell) => left[cell] ?? "");
      return [...cells, right[index - from + 1] ?? ""].join(",");
    }),
  );
}

const SLOTS = "QB,RB,RB,WR,WR,WR,TE,FLEX,DST";
const entry = (id: number) =>
  `${id},Big Contest,55,$4 ,Ado Kessby (101),Bor Lander(102),,,,,,Bor Lander (103),Moles  (104)`;

const slateOf = (text: string) => withoutLines(read(text));

describe("a pool embedded to the right", () => {
  test("of DraftKings' upload template", () => {
    const rows = [`${SLOTS},,Instructions`, `${",".repeat(10)}1. Locate the player`, "", "", "", " "];
    expect(slateOf(embed(rows, 8, 10, FOOTBALL))).toEqual(slateOf(FOOTBALL));
  });

  test.each([1, 3, 20])("of DraftKings' entries file with %i entries", (count) => {
    const entries = Array.from({ length: count }, (_, index) => entry(4_606_000_000 + index));
    const rows = [`Entry ID,Contest Name,Contest ID,Entry Fee,${SLOTS},,Instructions`, ...entries];
    expect(slateOf(embed(rows, 8, 14, FOOTBALL))).toEqual({
      ...slateOf(FOOTBALL),
      slotRow: SLOTS.split(","),
    });
  });

  test("of DraftKings' entries file whose names are locked", () => {
    const locked = FOOTBALL.replace("(101)", "(101) (LOCKED)").replace(
      "RAV@TIN 10/15/2023 01:00PM ET",
      "In Progress",
    );
    const slate = read(embed([`Entry ID,Contest Name,Contest ID,Entry Fee,${SLOTS}`], 8, 14, locked));
    expect(slate.leftOut).toMatchObject([{ reason: "game-started", listing: { name: "Ado Kessby" } }]);
    expect(slate.entries).toHaveLength(3);
  });

  const withNames = FANDUEL_FOOTBALL.replace("Id,", "Player ID + Player Name,Id,").replace(
    /^(9-\d),(.*?,.*?,(.*?),)/gm,
    "$1:$3,$1,$2",
  );

  test("of FanDuel's upload template", () => {
    const rows = ['"QB","RB","RB"', "", "", "", "", ""].map((row) => row.replaceAll('"', ""));
    expect(slateOf(embed(rows, 7, 10, withNames))).toEqual(slateOf(FANDUEL_FOOTBALL));
  });

  test("of FanDuel's entries file", () => {
    const rows = [
      "entry_id,contest_id,contest_name,QB,RB,RB,WR,WR,WR,TE,FLEX,DEF",
      ...Array(12).fill("15,9-22,A league,9-1,9-2,,,,,,,9-7"),
    ];
    const slotRow = SLOTS.replace("DST", "DEF").split(",");
    expect(slateOf(embed(rows, 7, 13, withNames))).toEqual({ ...slateOf(FANDUEL_FOOTBALL), slotRow });
  });
});
