import { type SlateShape, shaped } from "./shape.ts";

export const collegeBasketball: readonly SlateShape[] = [
  {
    sport: "college-basketball",
    book: "bookA",
    contest: "classic",
    seed: 71,
    games: 5,
    starts: ["02/14/2026 12:00PM ET", "02/14/2026 02:00PM ET"],
    plainSlot: "UTIL",
    positions: shaped([
      ["G", "G/UTIL", [0.8, 0.5, 0.3, 0.1, 0], [3000, 10200], 36],
      ["F", "F/UTIL", [0.85, 0.5, 0.2, 0], [3000, 10000], 35],
    ]),
  },
];
