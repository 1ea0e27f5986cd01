import { expect, test } from "vitest";
import { competitorsOf } from "../../../../src/contests/catalog/sports.ts";
import { ruleWords } from "../../../../src/contests/constraints/readers/contest-table.ts";
import { loadCatalog } from "../../../../src/platform/node/catalog.ts";
import { tinyClassic } from "../../../support/tiny-contests.ts";

const { contests } = await loadCatalog();

test("constraints describe a contest's rules, with those of the book in a list of their own", () => {
  const own = { maximum: 1, except: [], source: "invented" };
  const table = { ...tinyClassic, bookOnly: { ...tinyClassic.bookOnly, teamLimits: [own] } };
  expect(ruleWords(table)).toEqual({
    limits: [
      "players of at least 2 games",
      "players (DST not counted) of at least 2 teams",
      "at most 2 players (DST not counted) of one team",
    ],
    bookOnly: ["at most 1 player of one team"],
    offers: ["stack a QB with a WR of the same team"],
  });
});

test("every built-in contest of teams describes its rules", () => {
  const teams = contests.filter(({ sport }) => competitorsOf(sport) === "teams");
  expect(teams.length).toBeGreaterThan(10);
  for (const table of teams) expect(ruleWords(table).limits.length).toBeGreaterThan(0);
});
