import {
  captain,
  captained,
  cost,
  different,
  ofOneTeam,
  once,
  one,
  type PublishedContests,
  roster,
  several,
} from "./rules.ts";

export const basketball: PublishedContests = {
  "basketball bookA classic": {
    games: several,
    upload: "PG SG SF PF C G F UTIL".split(" "),
    rules: {
      "salary-cap": cost(50_000),
      "player-once": once,
      "roster-slots": roster({
        ...{ PG: [1, "PG"], SG: [1, "SG"], SF: [1, "SF"], PF: [1, "PF"], C: [1, "C"] },
        ...{ G: [1, "PG SG"], F: [1, "SF PF"], UTIL: [1, "PG SG SF PF C"] },
      }),
      "minimum-games": different("game", 2),
    },
  },
  "basketball bookA showdown": {
    games: one,
    upload: captained("UTIL"),
    rules: captain("PG SG SF PF C", "UTIL"),
  },
  "basketball bookB classic": {
    games: several,
    upload: "PG PG SG SG SF SF PF PF C".split(" "),
    rules: {
      "salary-cap": cost(60_000),
      "player-once": once,
      "roster-slots": roster({ PG: [2, "PG"], SG: [2, "SG"], SF: [2, "SF"], PF: [2, "PF"], C: [1, "C"] }),
      "team-limits": ofOneTeam(4),
    },
  },
};
