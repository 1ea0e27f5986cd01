import {
  always,
  captain,
  captained,
  different,
  filled,
  one,
  type PublishedContests,
  roster,
  several,
  single,
} from "./rules.ts";

export const collegeBasketball: PublishedContests = {
  "college-basketball bookA classic": {
    games: several,
    upload: "G G G F F F UTIL UTIL".split(" "),
    rules: {
      ...always(50_000),
      "roster-slots": roster({ G: [3, "G"], F: [3, "F"], UTIL: [2, "G F"] }),
      "minimum-games": different("game", 2),
    },
  },
  "college-basketball bookA showdown": {
    games: one,
    upload: captained("UTIL"),
    rules: captain("G F", "UTIL"),
  },
  "college-basketball bookB classic": {
    games: several,
    upload: "G G G G F F F UTIL".split(" "),
    rules: {
      ...always(60_000),
      "roster-slots": roster({ G: [4, "G"], F: [3, "F"], UTIL: [1, "G F"] }),
      "minimum-teams": different("team", 3),
    },
  },
  "college-basketball bookB single": {
    games: one,
    upload: ["MVP - 1.5X Points", ...filled(5, "UTIL")],
    rules: single(60_000, "G F", { MVP: 1, UTIL: 5 }, "MVP"),
  },
  "college-basketball bookB single-2024": {
    games: one,
    upload: ["MVP - 2X Points", "STAR - 1.5X Points", "PRO - 1.2X Points", "UTIL", "UTIL"],
    rules: single(60_000, "G F", { MVP: 1, STAR: 1, PRO: 1, UTIL: 2 }),
    pays: { MVP: 2, STAR: 1.5, PRO: 1.2 },
  },
};
