import type { SwapSolution } from "../../engine/model/swap-plan.ts";
import { AbortedError, SolverFailedError, TimeLimitError } from "../../shared/errors.ts";
import type { AnsweredSwap } from "./swap-lineups.ts";

/**
 * Runs a search for swaps. If it ends early, returns its last report: at a time limit, when a solver fails,
 * or at a signal if `onInterrupt` is `keep`.
 * @throws the error of `search`, if there is no report or the caller does not want it
 */
export async function answeredSwap(
  search: (report: (progress: SwapSolution) => void) => Promise<{ readonly solution: SwapSolution }>,
  onInterrupt: "refuse" | "keep" | undefined,
): Promise<AnsweredSwap> {
  const reported: SwapSolution[] = [];
  try {
    const { solution } = await search((progress) => {
      reported[0] = progress;
    });
    return { solution, stoppedBy: solution.isDone ? null : "time-limit" };
  } catch (error) {
    const [solution] = reported;
    const stoppedBy = stoppedByOf(error);
    if (solution === undefined || stoppedBy === null) throw error;
    if (stoppedBy === "interrupt" && onInterrupt !== "keep") throw error;
    return { solution, stoppedBy };
  }
}

function stoppedByOf(error: unknown): AnsweredSwap["stoppedBy"] {
  if (error instanceof TimeLimitError) return "time-limit";
  if (error instanceof AbortedError) return "interrupt";
  return error instanceof SolverFailedError ? "solver-failure" : null;
}
