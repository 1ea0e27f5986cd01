import { type SlateShape, shaped } from "./shape.ts";

const STARTS = ["05/17/2025 02:00AM ET", "05/17/2025 05:00AM ET", "05/17/2025 06:45AM ET"];

export const esports: readonly SlateShape[] = [
  {
    sport: "league-of-legends",
    book: "bookA",
    contest: "classic",
    seed: 46,
    games: 4,
    starts: STARTS,
    captains: ["TOP", "JNG", "MID", "ADC", "SUP", "TEAM"],
    plainSlot: "FLEX",
    positions: shaped([
      ["TOP", "TOP", [0.7], [4000, 7600], 70, { least: 25 }],
      ["JNG", "JNG", [0.8], [4000, 8000], 76, { least: 28 }],
      ["MID", "MID", [0.85], [4200, 8400], 80, { least: 28 }],
      ["ADC", "ADC", [0.9], [4200, 8800], 84, { least: 28 }],
      ["SUP", "SUP", [0.65], [3600, 6600], 62, { least: 25 }],
      ["TEAM", "TEAM", [0.7], [3600, 5800], 52, { least: 15 }],
    ]),
  },
  {
    sport: "counter-strike",
    book: "bookA",
    contest: "showdown",
    seed: 50,
    games: 1,
    starts: STARTS,
    plainSlot: "FLEX",
    positions: shaped([["P", "FLEX", [0.9, 0.7, 0.5, 0.3, 0.1], [7600, 13200], 66, { least: 22 }]]),
  },
  {
    sport: "counter-strike",
    book: "bookA",
    contest: "classic",
    seed: 47,
    games: 2,
    starts: STARTS,
    captains: ["P"],
    plainSlot: "FLEX",
    positions: shaped([["P", "FLEX", [0.9, 0.7, 0.5, 0.3, 0.1], [4600, 9800], 66, { least: 22 }]]),
  },
  {
    sport: "call-of-duty",
    book: "bookA",
    contest: "classic",
    seed: 48,
    games: 3,
    starts: STARTS,
    captains: ["P", "TEAM"],
    plainSlot: "FLEX",
    positions: shaped([
      ["P", "FLEX", [0.9, 0.6, 0.4, 0.2], [5000, 10000], 110, { least: 60 }],
      ["TEAM", "TEAM", [0.7], [3600, 6800], 30, { least: 4 }],
    ]),
  },
  {
    sport: "dota-2",
    book: "bookA",
    contest: "classic",
    seed: 49,
    games: 3,
    starts: STARTS,
    captains: ["CORE", "SUPP", "TEAM"],
    plainSlot: "FLEX",
    positions: shaped([
      ["CORE", "CORE", [0.9, 0.6, 0.4], [4800, 11000], 60, { least: 22 }],
      ["SUPP", "SUPP", [0.6, 0.4], [4200, 8400], 42, { least: 18 }],
      ["TEAM", "TEAM", [0.6], [4000, 7600], 30, { least: 8 }],
    ]),
  },
];
