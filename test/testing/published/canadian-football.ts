import { always, different, type PublishedContests, roster, several, stacked } from "./rules.ts";

export const canadianFootball: PublishedContests = {
  "canadian-football bookA classic": {
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
};
