/** One measured row, as plain data. */
export interface Result {
  readonly name: string;
  readonly phase: string;
  /** What `median` and the quartiles count. */
  readonly unit: "LP relaxations" | "node -e 0" | "MB";
  readonly goal: number | null;
  readonly median: number;
  readonly lowerQuartile: number;
  readonly upperQuartile: number;
  readonly samples: number;
  /** Medians in milliseconds; null where no time is measured. */
  readonly milliseconds: { readonly candidate: number; readonly rival: number } | null;
  /** Who found the lineups. */
  readonly solver: string;
  /** What showed that the answer is right. */
  readonly proof: string;
}

/** Null where there is no goal. */
export function isMet({ goal, median }: Result): boolean | null {
  return goal === null ? null : median <= goal;
}
