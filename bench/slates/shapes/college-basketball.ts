import { type PositionShape, type SlateShape, shaped } from "./shape.ts";

const STARTS = ["02/14/2026 12:00PM ET", "02/14/2026 02:00PM ET"];

/** The guards and forwards of one game. */
const ofOneGame = (slots: string, salary: readonly [number, number]): PositionShape[] =>
  shaped([
    ["G", slots, [0.9, 0.5, 0.3, 0.1, 0], salary, 36],
    ["F", slots, [0.9, 0.5, 0.2, 0], salary, 35],
  ]);

export const collegeBasketball: readonly SlateShape[] = [
  {
    sport: "college-basketball",
    book: "bookA",
    contest: "classic",
    seed: 71,
    games: 5,
    starts: STARTS,
    plainSlot: "UTIL",
    positions: shaped([
      ["G", "G/UTIL", [0.8, 0.5, 0.3, 0.1, 0], [3000, 10200], 36],
      ["F", "F/UTIL", [0.85, 0.5, 0.2, 0], [3000, 10000], 35],
    ]),
  },
  {
    sport: "college-basketball",
    book: "bookA",
    contest: "showdown",
    seed: 75,
    games: 1,
    starts: STARTS,
    plainSlot: "UTIL",
    positions: shaped([
      ["G", "UTIL", [0.95, 0.8, 0.6, 0.3, 0.1, 0], [3000, 11400], 38],
      ["F", "UTIL", [0.95, 0.8, 0.6, 0.3, 0.1], [3000, 11400], 40],
    ]),
  },
  {
    sport: "college-basketball",
    book: "bookB",
    contest: "classic",
    seed: 72,
    games: 5,
    starts: STARTS,
    plainSlot: "UTIL",
    positions: shaped([
      ["G", "G/UTIL", [0.8, 0.5, 0.3, 0.1, 0], [3500, 10900], 36],
      ["F", "F/UTIL", [0.85, 0.5, 0.2, 0], [3500, 11000], 35],
    ]),
  },
  {
    sport: "college-basketball",
    book: "bookB",
    contest: "single",
    seed: 73,
    games: 1,
    starts: STARTS,
    plainSlot: "UTIL",
    positions: ofOneGame("MVP - 1.5X Points/UTIL", [5000, 16000]),
  },
  {
    sport: "college-basketball",
    book: "bookB",
    contest: "single-2024",
    seed: 74,
    games: 1,
    starts: STARTS,
    plainSlot: "UTIL",
    positions: ofOneGame("MVP - 2X Points/STAR - 1.5X Points/PRO - 1.2X Points/UTIL", [7000, 17500]),
  },
];
