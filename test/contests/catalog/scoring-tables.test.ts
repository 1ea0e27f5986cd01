import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { builtInCatalog } from "../../../src/platform/node/catalog.ts";
import { bookFileName } from "../../../src/shared/books.ts";
import type { ScoringTerm } from "../../../src/shared/schema/scoring.ts";

const SCORING = fileURLToPath(new URL("../../../scoring/", import.meta.url));

const PASSES = "passingTouchdowns 4; passingYards 0.04";
const KICKS = "fieldGoalsMade: fieldGoalsMade0To39 3, fieldGoalsMade40To49 4, fieldGoalsMade50Plus 5, else 3";
const TWO_POINTS = `passingTwoPointConversions 2; rushingTwoPointConversions 2;
  receivingTwoPointConversions 2; ownFumbleRecoveryTouchdowns 6`;
const PROFESSIONAL = `${PASSES}; passingYards>=300 3 by passingYards300Plus; passingInterceptions -1;
  rushingTouchdowns 6; rushingYards 0.1; rushingYards>=100 3 by rushingYards100Plus;
  receivingTouchdowns 6; receivingYards 0.1; receivingYards>=100 3 by receivingYards100Plus;
  receivingReceptions 1; puntReturnsTouchdowns 6; kickReturnsTouchdowns 6; fumblesLost -1; ${TWO_POINTS};
  extraPointsMade 1; ${KICKS}`;
const WITHOUT_BONUSES = `${PASSES}; passingInterceptions -1; rushingTouchdowns 6; rushingYards 0.1;
  receivingTouchdowns 6; receivingYards 0.1; receivingReceptions 0.5; puntReturnsTouchdowns 6;
  kickReturnsTouchdowns 6; fumblesLost -2; ${TWO_POINTS}`;
const DEFENSE = `defenseSacks 1; defenseInterceptions 2; defenseFumbleRecoveries 2;
  defenseReturnTouchdowns+puntReturnsTouchdowns+kickReturnsTouchdowns 6; defenseSafeties 2;
  specialTeamsBlocks 2; defenseConversions 2; pointsAllowed from 0: 10, 1: 7, 7: 4, 14: 1, 21: 0, 28: -1, 35: -4`;
const BASKETBALL_A = {
  all: `points 1; threePointFieldGoalsMade 0.5; reboundsTotal 1.25; assists 1.5; steals 2; blockedShots 2;
    turnovers -0.5; 2 of points reboundsTotal assists steals blockedShots at 10: 1.5 by probDoubleDouble;
    3 of points reboundsTotal assists steals blockedShots at 10: 3 by probTripleDouble`,
};
const BASKETBALL_B = {
  all: "points 1; reboundsTotal 1.2; assists 1.5; blockedShots 3; steals 3; turnovers -1",
};
const CHANCES = "probTop5 5, probTop10 10, probTop20 20, probTop30 30, probCut 65";
const SOCCER_A = `goals 10; assists 6; shots 1; shotsOnGoal 1; crosses 0.7; shotsAssisted 1;
  accuratePasses 0.02; foulsDrawn 1; foulsCommitted -0.5; tacklesWon 1; yellowCards -1.5; redCards -3;
  shootoutGoals 1.5; shootoutMisses -1`;
const SOCCER_B = `goals 15; assists 7; shots 1; shotsOnGoal 4; crosses 0.5; chancesCreated 2.5;
  tacklesWon 1.6; blockedShots 1.6; clearances 1.6; interceptions 1.6; foulsDrawn 1; penaltiesMissed -3;
  yellowCards -1; redCards -3`;

/** The tables whose every term published box scores check: `box-scores.test.ts`. */
const PLAYED = ["american-football", "basketball", "ice-hockey"].flatMap((sport) => [
  `${sport}/bookA`,
  `${sport}/bookB`,
]);

