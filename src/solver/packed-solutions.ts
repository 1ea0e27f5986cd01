import type { Solution } from "./contract.ts";

/** Solutions, best first, as two typed arrays, which cross a thread much faster than thousands of small objects. */
export interface PackedSolutions {
  /** The picks of all solutions, one after another, ascending within each; all solutions have as many. */
  readonly picks: Int32Array;
  /** Units of points, one element per solution. */
  readonly points: Float64Array;
}

function packSolutions(solutions: readonly Solution[]): PackedSolutions {
  const width = solutions[0]?.picks.length ?? 0;
  const picks = new Int32Array(solutions.length * width);
  for (let index = 0; index < solutions.length; index += 1) picks.set(solutions[index]!.picks, index * width);
  return { picks, points: Float64Array.from(solutions, (solution) => solution.points) };
}

export function unpackSolutions({ picks, points }: PackedSolutions): Solution[] {
  const width = picks.length / points.length;
  return Array.from(points, (total, index) => ({
    picks: Array.from(picks.subarray(index * width, (index + 1) * width)),
    points: total,
  }));
}
