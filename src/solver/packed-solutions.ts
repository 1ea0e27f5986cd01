import type { Solution } from "./contract.ts";

/** Solutions, best first, as two typed arrays, which cross a thread much faster than thousands of small objects. */
export interface PackedSolutions {
  /** The picks of all solutions, one after another, ascending within each; all solutions have as many. */
  readonly picks: Int32Array;
  /** Units of points, one element per solution. */
  readonly points: Float64Array;
}

export function unpackSolutions({ picks, points }: PackedSolutions): Solution[] {
  const width = picks.length / points.length;
  return Array.from(points, (total, index) => ({
    picks: Array.from(picks.subarray(index * width, (index + 1) * width)),
    points: total,
  }));
}
