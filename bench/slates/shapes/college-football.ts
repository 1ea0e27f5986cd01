import { type SlateShape, shaped } from "./shape.ts";

const STARTS = ["10/18/2025 12:00PM ET", "10/18/2025 03:30PM ET", "10/18/2025 07:30PM ET"];

export const collegeFootball: readonly SlateShape[] = [
  {
    sport: "college-football",
    book: "bookA",
    contest: "classic",
    seed: 470,
    games: 11,
    starts: STARTS,
    plainSlot: "FLEX",
    positions: shaped([
      ["QB", "QB/S-FLEX", [0.9, 0.2, 0], [4500, 9800], 28],
      ["RB", "RB/FLEX/S-FLEX", [0.85, 0.5, 0.15, 0], [3000, 9000], 22],
      ["WR", "WR/FLEX/S-FLEX", [0.9, 0.6, 0.4, 0.2, 0.05, 0, 0], [3000, 8800], 20],
    ]),
  },
  {
    sport: "college-football",
    book: "bookA",
    contest: "showdown",
    seed: 61,
    games: 1,
    starts: ["11/29/2025 07:00PM ET"],
    plainSlot: "UTIL",
    positions: shaped([
      ["QB", "QB", [0.95, 0.1, 0], [3000, 12000], 27],
      ["RB", "RB", [0.9, 0.5, 0.1, 0], [1000, 10600], 20],
      ["WR", "WR", [0.9, 0.6, 0.3, 0.1, 0, 0], [1000, 10200], 18],
      ["K", "K", [0.8, 0], [1000, 4800], 8],
    ]),
  },
  {
    sport: "college-football",
    book: "bookB",
    contest: "classic",
    seed: 471,
    games: 8,
    starts: STARTS,
    plainSlot: "FLEX",
    positions: shaped([
      ["QB", "QB/Super FLEX", [0.9, 0.2, 0], [6500, 11000], 28],
      ["RB", "RB/Super FLEX", [0.85, 0.5, 0.15, 0], [4500, 10500], 20],
      ["WR", "WR/Super FLEX", [0.9, 0.6, 0.4, 0.2, 0.05, 0], [4500, 10000], 18],
    ]),
  },
  {
    sport: "college-football",
    book: "bookB",
    contest: "single",
    seed: 472,
    games: 1,
    starts: ["11/29/2025 07:00PM ET"],
    plainSlot: "FLEX",
    positions: shaped([
      ["QB", "MVP - 1.5X Points/AnyFLEX", [0.95, 0.1], [5800, 18400], 27],
      ["RB", "MVP - 1.5X Points/AnyFLEX", [0.9, 0.5, 0.1, 0], [4600, 17200], 20],
      ["WR", "MVP - 1.5X Points/AnyFLEX", [0.95, 0.7, 0.4, 0.1, 0, 0], [4600, 16700], 18],
      ["K", "MVP - 1.5X Points/AnyFLEX", [0.8], [6000, 9900], 8],
    ]),
  },
];
