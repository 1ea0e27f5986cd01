import { always, different, type PublishedContests, roster, several } from "./rules.ts";

export const euroleague: PublishedContests = {
  "euroleague bookA classic": {
    games: several,
    upload: "G G F F F UTIL".split(" "),
    rules: {
      ...always(50_000),
      "roster-slots": roster({ G: [2, "G"], F: [3, "F"], UTIL: [1, "G F"] }),
      "minimum-games": different("game", 2),
    },
  },
};
