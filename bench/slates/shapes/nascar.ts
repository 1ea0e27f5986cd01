import { graded, type SlateShape, shaped } from "./shape.ts";

export const nascar: readonly SlateShape[] = [
  {
    sport: "nascar",
    book: "bookA",
    contest: "classic",
    seed: 36,
    games: 1,
    starts: [""],
    event: { name: "Dune Valley 400", team: "Nasca" },
    plainSlot: "FLEX",
    positions: shaped([["D", "D", graded(18, 0.8), [4500, 11400], 52, { least: 14 }]]),
  },
  {
    sport: "nascar",
    book: "bookB",
    contest: "classic",
    seed: 37,
    games: 1,
    starts: [""],
    event: { name: "" },
    plainSlot: "FLEX",
    positions: shaped([["D", "D", graded(18, 0.8), [3000, 14500], 68, { least: 22 }]]),
  },
];
