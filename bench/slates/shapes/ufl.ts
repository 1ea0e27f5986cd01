import { type SlateShape, shaped } from "./shape.ts";

export const ufl: readonly SlateShape[] = [
  {
    sport: "ufl",
    book: "bookA",
    contest: "classic",
    seed: 74,
    games: 4,
    teams: "ARL BHAM DC HOU MEM MICH SA STL".split(" "),
    starts: ["04/12/2025 12:00PM ET", "04/13/2025 12:00PM ET"],
    plainSlot: "FLEX",
    positions: shaped([
      ["QB", "QB", [0.9, 0.1], [5500, 11000], 18],
      ["RB", "RB/FLEX", [0.8, 0.4, 0.1], [3000, 9000], 12],
      ["WR", "WR/TE/FLEX", [0.9, 0.6, 0.3, 0.1, 0], [3000, 9200], 13],
      ["TE", "WR/TE/FLEX", [0.6, 0.1], [3000, 7000], 9],
      ["DST", "DST", [0.7], [2500, 4800], 7],
    ]),
  },
  {
    sport: "ufl",
    book: "bookA",
    contest: "showdown",
    seed: 76,
    games: 1,
    teams: "ARL SA".split(" "),
    starts: ["03/19/2023 09:00PM ET"],
    plainSlot: "FLEX",
    positions: shaped([
      ["QB", "QB", [0.9, 0.2], [6200, 17000], 18],
      ["RB", "RB", [0.8, 0.4, 0.1], [1600, 14900], 12],
      ["WR", "WR", [0.9, 0.6, 0.3, 0.1, 0], [1600, 15200], 13],
      ["TE", "TE", [0.6, 0.1], [1600, 10800], 9],
      ["K", "K", [0.8], [3100, 7100], 7],
      ["DST", "DST", [0.7], [3100, 7400], 7],
    ]),
  },
];
