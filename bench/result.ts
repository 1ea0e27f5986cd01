/** One measured row, as plain data. */
export interface Result {
  readonly name: string;
  readonly phase: string;
  /** The unit of `median` and the quartiles. */
  readonly unit: "LP relaxations" | "node -e 0" | "MB";
  readonly goal: number | null;
  readonly median: number;
  readonly lowerQuartile: number;
  readonly upperQuartile: number;
  readonly samples: number;
  /** Medians in milliseconds; null if no time is measured. */
  readonly milliseconds: { readonly candidate: number; readonly rival: number } | null;
  /** The solver of the lineups. */
  readonly solver: string;
  /** How the answer was verified. */
  readonly proof: string;
  /** What the answer lacks, such as lineups or a gap that is small enough; absent if nothing. */
  readonly missed?: string;
}

/** Null without a goal. */
export function isMet({ goal, median, missed }: Result): boolean | null {
  return goal === null ? null : missed === undefined && median <= goal;
}
