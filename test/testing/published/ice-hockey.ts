import type { DrawnSeat } from "../../../src/testing/contests/published.ts";
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
  yahoo,
} from "./rules.ts";

/** Any player except a hockey goalie; team limits do not count goalies. */
const skater = ({ positions }: DrawnSeat) => positions.some((own) => own !== "G");

export const iceHockey: PublishedContests = {
  "ice-hockey bookA classic": {
    games: several,
    upload: "C C W W W D D G UTIL".split(" "),
    rules: {
      "salary-cap": cost(50_000),
      "player-once": once,
      "roster-slots": roster({ C: [2, "C"], W: [3, "W"], D: [2, "D"], G: [1, "G"], UTIL: [1, "C W D"] }),
      "minimum-teams": different("team", 3, skater),
    },
  },
  "ice-hockey bookA showdown": {
    games: one,
    upload: captained("FLEX"),
    rules: captain("C W D G", "UTIL"),
  },
  "ice-hockey bookB classic": {
    games: several,
    upload: "C C W W D D UTIL UTIL G".split(" "),
    rules: {
      "salary-cap": cost(55_000),
      "player-once": once,
      "roster-slots": roster({ C: [2, "C"], W: [2, "W"], D: [2, "D"], UTIL: [2, "C W D"], G: [1, "G"] }),
      "minimum-teams": different("team", 3),
      "team-limits": ofOneTeam(4, skater),
    },
  },
  "ice-hockey bookB classic-2020": {
    games: several,
    upload: "C C W W W W D D G".split(" "),
    rules: {
      ...always(55_000),
      "roster-slots": roster({ C: [2, "C"], W: [4, "W"], D: [2, "D"], G: [1, "G"] }),
      "minimum-teams": different("team", 3),
      "team-limits": ofOneTeam(4, skater),
    },
  },
  "ice-hockey bookB single": {
    games: one,
    upload: ["MVP - 1.5X Points", ...filled(5, "UTIL")],
    rules: single(60_000, "C W D", { MVP: 1, UTIL: 5 }, "MVP"),
  },
  "ice-hockey bookB single-2024": {
    games: one,
    upload: ["CAPTAIN - 1.5X Points", ...filled(4, "UTIL")],
    rules: single(55_000, "C W D", { CAPTAIN: 1, UTIL: 4 }),
    pays: { CAPTAIN: 1.5 },
  },
  "ice-hockey bookC classic": {
    games: several,
    upload: "C C W W W D D G G".split(" "),
    rules: {
      ...yahoo,
      "roster-slots": roster({ C: [2, "C"], W: [3, "W"], D: [2, "D"], G: [2, "G"] }),
    },
  },
};
