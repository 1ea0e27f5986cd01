import { type SlateShape, shaped } from "./shape.ts";

const STARTS = ["10/13/2024 01:00PM ET", "10/13/2024 04:05PM ET", "10/13/2024 04:25PM ET"];

export const americanFootball: readonly SlateShape[] = [
  {
    sport: "american-football",
    book: "bookA",
    contest: "classic",
    seed: 468,
    games: 13,
    starts: STARTS,
    plainSlot: "FLEX",
    positions: shaped([
      ["QB", "QB", [0.95, 0.05], [4000, 8500], 25],
      ["RB", "RB/FLEX", [0.9, 0.4, 0.1, 0], [4000, 9500], 24],
      ["WR", "WR/FLEX", [0.95, 0.6, 0.35, 0.15, 0.05, 0, 0], [3000, 9300], 23],
      ["TE", "TE/FLEX", [0.8, 0.25, 0.05, 0], [2500, 7500], 17],
      ["DST", "DST", [0.8], [2500, 4200], 10],
    ]),
  },
  {
    sport: "american-football",
    book: "bookA",
    contest: "showdown",
    seed: 54,
    games: 1,
    starts: ["10/14/2024 08:15PM ET"],
    plainSlot: "FLEX",
    positions: shaped([
      ["QB", "QB", [0.95, 0.1, 0], [4000, 12400], 25],
      ["RB", "RB", [0.9, 0.5, 0.2, 0.1, 0, 0, 0], [200, 11600], 21],
      ["WR", "WR", [0.95, 0.7, 0.45, 0.2, 0.1, 0, 0, 0, 0], [200, 11400], 21],
      ["TE", "TE", [0.7, 0.3, 0.1, 0, 0], [200, 9600], 15],
      ["K", "K", [0.8, 0], [3000, 5000], 10],
      ["DST", "DST", [0.8], [3000, 5200], 9],
    ]),
  },
  {
    sport: "american-football",
    book: "bookB",
    contest: "classic",
    seed: 600,
    games: 12,
    starts: STARTS,
    plainSlot: "FLEX",
    positions: shaped([
      ["QB", "QB", [0.9, 0.1, 0], [6000, 9400], 24],
      ["RB", "RB/FLEX", [0.9, 0.4, 0.15, 0.05, 0, 0], [4500, 9900], 20],
      ["WR", "WR/FLEX", [0.95, 0.6, 0.35, 0.15, 0.05, 0, 0, 0, 0], [4500, 9600], 19],
      ["TE", "TE/FLEX", [0.8, 0.25, 0.05, 0, 0, 0], [4000, 7800], 13],
      ["D", "DEF", [0.8], [3000, 5000], 10],
    ]),
  },
];
