import { always, ofOneGame, type PublishedContests, roster, several, withCaptain } from "./rules.ts";

const MVP = "MVP - 1.5X Points";

export const mma: PublishedContests = {
  "mma bookA classic": {
    games: several,
    upload: "F F F F F F".split(" "),
    rules: { ...always(50_000), "roster-slots": roster({ F: [6, "F"] }) },
  },
  "mma bookA showdown": {
    games: several,
    upload: "CPT F F F F F".split(" "),
    rules: { ...withCaptain, "roster-slots": roster({ CPT: [1, "F"], F: [5, "F"] }) },
  },
  "mma bookB classic": {
    games: several,
    upload: [MVP, ..."F F F F F".split(" ")],
    rules: {
      ...always(100),
      "roster-slots": roster({ MVP: [1, "F"], F: [5, "F"] }),
      "game-limits": ofOneGame(1),
    },
  },
};
