/** The players of one position in a team. */
export interface PositionShape {
  readonly position: string;
  /** The slots that accept the position, as bookA's and newer bookB files list them. */
  readonly rosterPosition: string;
  /** The expected share of the best player's salary and points, by depth: one per team member. */
  readonly depth: readonly number[];
  /** Salaries of the worst and of the best. */
  readonly salary: readonly [number, number];
  /** Average points of the best. */
  readonly points: number;
}

/** The shape of a generated slate. */
export interface SlateShape {
  readonly sport: string;
  readonly book: "bookA" | "bookB";
  readonly contest: "classic" | "showdown";
  readonly seed: number;
  readonly games: number;
  /** Starts, Eastern time. */
  readonly starts: readonly string[];
  /** The name of the plain slot in showdown. */
  readonly plainSlot: "FLEX" | "UTIL";
  readonly positions: readonly PositionShape[];
}

type Row = readonly [string, string, readonly number[], readonly [number, number], number];

const shaped = (rows: readonly Row[]): PositionShape[] =>
  rows.map(([position, rosterPosition, depth, salary, points]) => ({
    position,
    rosterPosition,
    depth,
    salary,
    points,
  }));

const FOOTBALL = ["10/13/2024 01:00PM ET", "10/13/2024 04:05PM ET", "10/13/2024 04:25PM ET"];
const HOCKEY = ["11/16/2024 01:00PM ET", "11/16/2024 07:00PM ET", "11/16/2024 10:00PM ET"];
const BASEBALL = ["06/14/2025 07:05PM ET", "06/14/2025 07:40PM ET", "06/14/2025 10:10PM ET"];
const BASKETBALL = ["01/15/2025 07:00PM ET", "01/15/2025 07:30PM ET", "01/15/2025 10:00PM ET"];

