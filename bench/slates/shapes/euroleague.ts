import { type SlateShape, shaped } from "./shape.ts";

export const euroleague: readonly SlateShape[] = [
  {
    sport: "euroleague",
    book: "bookA",
    contest: "classic",
    seed: 72,
    games: 4,
    teams: "OLY BAR FBD PAN MTA VIR ZAL MUN".split(" "),
    starts: ["12/12/2025 12:00PM ET", "12/12/2025 02:45PM ET"],
    plainSlot: "UTIL",
    positions: shaped([
      ["G", "G/UTIL", [0.8, 0.5, 0.3, 0.1, 0], [3000, 14000], 32],
      ["F", "F/UTIL", [0.85, 0.6, 0.4, 0.2, 0], [3000, 15000], 33],
    ]),
  },
];
