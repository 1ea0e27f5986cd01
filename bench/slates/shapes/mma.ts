import { type SlateShape, shaped } from "./shape.ts";

const STARTS = ["06/28/2025 07:00PM ET", "06/28/2025 09:00PM ET", "06/28/2025 10:00PM ET"];

export const mma: readonly SlateShape[] = [
  {
    sport: "mma",
    book: "bookA",
    contest: "classic",
    seed: 66,
    games: 14,
    starts: STARTS,
    plainSlot: "FLEX",
    positions: shaped([["F", "F", [0.8], [7000, 9900], 95]]),
  },
  {
    sport: "mma",
    book: "bookA",
    contest: "showdown",
    seed: 68,
    games: 12,
    starts: STARTS,
    captains: ["F"],
    plainSlot: "FLEX",
    positions: shaped([["F", "F", [0.8], [5600, 9800], 95]]),
  },
  {
    sport: "mma",
    book: "bookB",
    contest: "classic",
    seed: 67,
    games: 14,
    starts: STARTS,
    plainSlot: "FLEX",
    positions: [
      {
        position: "F",
        rosterPosition: "MVP - 1.5X Points/F",
        depth: [0.8],
        salary: [10, 23],
        points: 95,
        step: 1,
      },
    ],
  },
];