/** The approved constants of all others, by file and group. */
const AGREED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "american-football/bookC": {
    offense: WITHOUT_BONUSES,
    defense: DEFENSE.replace("defenseConversions 2; ", ""),
  },
  "ice-hockey/bookC": {
    skaters: `goals 6; assists 4; plusMinus 2; powerPlayGoals+powerPlayAssists 2; shotsOnGoal 0.9;
      blockedShots 1`,
    goalies: "wins 5; saves 0.6; goalsAgainst -3; shutouts 5",
  },
  "basketball/bookC": BASKETBALL_B,
  "college-basketball/bookA": BASKETBALL_A,
  "college-basketball/bookB": BASKETBALL_B,
  "euroleague/bookA": BASKETBALL_A,
  "wnba/bookA": BASKETBALL_A,
  "wnba/bookB": BASKETBALL_B,
  "baseball/bookA": {
    hitters: `singles 3; doubles 5; triples 8; homeRuns 10; runsBattedIn 2; runs 2; walks 2; hitByPitch 2;
      stolenBases 5`,
    pitchers: `outs 0.75; strikeouts 2; wins 4; earnedRuns -2; hitsAllowed -0.6; walksAllowed -0.6;
      hitBatsmen -0.6; completeGames 2.5; completeGameShutouts 2.5; noHitters 5`,
  },
  "baseball/bookB": {
    hitters: `singles 3; doubles 6; triples 9; homeRuns 12; runsBattedIn 3.5; runs 3.2; walks 3; hitByPitch 3;
      stolenBases 6`,
    pitchers: "outs 1; strikeouts 3; wins 6; qualityStarts 4; earnedRuns -3",
  },
  "baseball/bookC": {
    hitters: `singles 2.6; doubles 5.2; triples 7.8; homeRuns 10.4; runsBattedIn 1.9; runs 1.9; walks 2.6;
      hitByPitch 2.6; stolenBases 4.2`,
  },
  "college-football/bookA": { offense: PROFESSIONAL },
  "college-football/bookB": { offense: `${WITHOUT_BONUSES}; extraPointsMade 1; ${KICKS}` },
  "canadian-football/bookA": {
    offense: `${PROFESSIONAL}; returnYards 0.05; singles 1`,
    defense: DEFENSE,
  },
  "ufl/bookA": {
    offense: `${PROFESSIONAL}; onePointConversions 1; threePointConversions 3`,
    defense: DEFENSE,
  },
  "league-of-legends/bookA": {
    players: `kills 3; assists 2; deaths -1; creepScore 0.02; gamesWith10KillsOrAssists 2;
      gamesNotPlayed 20`,
  },
  "dota-2/bookA": {
    players: `kills 3; assists 2; deaths -1; lastHits 0.02; denies 0.02; gamesWith20KillsOrAssists 2;
      winsUnder25Minutes 15; gamesNotPlayed 30`,
  },
  "call-of-duty/bookA": {
    players: "kills 2; deaths -1; plantsAndDefuses 3; hardpointSeconds 0.1; captures 1",
    teams: "matchWins 10; gameWins 4; roundWins 0.5",
  },
  "formula-1/bookA": {
    drivers: `finishPosition from 1: 25, 2: 18, 3: 15, 4: 12, 5: 10, 6: 8, 7: 6, 8: 4, 9: 2, 10: 1, 11: 0
      by finishPoints, probWin 1, probTop3 3, probTop6 6, probTop10 10;
      lapsLed 0.1; fastestLaps 3; beatTeammate 5; classified 1`,
  },
  "golf/bookA": {
    tournament: `albatrosses 13; eagles 8; birdies 3; pars 0.5; bogeys -0.5; doubleBogeysOrWorse -1;
      birdieStreaks 3; bogeyFreeRounds 3; allRoundsUnder70 5; holesInOne 5;
      finishPosition from 1: 30, 2: 20, 3: 18, 4: 16, 5: 14, 6: 12, 7: 10, 8: 9, 9: 8, 10: 7, 11: 6, 16: 5,
      21: 4, 26: 3, 31: 2, 41: 1, 51: 0 by finishPoints, probWin 1, probTop3 3, ${CHANCES}`,
    "single round": `albatrosses 16; eagles 11; birdies 5.75; pars 1.5; bogeys -1.8;
      doubleBogeysOrWorse -3.9; birdieStreaks 5; bogeyFreeRounds 5; holesInOne 5`,
  },
  "golf/bookB": {
    tournament: `eaglesOrBetter 7; birdies 3.1; pars 0.5; bogeys -1; doubleBogeysOrWorse -3;
      birdieStreakHoles 0.6; bounceBacks 0.3; bogeyFreeRounds 5; roundsWith5Birdies 4;
      finishPosition from 1: 20, 2: 12, 6: 8, 11: 5, 26: 0 by finishPoints, probWin 1, probTop3 3, ${CHANCES}`,
  },
  "golf/bookC": {
    tournament: `albatrosses 15; eagles 9; birdies 3.5; pars 0.5; bogeys -1.3; doubleBogeysOrWorse -5;
      bogeyFreeRounds 5; holesInOne 5; birdieStreaksOf3 3; birdieStreaksOf4 5; birdieStreaksOf5 10;
      birdieStreaksOf6 18; finishPosition from 1: 25, 2: 12, 3: 10, 4: 8, 11: 3, 21: 0
      by finishPoints, probWin 1, probTop3 3, ${CHANCES}`,
  },
  "mma/bookA": {
    fighters: `strikes 0.2; significantStrikes 0.2; controlSeconds 0.03; takedowns 5; reversals 5;
      knockdowns 10; winsRound1 90; winsRound2 70; winsRound3 45; winsRound4 40; winsRound5 40;
      winsDecision 30; quickWins 25`,
  },
  "mma/bookB": {
    fighters: `significantStrikes 0.6; takedowns 6; takedownsDefended 3; submissionAttempts 5; knockdowns 12;
      winsRound1 100; winsRound2 75; winsRound3 50; winsRound4 35; winsRound5 25; winsDecision 20`,
  },
  "nascar/bookA": {
    drivers: `finishPosition from 1: 45, 2: 42, 3: 41, 4: 40, 5: 39, 6: 38, 7: 37, 8: 36, 9: 35, 10: 34,
      11: 32, 12: 31, 13: 30, 14: 29, 15: 28, 16: 27, 17: 26, 18: 25, 19: 24, 20: 23, 21: 21, 22: 20,
      23: 19, 24: 18, 25: 17, 26: 16, 27: 15, 28: 14, 29: 13, 30: 12, 31: 10, 32: 9, 33: 8, 34: 7, 35: 6,
      36: 5, 37: 4, 38: 3, 39: 2, 40: 1, 41: 0 by finishPoints, mean;
      startPosition-finishPosition 1; lapsLed 0.25; fastestLaps 0.45`,
  },
  "nascar/bookB": {
    drivers: `finishPosition from 1: 43, 2: 40, 3: 38, 4: 37, 5: 36, 6: 35, 7: 34, 8: 33, 9: 32, 10: 31,
      11: 30, 12: 29, 13: 28, 14: 27, 15: 26, 16: 25, 17: 24, 18: 23, 19: 22, 20: 21, 21: 20, 22: 19,
      23: 18, 24: 17, 25: 16, 26: 15, 27: 14, 28: 13, 29: 12, 30: 11, 31: 10, 32: 9, 33: 8, 34: 7, 35: 6,
      36: 5, 37: 4, 38: 3, 39: 2, 40: 1, 41: 0 by finishPoints, mean;
      startPosition-finishPosition 0.5; lapsLed 0.1; lapsCompleted 0.1`,
  },
  "soccer/bookA": {
    "forwards and midfielders": `${SOCCER_A}; interceptions 0.5`,
    defenders: `${SOCCER_A}; interceptions 0.5; cleanSheets 3`,
    goalkeepers: `${SOCCER_A}; saves 2; goalsConceded -2; cleanSheets 5; wins 5; penaltySaves 3;
      shootoutSaves 1.5`,
  },
  "soccer/bookB": {
    "forwards and midfielders": SOCCER_B,
    defenders: `${SOCCER_B}; cleanSheets 5; goalsConceded -0.6`,
    goalkeepers: `${SOCCER_B}; cleanSheets 8; goalsConceded -2.5; saves 2.5; penaltySaves 2.5; wins 6`,
  },
  "tennis/bookA": {
    "best of three": `matchesPlayed 30; gamesWon 2.5; gamesLost -2; setsWon 6; setsLost -3; wins 6; aces 0.4;
      doubleFaults -1; breaks 0.75; cleanSets 4; straightSetsWins 6; retirementWinsSet1 20;
      retirementWinsSet2 15; retirementWinsSet3 10; doubleFaults from 0: 2.5, 1: 0; aces>=10 2 by Poisson`,
    "best of five": `matchesPlayed 30; gamesWon 2; gamesLost -1.6; setsWon 5; setsLost -2.5; wins 5;
      aces 0.25; doubleFaults -1; breaks 0.5; cleanSets 2.5; straightSetsWins 5; retirementWinsSet1 20;
      retirementWinsSet2 16; retirementWinsSet3 12; retirementWinsSet4 8; retirementWinsSet5 8;
      doubleFaults from 0: 5, 1: 0; aces>=15 2 by Poisson`,
  },
};

