import {
  always,
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
  stacked,
  yahoo,
} from "./rules.ts";

const football = {
  QB: [1, "QB"],
  RB: [2, "RB"],
  WR: [3, "WR"],
  TE: [1, "TE"],
  FLEX: [1, "RB WR TE"],
  DST: [1, "DST"],
} as const;

export const americanFootball: PublishedContests = {
  "american-football bookA classic": {
    games: several,
    upload: "QB RB RB WR WR WR TE FLEX DST".split(" "),
    rules: {
      "salary-cap": cost(50_000),
      "player-once": once,
      "roster-slots": roster(football),
      "minimum-games": different("game", 2),
      stack: stacked,
    },
  },
  "american-football bookB classic": {
    games: several,
    upload: "QB RB RB WR WR WR TE FLEX DEF".split(" "),
    rules: {
      "salary-cap": cost(60_000),
      "player-once": once,
      "roster-slots": roster(football),
      "minimum-games": different("game", 2),
      "minimum-teams": different("team", 3),
      "team-limits": ofOneTeam(4),
      stack: stacked,
    },
  },
  "american-football bookB classic-2017": {
    games: several,
    upload: "QB RB RB WR WR WR TE K D".split(" "),
    rules: {
      ...always(60_000),
      "roster-slots": roster({
        ...{ QB: [1, "QB"], RB: [2, "RB"], WR: [3, "WR"], TE: [1, "TE"], K: [1, "K"] },
        DST: [1, "DST"],
      }),
      "minimum-teams": different("team", 3),
      "team-limits": ofOneTeam(4),
      stack: stacked,
    },
  },
  "american-football bookA showdown": {
    games: one,
    upload: captained("FLEX"),
    rules: { ...captain("QB RB WR TE K DST", "FLEX"), stack: stacked },
  },
  "american-football bookB single": {
    games: one,
    upload: ["MVP - 1.5X Points", ...filled(5, "AnyFLEX")],
    rules: { ...single(60_000, "QB RB WR TE K D", { MVP: 1, AnyFLEX: 5 }, "MVP"), stack: stacked },
  },
  "american-football bookB single-2024": {
    games: one,
    upload: ["MVP - 1.5X Points", ...filled(4, "AnyFLEX")],
    rules: { ...single(60_000, "QB RB WR TE K D", { MVP: 1, AnyFLEX: 4 }), stack: stacked },
  },
  "american-football bookC classic": {
    games: several,
    upload: "QB RB RB WR WR WR TE FLEX DEF".split(" "),
    rules: {
      ...yahoo,
      "roster-slots": roster({
        ...{ QB: [1, "QB"], RB: [2, "RB"], WR: [3, "WR"], TE: [1, "TE"], FLEX: [1, "RB WR TE"] },
        DEF: [1, "DEF"],
      }),
    },
  },
  "american-football bookC single-game": {
    games: one,
    upload: ["SUPERSTAR", ...filled(4, "FLEX")],
    pays: { SUPERSTAR: 1.5 },
    rules: {
      ...always(135),
      "roster-slots": roster({ SUPERSTAR: [1, "QB RB WR TE DEF"], FLEX: [4, "QB RB WR TE DEF"] }),
      "minimum-teams": different("team", 2, ({ positions }) => !positions.includes("DEF")),
    },
  },
};
