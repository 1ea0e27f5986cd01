import type { Interrupt } from "../../interrupt.ts";
import type { LinearProgram } from "../../linear-program.ts";
import { bestChoice } from "./best-choice.ts";
import { type BoundedChoice, choiceByPrograms } from "./choice-by-programs.ts";
import type { ChoiceTask } from "./choice-task.ts";

/** The work limit of the first search, and the default one of the linear programs, in steps of `Effort`. */
const FIRST_WORK = 3e7;
const MOST_WORK = 4e8;
/** The work limit of the last search, relative to the linear programs'; its steps are slower. */
const LAST_TIMES = 2.5;

/**
 * Finds the choice with the greatest gain. First a short combinatorial search, enough if items are few or many of them
 * clash; then branch and bound over linear programs for `mostWork` steps, enough for most others; then a longer search.
 * Limits are of work, not time, so the result is the same in every run.
 * @throws AbortedError, TimeLimitError, SolverFailedError
 */
export async function bestOfListed(
  { mostWork = MOST_WORK, ...task }: Omit<ChoiceTask, "mostWork"> & { readonly mostWork?: number },
  linearProgram: () => LinearProgram,
  interrupt: Interrupt,
): Promise<BoundedChoice> {
  const gainOf = (items: readonly number[]) => items.reduce((sum, item) => sum + task.gains[item]!, 0);
  let best: BoundedChoice = {
    chosen: task.start ?? null,
    partial: task.start ?? [],
    isProved: false,
    bound: null,
  };
  const search = async (steps: number) => {
    const start = best.chosen ?? undefined;
    const { chosen, partial, isProved } = await bestChoice({ ...task, start, mostWork: steps }, interrupt);
    const bound = isProved ? chosen && gainOf(chosen) : best.bound;
    best = { chosen, partial: longer(partial, best.partial), isProved, bound };
  };
  await search(FIRST_WORK);
  if (best.isProved) return best;
  const program = linearProgram();
  try {
    const start = best.chosen ?? undefined;
    const found = await choiceByPrograms({ ...task, start, mostWork }, program, interrupt);
    best = { ...found, partial: longer(found.partial, best.partial) };
  } finally {
    program.dispose();
  }
  if (!best.isProved) await search(LAST_TIMES * mostWork);
  return best;
}

function longer(one: readonly number[], other: readonly number[]): readonly number[] {
  return one.length >= other.length ? one : other;
}
