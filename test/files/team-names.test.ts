import { expect, test } from "vitest";
import { canonicalTeam } from "../../src/contests/catalog/sports.ts";

test.each([
  ["american-football", "ARI ARZ", "GB GNB", "JAX JAC", "KC KAN", "LAC SD", "LAR LA", "LV LVR OAK", "NE NEP"],
  [
    "american-football",
    "BAL BLT",
    "CLE CLV",
    "HOU HST",
    "IND CLT",
    "NO NOR NOS",
    "SF SFO",
    "TB TBB",
    "TEN OTI",
  ],
  ["american-football", "WAS WSH WFT"],
  ["basketball", "BKN BRK NJN", "CHA CHO", "GS GSW", "NO NOP NOR", "NY NYK", "PHO PHX", "SA SAS", "UTA UTAH"],
  ["basketball", "WAS WSH"],
  [
    "ice-hockey",
    "ANA ANH",
    "CGY CAL",
    "CLS CBJ",
    "LA LAK",
    "MON MTL",
    "NAS NSH",
    "NJ NJD",
    "SJ SJS",
    "TB TBL",
  ],
  ["ice-hockey", "UTA UTAH UHC", "VGK VEG VGS", "WAS WSH", "WPG WIN"],
])("in %s all abbreviations of each of these teams are the same team: %s, %s", (sport, ...teams) => {
  const canonical = teams.map((names) => new Set(names.split(" ").map((name) => canonicalTeam(sport, name))));
  for (const spellings of canonical) expect([...spellings]).toHaveLength(1);
  expect(new Set(canonical.flatMap((spellings) => [...spellings])).size).toBe(teams.length);
});

test("a team's abbreviations are equivalent, sport by sport", () => {
  expect(canonicalTeam("american-football", "jac")).toBe(canonicalTeam("american-football", "JAX"));
  expect(canonicalTeam("ice-hockey", "LA")).toBe(canonicalTeam("ice-hockey", "L.A.K."));
  expect(canonicalTeam("american-football", "LA")).not.toBe(canonicalTeam("american-football", "LAC"));
  expect(canonicalTeam("golf", "x")).toBe("X");
});
