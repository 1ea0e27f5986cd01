import { type SlateShape, shaped } from "./shape.ts";

export const canadianFootball: readonly SlateShape[] = [
  {
    sport: "canadian-football",
    book: "bookA",
    contest: "classic",
    seed: 73,
    games: 3,
    teams: "BC CGY EDM HAM MTL OTT".split(" "),
    starts: ["08/15/2025 07:30PM ET", "08/16/2025 07:00PM ET"],
    plainSlot: "FLEX",
    positions: shaped([
      ["QB", "QB", [0.9, 0.1], [5000, 11500], 21],
      ["RB", "RB/FLEX", [0.85, 0.2], [3000, 10000], 16],
      ["WR", "WR/FLEX", [0.9, 0.7, 0.5, 0.3, 0.1, 0], [2500, 9800], 15],
      ["DST", "DST", [0.7], [3000, 5200], 8],
    ]),
  },
];
