import { SolverFailedError } from "../../shared/errors.ts";
import type { Program } from "../model/program.ts";

/** Far above any solver's tolerance, far below the distance to another whole number. */
const NEAR = 1e-4;

/**
 * The picks whose column is 1 in a solver's answer.
 * @throws SolverFailedError when a pick's column is neither near 0 nor near 1.
 */
export function wholePicks(solver: string, program: Program, columns: ArrayLike<number>): number[] {
  const picks: number[] = [];
  for (let pick = 0; pick < program.pickCount; pick += 1) {
    const value = columns[pick]!;
    if (Math.abs(value - 1) <= NEAR) picks.push(pick);
    else if (!(Math.abs(value) <= NEAR))
      throw new SolverFailedError(`${solver} answered with a fractional pick: ${value}.`);
  }
  return picks;
}
