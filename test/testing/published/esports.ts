import {
  always,
  captained,
  different,
  ofOneTeam,
  one,
  type PublishedContests,
  roster,
  several,
  withCaptain,
} from "./rules.ts";

const LEAGUE = ["TOP", "JNG", "MID", "ADC", "SUP", "TEAM"];

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
  "league-of-legends bookA classic-2015": {
    games: several,
    upload: "TOP JNG MID ADC SUP FLEX FLEX TEAM".split(" "),
    rules: {
      ...always(50_000),
      "roster-slots": roster({
        ...{ TOP: [1, "TOP"], JNG: [1, "JNG"], MID: [1, "MID"], ADC: [1, "ADC"], SUP: [1, "SUP"] },
        ...{ FLEX: [2, "TOP JNG MID ADC SUP"], TEAM: [1, "TEAM"] },
      }),
      "minimum-games": different("game", 2),
      "team-limits": ofOneTeam(4, ({ positions }) => !positions.includes("TEAM")),
    },
  },
  "counter-strike bookA classic": {
    games: several,
    upload: captained("FLEX"),
    rules: {
      ...withCaptain,
      "roster-slots": roster({ CPT: [1, "P"], FLEX: [5, "P"] }),
      "minimum-games": different("game", 2),
      "team-limits": ofOneTeam(3),
    },
  },
  "counter-strike bookA showdown": {
    games: one,
    upload: "CPT CPT FLEX FLEX".split(" "),
    rules: {
      ...withCaptain,
      "roster-slots": roster({ CPT: [2, "P"], FLEX: [2, "P"] }),
      "both-teams": different("team", 2),
    },
  },
  "call-of-duty bookA classic": {
    games: several,
    upload: "CPT FLEX FLEX FLEX FLEX TEAM".split(" "),
    rules: {
      ...withCaptain,
      "roster-slots": roster({ CPT: [1, "P TEAM"], FLEX: [4, "P"], TEAM: [1, "TEAM"] }),
      "minimum-games": different("game", 2),
      "team-limits": ofOneTeam(3),
    },
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
