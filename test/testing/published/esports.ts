import type { PublishedRules } from "../../../src/testing/contests/published.ts";
import {
  captained,
  different,
  ofOneTeam,
  type PublishedContests,
  roster,
  several,
  withCaptain,
} from "./rules.ts";

const LEAGUE = ["TOP", "JNG", "MID", "ADC", "SUP", "TEAM"];

const shooters: PublishedRules = {
  ...withCaptain,
  "roster-slots": roster({ CPT: [1, "P"], FLEX: [5, "P"] }),
  "minimum-games": different("game", 2),
  "team-limits": ofOneTeam(3),
};

export const esports: PublishedContests = {
  "league-of-legends bookA classic": {
    games: several,
    upload: ["CPT", ...LEAGUE],
    rules: {
      ...withCaptain,
      "roster-slots": roster({
        CPT: [1, LEAGUE.join(" ")],
        ...Object.fromEntries(LEAGUE.map((role) => [role, [1, role] as const])),
      }),
      "minimum-games": different("game", 2),
      "team-limits": ofOneTeam(4),
    },
  },
  "counter-strike bookA classic": {
    games: several,
    upload: captained("FLEX"),
    rules: shooters,
  },
  "call-of-duty bookA classic": {
    games: several,
    upload: captained("FLEX"),
    rules: shooters,
  },
  "dota-2 bookA classic": {
    games: several,
    upload: "CPT CORE CORE CORE SUPP SUPP TEAM".split(" "),
    rules: {
      ...withCaptain,
      "roster-slots": roster({
        ...{ CPT: [1, "CORE SUPP TEAM"], CORE: [3, "CORE"], SUPP: [2, "SUPP"], TEAM: [1, "TEAM"] },
      }),
      "minimum-games": different("game", 2),
    },
  },
};
