import type { DrawnSeat } from "../../../src/testing/contests/published.ts";
import {
  always,
  captain,
  captained,
  different,
  filled,
  ofOneTeam,
  one,
  type PublishedContests,
  roster,
  several,
  single,
  yahoo,
} from "./rules.ts";

const HITTERS = "C 1B 2B 3B SS OF";

/** Any player except a baseball pitcher; team limits do not count pitchers. */
const hitter = ({ positions }: DrawnSeat) => positions.some((own) => own !== "P");

export const baseball: PublishedContests = {
  "baseball bookA classic": {
    games: several,
    upload: "P P C 1B 2B 3B SS OF OF OF".split(" "),
    rules: {
      ...always(50_000),
      "roster-slots": roster({
        ...{ P: [2, "P"], C: [1, "C"], "1B": [1, "1B"], "2B": [1, "2B"], "3B": [1, "3B"] },
        ...{ SS: [1, "SS"], OF: [3, "OF"] },
      }),
      "minimum-games": different("game", 2),
      "team-limits": ofOneTeam(5, hitter),
    },
  },
  "baseball bookA showdown": {
    games: one,
    upload: captained("UTIL"),
    rules: captain(`P ${HITTERS}`, "UTIL"),
  },
  "baseball bookB classic": {
    games: several,
    upload: "P C/1B 2B 3B SS OF OF OF UTIL".split(" "),
    rules: {
      ...always(35_000),
      "roster-slots": roster({
        ...{ P: [1, "P"], "C/1B": [1, "C 1B"], "2B": [1, "2B"], "3B": [1, "3B"], SS: [1, "SS"] },
        ...{ OF: [3, "OF"], UTIL: [1, HITTERS] },
      }),
      "minimum-teams": different("team", 3),
      "team-limits": ofOneTeam(4, hitter),
    },
  },
  "baseball bookB single": {
    games: one,
    upload: ["MVP - 1.5X Points", ...filled(5, "UTIL")],
    rules: single(60_000, `${HITTERS} DH`, { MVP: 1, UTIL: 5 }, "MVP"),
  },
  "baseball bookB single-2024": {
    games: one,
    upload: ["MVP - 2X Points", "STAR - 1.5X Points", "UTIL", "UTIL", "UTIL"],
    rules: single(35_000, `${HITTERS} DH`, { MVP: 1, STAR: 1, UTIL: 3 }),
    pays: { MVP: 2, STAR: 1.5 },
  },
  "baseball bookC classic": {
    games: several,
    upload: "P P C 1B 2B 3B SS OF OF OF".split(" "),
    rules: {
      ...yahoo,
      "roster-slots": roster({
        ...{ P: [2, "P"], C: [1, "C"], "1B": [1, "1B"], "2B": [1, "2B"], "3B": [1, "3B"] },
        ...{ SS: [1, "SS"], OF: [3, "OF"] },
      }),
    },
  },
};
