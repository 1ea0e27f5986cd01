import { type PositionShape, type SlateShape, shaped } from "./shape.ts";

const TEAMS = "ATL CHI CON DAL IND LV MIN SEA".split(" ");
const STARTS = ["07/11/2025 07:30PM ET", "07/11/2025 10:00PM ET"];

/** The guards and forwards of one game. */
const ofOneGame = (slots: string, salary: readonly [number, number]): PositionShape[] =>
  shaped([
    ["G", slots, [0.9, 0.6, 0.3, 0.1, 0], salary, 38],
    ["F", slots, [0.9, 0.6, 0.3, 0.1], salary, 40],
  ]);

export const wnba: readonly SlateShape[] = [
  {
    sport: "wnba",
    book: "bookA",
    contest: "classic",
    seed: 62,
    games: 4,
    teams: TEAMS,
    starts: STARTS,
    plainSlot: "UTIL",
    positions: shaped([
      ["PG/SG", "G/UTIL", [0.8, 0.5, 0.3, 0.1, 0], [3000, 10400], 38],
      ["SF/PF", "F/UTIL", [0.9, 0.6, 0.4, 0.1, 0], [3000, 11400], 42],
    ]),
  },
  {
    sport: "wnba",
    book: "bookA",
    contest: "showdown",
    seed: 66,
    games: 1,
    teams: TEAMS,
    starts: STARTS,
    plainSlot: "UTIL",
    positions: shaped([
      ["G", "UTIL", [0.95, 0.8, 0.6, 0.3, 0.1, 0], [3000, 12000], 38],
      ["F", "UTIL", [0.95, 0.8, 0.6, 0.3, 0.1], [3000, 12000], 40],
    ]),
  },
  {
    sport: "wnba",
    book: "bookB",
    contest: "classic",
    seed: 63,
    games: 4,
    teams: TEAMS,
    starts: STARTS,
    plainSlot: "UTIL",
    positions: shaped([
      ["G", "G", [0.8, 0.5, 0.3, 0.1, 0], [3000, 7800], 38],
      ["F", "F", [0.9, 0.6, 0.4, 0.1, 0], [3000, 8400], 42],
    ]),
  },
  {
    sport: "wnba",
    book: "bookB",
    contest: "single",
    seed: 64,
    games: 1,
    teams: TEAMS,
    starts: STARTS,
    plainSlot: "UTIL",
    positions: ofOneGame("MVP - 1.5X Points/UTIL", [5000, 16000]),
  },
  {
    sport: "wnba",
    book: "bookB",
    contest: "single-2024",
    seed: 65,
    games: 1,
    teams: TEAMS,
    starts: STARTS,
    plainSlot: "UTIL",
    positions: ofOneGame("MVP - 2X Points/STAR - 1.5X Points/PRO - 1.2X Points/UTIL", [7000, 17500]),
  },
];
