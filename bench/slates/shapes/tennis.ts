import { type SlateShape, shaped } from "./shape.ts";

export const tennis: readonly SlateShape[] = [
  {
    sport: "tennis",
    book: "bookA",
    contest: "classic",
    seed: 42,
    games: 16,
    starts: ["05/27/2025 05:00AM ET", "05/27/2025 06:30AM ET", "05/27/2025 10:00AM ET"],
    plainSlot: "FLEX",
    positions: shaped([["P", "P", [0.7], [4300, 11000], 66, { least: 24 }]]),
  },
];
