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
  /** Average points of the worst; 0 by default. */
  readonly least?: number;
}

/** The shape of a generated slate, at the size of a main slate. */
export interface SlateShape {
  readonly sport: string;
  readonly book: "bookA" | "bookB" | "bookC";
  readonly contest: string;
  readonly seed: number;
  readonly games: number;
  /** Real abbreviations of the teams, where these distinguish the sport; invented ones by default. */
  readonly teams?: readonly string[];
  /** Starts, Eastern time. */
  readonly starts: readonly string[];
  /** The one event of all players, in sports without games, and what the file has as their team. */
  readonly event?: { readonly name: string; readonly team?: string };
  /** The positions that are listed as captains too, with plain rows in slots of their own. */
  readonly captains?: readonly string[];
  /** Whether the file has no salaries, as in a contest without a cap; they only order its players. */
  readonly hasNoSalaries?: boolean;
  /** The contest that the file looks like, if its own must be given. */
  readonly looksLike?: string;
  /** Whether the file names no slots, as bookB's files to 2020. */
  readonly hasNoSlots?: boolean;
  /** The name of the plain slot in showdown. */
  readonly plainSlot: "FLEX" | "UTIL";
  readonly positions: readonly PositionShape[];
}

type PositionRow = readonly [
  string,
  string,
  readonly number[],
  readonly [number, number],
  number,
  Pick<PositionShape, "step" | "least">?,
];

/** Position, roster position, depth, salaries, points and more of each position. */
export const shaped = (rows: readonly PositionRow[]): PositionShape[] =>
  rows.map(([position, rosterPosition, depth, salary, points, more]) => ({
    position,
    rosterPosition,
    depth,
    salary,
    points,
    ...more,
  }));

/** A depth chart of this many, from the best down; the steeper, the fewer are good. */
export const graded = (count: number, steepness = 1.6): number[] =>
  Array.from({ length: count }, (_, place) => 0.95 * (1 - place / count) ** steepness);
