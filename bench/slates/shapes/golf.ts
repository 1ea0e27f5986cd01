import { graded, type SlateShape, shaped } from "./shape.ts";

export const golf: readonly SlateShape[] = [
  {
    sport: "golf",
    book: "bookA",
    contest: "classic",
    seed: 120,
    games: 1,
    starts: [""],
    event: { name: "The Harbour Classic", team: "Golf" },
    plainSlot: "FLEX",
    positions: shaped([["G", "G", graded(60), [6000, 12200], 105, { least: 28 }]]),
  },
  {
    sport: "golf",
    book: "bookA",
    contest: "showdown",
    seed: 24,
    games: 1,
    starts: [""],
    event: { name: "The Bay Cup", team: "Golf" },
    plainSlot: "FLEX",
    positions: shaped([["G", "G", graded(12), [5000, 11200], 60, { least: 20 }]]),
  },
  {
    sport: "golf",
    book: "bookB",
    contest: "classic",
    seed: 132,
    games: 1,
    starts: [""],
    event: { name: "" },
    plainSlot: "FLEX",
    positions: shaped([["G", "G", graded(66), [7000, 12200], 125, { least: 35 }]]),
  },
];
