import { type SlateShape, shaped } from "./shape.ts";

export const formula1: readonly SlateShape[] = [
  {
    sport: "formula-1",
    book: "bookA",
    contest: "showdown",
    seed: 41,
    games: 5,
    starts: [""],
    event: { name: "Lakeside Grand Prix" },
    captains: ["D"],
    plainSlot: "FLEX",
    positions: shaped([
      ["D", "D", [0.8, 0.4], [2400, 14600], 36],
      ["CNSTR", "CNSTR", [0.6], [2600, 13800], 56],
    ]),
  },
];
