import type { Solution } from "./contract.ts";

/** Solutions, best first, as two typed arrays, which can be sent to other threads faster than objects. */
export interface PackedSolutions {
  /**
   * The picks of one solution after another, ascending within each. All solutions have the same number of
   * picks.
   */
  readonly picks: Int32Array;
  /** The points of each solution, in units (`POINT_UNITS` to the point). */
  readonly points: Float64Array;
}

export function unpackSolutions({ picks, points }: PackedSolutions): Solution[] {
  const width = picks.length / points.length;
  const solutions: Solution[] = [];
  for (let index = 0; index < points.length; index += 1) {
    const own = new Array<number>(width);
    for (let at = 0; at < width; at += 1) own[at] = picks[index * width + at]!;
    solutions.push({ picks: own, points: points[index]! });
  }
  return solutions;
}
