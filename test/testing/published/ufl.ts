import {
  always,
  captain,
  captained,
  different,
  one,
  type PublishedContests,
  roster,
  several,
  stacked,
} from "./rules.ts";

export const ufl: PublishedContests = {
  "ufl bookA classic": {
    games: several,
    upload: "QB RB WR/TE WR/TE FLEX FLEX DST".split(" "),
    rules: {
      ...always(50_000),
      "roster-slots": roster({
        ...{ QB: [1, "QB"], RB: [1, "RB"], "WR/TE": [2, "WR TE"], FLEX: [2, "RB WR TE"], DST: [1, "DST"] },
      }),
      "minimum-games": different("game", 2),
      "minimum-teams": different("team", 2),
      stack: stacked,
    },
  },
  "ufl bookA classic-2020": {
    games: several,
    upload: "QB RB WR WR FLEX FLEX DST".split(" "),
    rules: {
      ...always(50_000),
      "roster-slots": roster({
        ...{ QB: [1, "QB"], RB: [1, "RB"], WR: [2, "WR"], FLEX: [2, "RB WR"], DST: [1, "DST"] },
      }),
      "minimum-games": different("game", 2),
      "minimum-teams": different("team", 2),
      stack: stacked,
    },
  },
  "ufl bookA showdown": {
    games: one,
    upload: captained("FLEX"),
    rules: { ...captain("QB RB WR TE K DST", "FLEX"), stack: stacked },
  },
};
