import { type SlateShape, shaped } from "./shape.ts";

const STARTS = ["11/16/2024 01:00PM ET", "11/16/2024 07:00PM ET", "11/16/2024 10:00PM ET"];

export const iceHockey: readonly SlateShape[] = [
  {
    sport: "ice-hockey",
    book: "bookA",
    contest: "classic",
    seed: 560,
    games: 8,
    starts: STARTS,
    plainSlot: "FLEX",
    positions: shaped([
      ["C", "C/UTIL", [0.9, 0.6, 0.3, 0.15, 0, 0, 0], [2500, 8600], 17],
      ["LW", "W/UTIL", [0.85, 0.5, 0.25, 0.1, 0, 0], [2500, 8200], 15],
      ["RW", "W/UTIL", [0.85, 0.5, 0.25, 0.1, 0, 0, 0], [2500, 8400], 16],
      ["D", "D/UTIL", [0.85, 0.6, 0.4, 0.25, 0.15, 0.05, 0, 0, 0, 0, 0], [2500, 7400], 13],
      ["G", "G", [0.85, 0.5, 0.1, 0], [6000, 8600], 16],
    ]),
  },
  {
    sport: "ice-hockey",
    book: "bookA",
    contest: "showdown",
    seed: 84,
    games: 1,
    starts: ["11/16/2024 07:00PM ET"],
    plainSlot: "FLEX",
    positions: shaped([
      ["C", "C", [0.9, 0.7, 0.4, 0.2, 0.1, 0, 0, 0, 0], [1000, 10800], 15],
      ["LW", "LW", [0.8, 0.5, 0.2, 0.1, 0, 0, 0], [1000, 10000], 14],
      ["RW", "RW", [0.8, 0.5, 0.3, 0.1, 0, 0, 0, 0], [1000, 10200], 14],
      ["D", "D", [0.8, 0.6, 0.4, 0.2, 0.1, 0.05, 0, 0, 0, 0, 0, 0, 0], [1000, 8800], 11],
      ["G", "G", [0.9, 0.6, 0, 0, 0], [6000, 11200], 15],
    ]),
  },
  {
    sport: "ice-hockey",
    book: "bookB",
    contest: "classic",
    seed: 572,
    games: 11,
    starts: STARTS,
    plainSlot: "UTIL",
    positions: shaped([
      ["C", "C/UTIL", [0.9, 0.6, 0.3, 0.1, 0], [3000, 9600], 18],
      ["W", "W/UTIL", [0.9, 0.8, 0.5, 0.4, 0.25, 0.2, 0.1, 0.05, 0, 0], [3000, 9200], 16],
      ["D", "D/UTIL", [0.85, 0.6, 0.4, 0.25, 0.15, 0.05, 0, 0, 0], [3000, 7600], 14],
      ["G", "G", [0.85, 0.4], [6500, 9500], 22],
    ]),
  },
  {
    sport: "ice-hockey",
    book: "bookB",
    contest: "single",
    seed: 81,
    games: 1,
    starts: ["11/12/2025 07:00PM ET"],
    plainSlot: "UTIL",
    positions: shaped([
      ["C", "MVP - 1.5X Points/UTIL", [0.95, 0.7, 0.4, 0.1], [6900, 17200], 15],
      ["W", "MVP - 1.5X Points/UTIL", [0.9, 0.8, 0.5, 0.4, 0.2, 0.1], [6900, 16700], 14],
      ["D", "MVP - 1.5X Points/UTIL", [0.8, 0.6, 0.4, 0.2, 0.1], [6300, 13800], 10],
    ]),
  },
  {
    sport: "ice-hockey",
    book: "bookB",
    contest: "single-2024",
    seed: 82,
    games: 1,
    starts: ["11/12/2025 07:00PM ET"],
    plainSlot: "UTIL",
    positions: shaped([
      ["C", "CAPTAIN - 1.5X Points/UTIL", [0.95, 0.7, 0.4, 0.1], [7800, 19500], 15],
      ["W", "CAPTAIN - 1.5X Points/UTIL", [0.9, 0.8, 0.5, 0.4, 0.2, 0.1], [7800, 18800], 14],
      ["D", "CAPTAIN - 1.5X Points/UTIL", [0.8, 0.6, 0.4, 0.2, 0.1], [7200, 15600], 10],
    ]),
  },
];
