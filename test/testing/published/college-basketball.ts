import { always, different, type PublishedContests, roster, several } from "./rules.ts";

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
};
