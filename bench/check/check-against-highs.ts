import type { Solution } from "../../src/engine/solver/contract.ts";
import { createRunner, createSearch, TimeLimitError } from "../engine.ts";
import type { Subject } from "../subject.ts";
import { WrongAnswerError } from "./wrong-answer.ts";

/**
 * Compares the first totals with those of HiGHS.
 * @returns how many were compared; 0 if HiGHS did not finish within `milliseconds`.
 * @throws WrongAnswerError
 */
export async function checkAgainstHighs(
  { model }: Subject,
  solutions: readonly Solution[],
  count: number,
  milliseconds: number,
): Promise<number> {
  const search = createSearch(createRunner(0));
  try {
    const deadline = performance.now() + milliseconds;
    const { solutions: expected } = await search.best(model, count, "highs", { deadline });
    for (const [at, { points }] of expected.entries())
      if (solutions[at]?.points !== points)
        throw new WrongAnswerError(
          `HiGHS has ${points} units for lineup ${at}, not ${solutions[at]?.points}.`,
        );
    if (solutions.length < count && expected.length > solutions.length)
      throw new WrongAnswerError(`HiGHS finds ${expected.length} lineups, not ${solutions.length}.`);
    return expected.length;
  } catch (error) {
    if (error instanceof TimeLimitError) return 0;
    throw error;
  } finally {
    await search.close();
  }
}
