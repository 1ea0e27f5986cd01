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
  /** The step of salaries; 100 by default. */
  readonly step?: number;
}

/** The shape of a generated slate, at the size of a main slate. */
export interface SlateShape {
  readonly sport: string;
  readonly book: "bookA" | "bookB";
  readonly contest: string;
  readonly seed: number;
  readonly games: number;
  /** Starts, Eastern time. */
  readonly starts: readonly string[];
  /** The name of the plain slot in showdown. */
  readonly plainSlot: "FLEX" | "UTIL";
  readonly positions: readonly PositionShape[];
}

type PositionRow = readonly [string, string, readonly number[], readonly [number, number], number];

/** Position, roster position, depth, salaries and points of each position. */
export const shaped = (rows: readonly PositionRow[]): PositionShape[] =>
  rows.map(([position, rosterPosition, depth, salary, points]) => ({
    position,
    rosterPosition,
    depth,
    salary,
    points,
  }));
