import type { Program } from "../model/program.ts";
import type { Interrupt } from "./interrupt.ts";

/** A solver of binary programs; the searches for the N best are built on it. */
export interface BinarySolver {
  /**
   * The picks of a solution with the highest gain, ascending, or null when there is none. What HiGHS and the
   * like return in doubles is rounded here and refused where it is far from whole.
   * @throws AbortedError, TimeLimitError, SolverFailedError
   */
  solve(program: Program, interrupt: Interrupt): readonly number[] | null;
  /**
   * The row duals of the linear relaxation, each at least 0 where the row's upper side binds and at most 0 where its
   * lower side does; null when the relaxation has no solution. A solver without duals has no such function.
   * @throws AbortedError, TimeLimitError, SolverFailedError
   */
  readonly duals?: (program: Program, interrupt: Interrupt) => Float64Array | null;
}