/** The slates of all contests, at the size of a main slate. */
export const SHAPES: readonly SlateShape[] = [
  {
    sport: "american-football",
    book: "bookA",
    contest: "classic",
    seed: 468,
    games: 13,
    starts: FOOTBALL,
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
    starts: FOOTBALL,
    plainSlot: "FLEX",
    positions: shaped([
      ["QB", "QB", [0.9, 0.1, 0], [6000, 9400], 24],
      ["RB", "RB/FLEX", [0.9, 0.4, 0.15, 0.05, 0, 0], [4500, 9900], 20],
      ["WR", "WR/FLEX", [0.95, 0.6, 0.35, 0.15, 0.05, 0, 0, 0, 0], [4500, 9600], 19],
      ["TE", "TE/FLEX", [0.8, 0.25, 0.05, 0, 0, 0], [4000, 7800], 13],
      ["D", "DEF", [0.8], [3000, 5000], 10],
    ]),
  },
  {
    sport: "basketball",
    book: "bookA",
    contest: "classic",
    seed: 300,
    games: 10,
    starts: BASKETBALL,
    plainSlot: "UTIL",
    positions: shaped([
      ["PG", "PG/G/UTIL", [0.8, 0.2], [3000, 11500], 52],
      ["SG", "SG/G/UTIL", [0.3], [3000, 10500], 47],
      ["SF", "SF/F/UTIL", [0.2], [3000, 10500], 47],
      ["PF", "PF/F/UTIL", [0.25], [3000, 11000], 49],
      ["C", "C/UTIL", [0.7, 0.15], [3000, 11800], 53],
      ["PG/SG", "PG/SG/G/UTIL", [0.5, 0.1], [3000, 10800], 48],
      ["SG/SF", "SG/SF/F/G/UTIL", [0.45, 0.1], [3000, 10400], 46],
      ["SF/PF", "SF/PF/F/UTIL", [0.7, 0.15], [3000, 11600], 52],
      ["PF/C", "PF/C/F/UTIL", [0.35], [3000, 11900], 54],
      ["PG/SF", "PG/SF/F/G/UTIL", [0.05], [3000, 11200], 50],
    ]),
  },
  {
    sport: "basketball",
    book: "bookA",
    contest: "showdown",
    seed: 50,
    games: 1,
    starts: ["01/15/2025 08:30PM ET"],
    plainSlot: "UTIL",
    positions: shaped([
      ["PG", "PG", [0.95, 0.5, 0.1, 0, 0], [1000, 11600], 48],
      ["SG", "SG", [0.8, 0.3, 0], [1000, 10400], 44],
      ["SF", "SF", [0.8, 0.4, 0], [1000, 10400], 44],
      ["PF", "PF", [0.75, 0.3, 0], [1000, 10800], 46],
      ["C", "C", [0.95, 0.4, 0.1], [1000, 11800], 50],
      ["PG/SG", "PG/SG", [0.4, 0.1], [1000, 10200], 43],
      ["SG/SF", "SG/SF", [0.4, 0], [1000, 10000], 42],
      ["SF/PF", "SF/PF", [0.9, 0.1], [1000, 11400], 48],
      ["PF/C", "PF/C", [0.3, 0], [1000, 11000], 47],
    ]),
  },
  {
    sport: "basketball",
    book: "bookB",
    contest: "classic",
    seed: 330,
    games: 11,
    starts: BASKETBALL,
    plainSlot: "UTIL",
    positions: shaped([
      ["PG", "PG", [0.85, 0.4, 0.1], [3500, 12000], 52],
      ["SG", "SG", [0.7, 0.3, 0.05], [3500, 11000], 48],
      ["SF", "SF", [0.7, 0.3, 0.05], [3500, 12200], 50],
      ["PF", "PF", [0.75, 0.3, 0.05], [3500, 12400], 52],
      ["C", "C", [0.75, 0.35, 0], [3500, 12400], 54],
    ]),
  },
  {
    sport: "ice-hockey",
    book: "bookA",
    contest: "classic",
    seed: 560,
    games: 8,
    starts: HOCKEY,
    plainSlot: "FLEX",
    positions: shaped([
      ["C", "C/UTIL", [0.9, 0.6, 0.3, 0.15, 0, 0, 0], [2500, 8600], 17],
      ["LW", "W/UTIL", [0.85, 0.5, 0.25, 0.1, 0, 0], [2500, 8200], 15],
      ["RW", "W/UTIL", [0.85, 0.5, 0.25, 0.1, 0, 0, 0], [2500, 8400], 16],
      ["D", "D/UTIL", [0.85, 0.6, 0.4, 0.25, 0.15, 0.05, 0, 0, 0, 0, 0], [2500, 7400], 13],
      ["G", "G", [0.85, 0.5, 0.1, 0], [6000, 8600], 16],
    ]),
  },
  {
    sport: "ice-hockey",
    book: "bookA",
    contest: "showdown",
    seed: 84,
    games: 1,
    starts: ["11/16/2024 07:00PM ET"],
    plainSlot: "FLEX",
    positions: shaped([
      ["C", "C", [0.9, 0.7, 0.4, 0.2, 0.1, 0, 0, 0, 0], [1000, 10800], 15],
      ["LW", "LW", [0.8, 0.5, 0.2, 0.1, 0, 0, 0], [1000, 10000], 14],
      ["RW", "RW", [0.8, 0.5, 0.3, 0.1, 0, 0, 0, 0], [1000, 10200], 14],
      ["D", "D", [0.8, 0.6, 0.4, 0.2, 0.1, 0.05, 0, 0, 0, 0, 0, 0, 0], [1000, 8800], 11],
      ["G", "G", [0.9, 0.6, 0, 0, 0], [6000, 11200], 15],
    ]),
  },
  {
    sport: "ice-hockey",
    book: "bookB",
    contest: "classic",
    seed: 572,
    games: 11,
    starts: HOCKEY,
    plainSlot: "UTIL",
    positions: shaped([
      ["C", "C/UTIL", [0.9, 0.6, 0.3, 0.1, 0], [3000, 9600], 18],
      ["W", "W/UTIL", [0.9, 0.8, 0.5, 0.4, 0.25, 0.2, 0.1, 0.05, 0, 0], [3000, 9200], 16],
      ["D", "D/UTIL", [0.85, 0.6, 0.4, 0.25, 0.15, 0.05, 0, 0, 0], [3000, 7600], 14],
      ["G", "G", [0.85, 0.4], [6500, 9500], 22],
    ]),
  },
  {
    sport: "baseball",
    book: "bookA",
    contest: "classic",
    seed: 420,
    games: 10,
    starts: BASEBALL,
    plainSlot: "UTIL",
    positions: shaped([
      ["SP", "P", [0.8, 0, 0], [4000, 11500], 22],
      ["RP", "P", [0, 0, 0, 0], [4000, 6000], 4],
      ["C", "C", [0.5, 0.1], [2000, 5200], 9],
      ["1B", "1B", [0.7], [2000, 6000], 11],
      ["2B", "2B", [0.5], [2000, 5600], 10],
      ["3B", "3B", [0.6], [2000, 5900], 11],
      ["SS", "SS", [0.65, 0.1], [2000, 6100], 11],
      ["OF", "OF", [0.9, 0.6, 0.4, 0.1], [2000, 6500], 12],
      ["2B/SS", "2B/SS", [0.3], [2000, 5000], 8],
      ["1B/OF", "1B/OF", [0.2], [2000, 4800], 8],
      ["C/1B", "C/1B", [0.1], [2000, 4400], 8],
    ]),
  },
  {
    sport: "baseball",
    book: "bookA",
    contest: "showdown",
    seed: 38,
    games: 1,
    starts: ["06/15/2025 07:10PM ET"],
    plainSlot: "UTIL",
    positions: shaped([
      ["SP", "P", [0.9, 0, 0], [5000, 11000], 20],
      ["RP", "P", [0, 0, 0, 0], [3000, 5000], 4],
      ["C", "C", [0.8, 0.1], [2000, 7600], 8],
      ["1B", "1B", [0.95], [2000, 9600], 10],
      ["2B", "2B", [0.9, 0.1], [2000, 9000], 9],
      ["3B", "3B", [0.95], [2000, 9600], 10],
      ["SS", "SS", [0.95], [2000, 9800], 10],
      ["OF", "OF", [0.95, 0.9, 0.7, 0.1], [2000, 10400], 11],
      ["1B/OF", "1B/OF", [0.2], [2000, 6000], 7],
    ]),
  },
  {
    sport: "baseball",
    book: "bookB",
    contest: "classic",
    seed: 380,
    games: 10,
    starts: BASEBALL,
    plainSlot: "UTIL",
    positions: shaped([
      ["P", "P", [0.85, 0, 0, 0, 0], [5500, 11500], 42],
      ["C", "C/1B/UTIL", [0.4, 0.1], [2000, 3600], 10],
      ["1B", "C/1B/UTIL", [0.7, 0.1], [2000, 4200], 13],
      ["2B", "2B/UTIL", [0.5], [2000, 3900], 12],
      ["3B", "3B/UTIL", [0.6], [2000, 4200], 13],
      ["SS", "SS/UTIL", [0.65], [2000, 4400], 13],
      ["OF", "OF/UTIL", [0.9, 0.6, 0.4, 0.1], [2000, 4700], 14],
      ["2B/SS", "2B/SS/UTIL", [0.3, 0.1], [2000, 3500], 10],
      ["C/OF", "C/1B/OF/UTIL", [0.1], [2000, 3200], 9],
    ]),
  },
];

/** The slate's name, such as `basketball.bookB.classic`. */
export function slateName({ sport, book, contest }: SlateShape): string {
  return `${sport}.${book}.${contest}`;
}
