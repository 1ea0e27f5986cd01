import {
  captain,
  captained,
  cost,
  different,
  filled,
  ofOneTeam,
  once,
  one,
  type PublishedContests,
  roster,
  several,
  single,
  yahoo,
} from "./rules.ts";

export const basketball: PublishedContests = {
  "basketball bookA classic": {
    games: several,
    upload: "PG SG SF PF C G F UTIL".split(" "),
    rules: {
      "salary-cap": cost(50_000),
      "player-once": once,
      "roster-slots": roster({
        ...{ PG: [1, "PG"], SG: [1, "SG"], SF: [1, "SF"], PF: [1, "PF"], C: [1, "C"] },
        ...{ G: [1, "PG SG"], F: [1, "SF PF"], UTIL: [1, "PG SG SF PF C"] },
      }),
      "minimum-games": different("game", 2),
    },
  },
  "basketball bookA showdown": {
    games: one,
    upload: captained("UTIL"),
    rules: captain("PG SG SF PF C", "UTIL"),
  },
  "basketball bookA tiers": {
    games: several,
    upload: "T1 T2 T3 T4 T5 T6".split(" "),
    rules: {
      "player-once": once,
      "roster-slots": roster({
        ...{ T1: [1, "T1"], T2: [1, "T2"], T3: [1, "T3"], T4: [1, "T4"], T5: [1, "T5"], T6: [1, "T6"] },
      }),
      "minimum-games": different("game", 2),
    },
  },
  "basketball bookB classic": {
    games: several,
    upload: "PG PG SG SG SF SF PF PF C".split(" "),
    rules: {
      "salary-cap": cost(60_000),
      "player-once": once,
      "roster-slots": roster({ PG: [2, "PG"], SG: [2, "SG"], SF: [2, "SF"], PF: [2, "PF"], C: [1, "C"] }),
      "team-limits": ofOneTeam(4),
    },
  },
  "basketball bookB single": {
    games: one,
    upload: ["MVP - 1.5X Points", ...filled(5, "UTIL")],
    rules: single(60_000, "PG SG SF PF C", { MVP: 1, UTIL: 5 }, "MVP"),
  },
  "basketball bookB single-2024": {
    games: one,
    upload: ["MVP - 2X Points", "STAR - 1.5X Points", "PRO - 1.2X Points", "UTIL", "UTIL"],
    rules: single(60_000, "PG SG SF PF C", { MVP: 1, STAR: 1, PRO: 1, UTIL: 2 }),
    pays: { MVP: 2, STAR: 1.5, PRO: 1.2 },
  },
  "basketball bookC classic": {
    games: several,
    upload: "PG SG G SF PF F C UTIL".split(" "),
    rules: {
      ...yahoo,
      "roster-slots": roster({
        ...{ PG: [1, "PG"], SG: [1, "SG"], G: [1, "PG SG"], SF: [1, "SF"], PF: [1, "PF"] },
        ...{ F: [1, "SF PF"], C: [1, "C"], UTIL: [1, "PG SG SF PF C"] },
      }),
    },
  },
};
