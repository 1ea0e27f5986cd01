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
  stacked,
} from "./rules.ts";

export const collegeFootball: PublishedContests = {
  "college-football bookA classic": {
    games: several,
    upload: "QB RB RB WR WR WR FLEX S-FLEX".split(" "),
    rules: {
      ...always(50_000),
      "roster-slots": roster({
        ...{ QB: [1, "QB"], RB: [2, "RB"], WR: [3, "WR"], FLEX: [1, "RB WR"] },
        "S-FLEX": [1, "QB RB WR"],
      }),
      "minimum-games": different("game", 2),
      stack: stacked,
    },
  },
  "college-football bookA showdown": {
    games: one,
    upload: captained("UTIL"),
    rules: { ...captain("QB RB WR K", "UTIL"), stack: stacked },
  },
  "college-football bookB classic": {
    games: several,
    upload: [..."QB RB RB WR WR WR".split(" "), "SUPER FLEX"],
    rules: {
      ...always(60_000),
      "roster-slots": roster({
        ...{ QB: [1, "QB"], RB: [2, "RB"], WR: [3, "WR"], "Super FLEX": [1, "QB RB WR"] },
      }),
      "minimum-games": different("game", 2),
      stack: stacked,
    },
  },
  "college-football bookB single": {
    games: one,
    upload: ["MVP - 1.5X Points", ...filled(5, "AnyFLEX")],
    rules: { ...single(60_000, "QB RB WR K", { MVP: 1, AnyFLEX: 5 }, "MVP"), stack: stacked },
  },
};
