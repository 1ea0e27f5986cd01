import { type SlateShape, shaped } from "./shape.ts";

export const wnba: readonly SlateShape[] = [
  {
    sport: "wnba",
    book: "bookA",
    contest: "classic",
    seed: 62,
    games: 4,
    teams: "ATL CHI CON DAL IND LV MIN SEA".split(" "),
    starts: ["07/11/2025 07:30PM ET", "07/11/2025 10:00PM ET"],
    plainSlot: "UTIL",
    positions: shaped([
      ["PG/SG", "G/UTIL", [0.8, 0.5, 0.3, 0.1, 0], [3000, 10400], 38],
      ["SF/PF", "F/UTIL", [0.9, 0.6, 0.4, 0.1, 0], [3000, 11400], 42],
    ]),
  },
];
