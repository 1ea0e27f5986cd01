import { type SlateShape, shaped } from "./shape.ts";

const STARTS = ["01/15/2025 07:00PM ET", "01/15/2025 07:30PM ET", "01/15/2025 10:00PM ET"];

export const basketball: readonly SlateShape[] = [
  {
    sport: "basketball",
    book: "bookA",
    contest: "classic",
    seed: 300,
    games: 10,
    starts: STARTS,
    plainSlot: "UTIL",
    positions: shaped([
      ["PG", "PG/G/UTIL", [0.8, 0.2], [3000, 11500], 52],
      ["SG", "SG/G/UTIL", [0.3], [3000, 10500], 47],
      ["SF", "SF/F/UTIL", [0.2], [3000, 10500], 47],
      ["PF", "PF/F/UTIL", [0.25], [3000, 11000], 49],
      ["C", "C/UTIL", [0.7, 0.15], [3000, 11800], 53],
      ["PG/SG", "PG/SG/G/UTIL", [0.5, 0.1], [3000, 10800], 48],
      ["SG/SF", "SG/SF/F/G/UTIL", [0.45, 0.1], [3000, 10400], 46],
      ["SF/PF", "SF/PF/F/UTIL", [0.7, 0.15], [3000, 11600], 52],
      ["PF/C", "PF/C/F/UTIL", [0.35], [3000, 11900], 54],
      ["PG/SF", "PG/SF/F/G/UTIL", [0.05], [3000, 11200], 50],
    ]),
  },
  {
    sport: "basketball",
    book: "bookA",
    contest: "showdown",
    seed: 50,
    games: 1,
    starts: ["01/15/2025 08:30PM ET"],
    plainSlot: "UTIL",
    positions: shaped([
      ["PG", "PG", [0.95, 0.5, 0.1, 0, 0], [1000, 11600], 48],
      ["SG", "SG", [0.8, 0.3, 0], [1000, 10400], 44],
      ["SF", "SF", [0.8, 0.4, 0], [1000, 10400], 44],
      ["PF", "PF", [0.75, 0.3, 0], [1000, 10800], 46],
      ["C", "C", [0.95, 0.4, 0.1], [1000, 11800], 50],
      ["PG/SG", "PG/SG", [0.4, 0.1], [1000, 10200], 43],
      ["SG/SF", "SG/SF", [0.4, 0], [1000, 10000], 42],
      ["SF/PF", "SF/PF", [0.9, 0.1], [1000, 11400], 48],
      ["PF/C", "PF/C", [0.3, 0], [1000, 11000], 47],
    ]),
  },
  {
    sport: "basketball",
    book: "bookB",
    contest: "classic",
    seed: 330,
    games: 11,
    starts: STARTS,
    plainSlot: "UTIL",
    positions: shaped([
      ["PG", "PG", [0.85, 0.4, 0.1], [3500, 12000], 52],
      ["SG", "SG", [0.7, 0.3, 0.05], [3500, 11000], 48],
      ["SF", "SF", [0.7, 0.3, 0.05], [3500, 12200], 50],
      ["PF", "PF", [0.75, 0.3, 0.05], [3500, 12400], 52],
      ["C", "C", [0.75, 0.35, 0], [3500, 12400], 54],
    ]),
  },
];
