import { UnsupportedModelError } from "../../../errors.ts";
import type { Model } from "../../../model/model.ts";
import type { Interrupt } from "../../interrupt.ts";
import type { PackedSolutions } from "../../packed-solutions.ts";

/**
 * Finds the `count` best lineups of a model, exactly and best first; all there are when these are fewer.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export interface LineupOracle {
  best(model: Model, count: number, interrupt: Interrupt): Promise<PackedSolutions>;
}

/** Asks the first of several until it refuses a model, from then on the next. */
export function firstThatCan(oracles: readonly LineupOracle[]): LineupOracle {
  let at = 0;
  return {
    async best(model, count, interrupt) {
      for (;;) {
        try {
          return await oracles[at]!.best(model, count, interrupt);
        } catch (error) {
          if (!(error instanceof UnsupportedModelError) || at + 1 >= oracles.length) throw error;
          at += 1;
        }
      }
    },
  };
}
