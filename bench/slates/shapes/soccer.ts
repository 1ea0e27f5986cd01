import { type SlateShape, shaped } from "./shape.ts";

const STARTS = ["09/13/2025 07:30AM ET", "09/13/2025 10:00AM ET", "09/13/2025 12:30PM ET"];

export const soccer: readonly SlateShape[] = [
  {
    sport: "soccer",
    book: "bookA",
    contest: "classic",
    seed: 43,
    games: 5,
    starts: STARTS,
    plainSlot: "UTIL",
    positions: shaped([
      ["F", "F/UTIL", [0.95, 0.5, 0.2, 0], [3000, 11400], 20],
      ["M/F", "M/F/UTIL", [0.8], [3000, 10800], 18],
      ["M", "M/UTIL", [0.8, 0.5, 0.3, 0.1, 0, 0, 0], [2900, 10000], 16],
      ["D", "D/UTIL", [0.8, 0.6, 0.4, 0.2, 0, 0], [2800, 7200], 12],
      ["GK", "GK", [0.8, 0], [3000, 5700], 11],
    ]),
  },
  {
    sport: "soccer",
    book: "bookA",
    contest: "showdown",
    seed: 44,
    games: 1,
    starts: ["09/14/2025 11:30AM ET"],
    plainSlot: "FLEX",
    positions: shaped([
      ["F", "F", [0.95, 0.5, 0.1], [3000, 11600], 20],
      ["M/F", "M/F", [0.8], [3000, 10800], 18],
      ["M", "M", [0.8, 0.5, 0.2, 0, 0], [3000, 10000], 16],
      ["D", "D", [0.8, 0.6, 0.3, 0.1, 0], [3000, 7200], 12],
      ["GK", "GK", [0.8, 0], [3000, 5700], 11],
    ]),
  },
  {
    sport: "soccer",
    book: "bookB",
    contest: "classic",
    seed: 45,
    games: 5,
    starts: STARTS,
    plainSlot: "UTIL",
    positions: shaped([
      ["FWD", "FWD/MID", [0.95, 0.5, 0.2, 0], [5, 23], 30, { step: 1 }],
      ["MID", "FWD/MID", [0.8, 0.5, 0.3, 0.1, 0, 0], [5, 21], 25, { step: 1 }],
      ["DEF", "DEF", [0.8, 0.6, 0.3, 0.1, 0], [5, 15], 18, { step: 1 }],
      ["GK", "GK", [0.8, 0], [5, 13], 17, { step: 1 }],
    ]),
  },
];
