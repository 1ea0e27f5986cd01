import { ofOneTeam, type PublishedContests, roster, withCaptain } from "./rules.ts";

export const formula1: PublishedContests = {
  "formula-1 bookA showdown": {
    games: (count) => count >= 1,
    upload: "CPT D D D D CNSTR".split(" "),
    rules: {
      ...withCaptain,
      "roster-slots": roster({ CPT: [1, "D"], D: [4, "D"], CNSTR: [1, "CNSTR"] }),
      "team-limits": ofOneTeam(2),
    },
  },
};