/** The sports with standings, and the table for any other. */
const OWNED = [
  ...["american-football", "any", "baseball", "basketball", "college-football", "golf", "ice-hockey", "mma"],
];

test("the folder contains exactly these tables, outcomes of their sports and those of the contests, and ownership", async () => {
  const files = (await readdir(SCORING, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(SCORING.length).replace(/^\//, ""));
  const names = [...PLAYED, ...Object.keys(AGREED)];
  const sports = new Set([...names.map((name) => name.split("/")[0]!), ...builtInCatalog.sports]);
  expect(files.sort()).toEqual(
    [
      ...names,
      ...[...sports].map((sport) => `${sport}/outcomes`),
      ...OWNED.map((sport) => `${sport}/ownership`),
    ]
      .map((name) => fileOf(name))
      .sort(),
  );
});

/** The file of `golf/bookA`. */
const fileOf = (name: string) => `${name.replace(/book\w+$/, bookFileName)}.json`;

const inOneLine = (text: string) => text.replace(/\s+/g, " ");

test.each(Object.entries(AGREED))("%s matches the approved constants", async (name, agreed) => {
  const [sport = "", book = ""] = name.split("/");
  const table = await builtInCatalog.scoringTable(sport, book);
  expect(table.groups.map(({ name, terms }) => [name, terms.map(showTerm).join("; ")])).toEqual(
    Object.entries(agreed).map(([group, terms]) => [group, inOneLine(terms)]),
  );
});

function showTerm(term: ScoringTerm): string {
  switch (term.kind) {
    case "per-unit":
      return `${[term.stats.join("+"), ...(term.minus ?? [])].join("-")} ${term.points}`;
    case "place": {
      const { expected, chances, interpolated } = term.projection;
      const ways = [expected, ...chances.map(({ stat, to }) => `${stat} ${to}`), interpolated && "mean"];
      return `${term.stat} from ${term.brackets.map(({ from, points }) => `${from}: ${points}`).join(", ")} by ${ways.filter((way) => typeof way === "string").join(", ")}`;
    }
    case "threshold": {
      const { probability, poisson } = term.projection;
      const ways = [probability, poisson && "Poisson"].filter((way) => typeof way === "string");
      const option = term.option === undefined ? "" : ` if ${term.option}`;
      return `${term.stats.join("+")}>=${term.minimum} ${term.points} by ${ways.join(" or ")}${option}`;
    }
    case "categories":
      return `${term.count} of ${term.of.stats.join(" ")} at ${term.of.each}: ${term.points} by ${term.projection.probability}`;
    case "bracket":
      return `${term.stat} from ${term.brackets.map(({ from, points }) => `${from}: ${points}`).join(", ")}`;
    case "split":
      return `${term.whole}: ${term.parts.map(({ stat, points }) => `${stat} ${points}`).join(", ")}, else ${term.unknown.points}`;
  }
}
