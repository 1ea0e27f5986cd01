import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { loadCatalog, loadScoringTable } from "../../../src/platform/node/catalog.ts";
import type { ScoringTerm } from "../../../src/shared/schema/scoring.ts";

const SCORING = fileURLToPath(new URL("../../../scoring/", import.meta.url));

const TWO_POINTS = [
  "passingTwoPointConversions 2",
  "rushingTwoPointConversions 2",
  "receivingTwoPointConversions 2",
];
const FIELD_GOALS =
  "fieldGoalsMade: fieldGoalsMade0To39 3, fieldGoalsMade40To49 4, fieldGoalsMade50Plus 5, else 3";
const DEFENSE = [
  "defenseSacks 1",
  "defenseInterceptions 2",
  "defenseFumbleRecoveries 2",
  "defenseReturnTouchdowns+puntReturnsTouchdowns+kickReturnsTouchdowns 6",
  "defenseSafeties 2",
  "specialTeamsBlocks 2",
  "defenseConversions 2",
  "pointsAllowed from 0: 10, 1: 7, 7: 4, 14: 1, 21: 0, 28: -1, 35: -4",
];
const DOUBLES = "of points reboundsTotal assists steals blockedShots at 10";

/** The approved constants, by file and group. */
const AGREED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "american-football/bookA": {
    offense: [
      "passingTouchdowns 4",
      "passingYards 0.04",
      "passingYards>=300 3 by passingYards300Plus",
      "passingInterceptions -1",
      "rushingTouchdowns 6",
      "rushingYards 0.1",
      "rushingYards>=100 3 by rushingYards100Plus",
      "receivingTouchdowns 6",
      "receivingYards 0.1",
      "receivingYards>=100 3 by receivingYards100Plus",
      "receivingReceptions 1",
      "puntReturnsTouchdowns 6",
      "kickReturnsTouchdowns 6",
      "fumblesLost -1",
      ...TWO_POINTS,
      "ownFumbleRecoveryTouchdowns 6",
      "extraPointsMade 1",
      FIELD_GOALS,
    ],
    defense: DEFENSE,
  },
  "american-football/bookB": {
    offense: [
      "passingTouchdowns 4",
      "passingYards 0.04",
      "passingInterceptions -1",
      "rushingTouchdowns 6",
      "rushingYards 0.1",
      "receivingTouchdowns 6",
      "receivingYards 0.1",
      "receivingReceptions 0.5",
      "puntReturnsTouchdowns 6",
      "kickReturnsTouchdowns 6",
      "fumblesLost -2",
      ...TWO_POINTS,
      "ownFumbleRecoveryTouchdowns 6",
      "extraPointsMade 1",
      FIELD_GOALS,
    ],
    defense: DEFENSE,
  },
  "ice-hockey/bookA": {
    skaters: [
      "goals 8.5",
      "assists 5",
      "shotsOnGoal 1.5",
      "blockedShots 1.3",
      "shortHandedGoals+shortHandedAssists 2",
      "shootoutGoals 1.5",
      "goals>=3 3 by Poisson",
      "shotsOnGoal>=5 3 by Poisson",
      "blockedShots>=3 3 by Poisson",
      "goals+assists>=3 3 by Poisson",
    ],
    goalies: [
      "wins 6",
      "saves 0.7",
      "goalsAgainst -3.5",
      "shutouts 4",
      "overtimeLosses 2",
      "saves>=35 3 by Poisson",
    ],
  },
  "ice-hockey/bookB": {
    skaters: [
      "goals 12",
      "assists 8",
      "shotsOnGoal 1.6",
      "powerPlayGoals+powerPlayAssists 0.5",
      "shortHandedGoals+shortHandedAssists 2",
      "blockedShots 1.6",
    ],
    goalies: ["wins 12", "saves 0.8", "goalsAgainst -4", "shutouts 8"],
  },
  "basketball/bookA": {
    all: [
      "points 1",
      "threePointFieldGoalsMade 0.5",
      "reboundsTotal 1.25",
      "assists 1.5",
      "steals 2",
      "blockedShots 2",
      "turnovers -0.5",
      `2 ${DOUBLES}: 1.5 by probDoubleDouble`,
      `3 ${DOUBLES}: 3 by probTripleDouble`,
    ],
  },
  "basketball/bookB": {
    all: ["points 1", "reboundsTotal 1.2", "assists 1.5", "blockedShots 3", "steals 3", "turnovers -1"],
  },
};

/** The stats without a name in the specification of the prediction service's Performance resource. */
const NAMED_HERE = [
  "defenseConversions",
  "defenseFumbleRecoveries",
  "defenseReturnTouchdowns",
  "defenseSafeties",
  "extraPointsMade",
  "fieldGoalsMade0To39",
  "fieldGoalsMade40To49",
  "fieldGoalsMade50Plus",
  "fumblesLost",
  "goals",
  "goalsAgainst",
  "overtimeLosses",
  "ownFumbleRecoveryTouchdowns",
  "passingTwoPointConversions",
  "pointsAllowed",
  "powerPlayAssists",
  "powerPlayGoals",
  "puntReturnsTouchdowns",
  "receivingTwoPointConversions",
  "receivingYards100Plus",
  "rushingTwoPointConversions",
  "saves",
  "shootoutGoals",
  "shortHandedAssists",
  "shortHandedGoals",
  "shotsOnGoal",
  "shutouts",
  "specialTeamsBlocks",
  "wins",
];

test("the folder contains exactly the six tables and an outcomes table per sport", async () => {
  const files = (await readdir(SCORING, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(SCORING.length).replace(/^\//, ""));
  const names = Object.keys(AGREED);
  const sports = new Set(names.map((name) => name.split("/")[0]!));
  expect(files.sort()).toEqual(
    [...names, ...[...sports].map((sport) => `${sport}/outcomes`)].map((name) => `${name}.json`).sort(),
  );
});

test.each(Object.entries(AGREED))("%s matches the approved constants", async (name, agreed) => {
  const table = await loadScoringTable(`${SCORING}${name}.json`);
  expect(`${table.sport}/${table.book}`).toBe(name);
  expect(Object.fromEntries(table.groups.map(({ name, terms }) => [name, terms.map(showTerm)]))).toEqual(
    agreed,
  );
});

test("a stat states whether its name is in the specification", async () => {
  const { scoring } = await loadCatalog();
  const own = scoring.flatMap(({ stats }) => stats.filter(({ source }) => source === "named-here"));
  expect([...new Set(own.map(({ name }) => name))].sort()).toEqual(NAMED_HERE);
  const other = scoring.flatMap(({ stats }) => stats.filter(({ source }) => source !== "named-here"));
  expect(new Set(other.map(({ source }) => source))).toEqual(new Set(["specification"]));
});

function showTerm(term: ScoringTerm): string {
  switch (term.kind) {
    case "per-unit":
      return `${term.stats.join("+")} ${term.points}`;
    case "threshold": {
      const { probability, poisson } = term.projection;
      const ways = [probability, poisson && "Poisson"].filter((way) => typeof way === "string");
      return `${term.stats.join("+")}>=${term.minimum} ${term.points} by ${ways.join(" or ")}`;
    }
    case "categories":
      return `${term.count} of ${term.of.stats.join(" ")} at ${term.of.each}: ${term.points} by ${term.projection.probability}`;
    case "bracket":
      return `${term.stat} from ${term.brackets.map(({ from, points }) => `${from}: ${points}`).join(", ")}`;
    case "split":
      return `${term.whole}: ${term.parts.map(({ stat, points }) => `${stat} ${points}`).join(", ")}, else ${term.unknown.points}`;
  }
}
