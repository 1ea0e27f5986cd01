import { describe, expect, test } from "vitest";
import { checkSizes, parseContestTable } from "../../../src/contests/catalog/contest.ts";
import {
  type ContestTable,
  ruleShape,
  ruleWords,
} from "../../../src/contests/constraints/readers/contest-table.ts";
import { tinyClassic } from "../../support/tiny-contests.ts";

/** The tiny contest with this many seats in its first slot, and three more. */
const sized = (count: number): ContestTable => ({
  ...tinyClassic,
  slots: tinyClassic.slots.map((slot, index) => (index === 0 ? { ...slot, count } : slot)),
});
const withGames = (minimum: number, maximum: number | null): ContestTable => ({
  ...tinyClassic,
  games: { ...tinyClassic.games, minimum, maximum },
});
const placesOf = (table: ContestTable) => [...checkSizes(table)].map(({ path }) => path.join("."));

describe("a contest's limits", () => {
  test("allow at most 40 seats", () => {
    expect(placesOf(sized(37))).toEqual([]);
    expect(placesOf(sized(38))).toEqual(["slots"]);
  });

  test("have a minimum of games not above the maximum", () => {
    expect(placesOf(withGames(3, 3))).toEqual([]);
    expect(placesOf(withGames(3, null))).toEqual([]);
    expect(placesOf(withGames(4, 3))).toEqual(["games.minimum"]);
  });
});

test("a table may omit every rule", () => {
  const optional = [...Object.keys(ruleShape), "unseated"];
  expect(Object.keys(tinyClassic)).toEqual(expect.arrayContaining(optional));
  const bare = Object.fromEntries(Object.entries(tinyClassic).filter(([field]) => !optional.includes(field)));
  const table = parseContestTable(bare, "mine.json");
  expect(ruleWords(table)).toEqual({ limits: [], bookOnly: [], offers: [] });
  expect(table).toMatchObject({ ...bare, unseated: [] });
  expect(Object.keys(table)).toEqual(expect.arrayContaining(optional));
});

test("an upload column may have any name that the book uses", () => {
  const [first, ...others] = tinyClassic.slots;
  const slots = [{ ...first!, uploadColumn: "MVP - 1.5X Points" }, ...others];
  expect(parseContestTable({ ...tinyClassic, slots }, "mine.json").slots[0]!.uploadColumn).toBe(
    "MVP - 1.5X Points",
  );
});
