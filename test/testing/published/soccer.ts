import {
  always,
  captain,
  captained,
  different,
  filled,
  ofOneTeam,
  one,
  type PublishedContests,
  roster,
  several,
} from "./rules.ts";

export const soccer: PublishedContests = {
  "soccer bookA classic": {
    games: several,
    upload: "F F M M D D GK UTIL".split(" "),
    rules: {
      ...always(50_000),
      "roster-slots": roster({
        ...{ F: [2, "F"], M: [2, "M"], D: [2, "D"], GK: [1, "GK"], UTIL: [1, "F M D"] },
      }),
      "minimum-games": different("game", 2),
      "minimum-teams": different("team", 3),
    },
  },
  "soccer bookA showdown": {
    games: one,
    upload: captained("FLEX"),
    rules: captain("F M D GK", "FLEX"),
  },
  "soccer bookA showdown-2018": {
    games: one,
    upload: filled(6, "FLEX"),
    rules: {
      ...always(50_000),
      "roster-slots": roster({ FLEX: [6, "F M D GK"] }),
      "both-teams": different("team", 2),
    },
  },
  "soccer bookB classic": {
    games: several,
    upload: [...filled(4, "FWD/MID"), "DEF", "DEF", "GK"],
    rules: {
      ...always(100),
      "roster-slots": roster({ "FWD/MID": [4, "FWD MID"], DEF: [2, "DEF"], GK: [1, "GK"] }),
      "team-limits": ofOneTeam(4),
    },
  },
};
