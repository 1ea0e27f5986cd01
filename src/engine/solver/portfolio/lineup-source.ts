import type { Model } from "../../model/model.ts";
import type { Solution } from "../contract.ts";
import type { HighsSolver } from "../highs.ts";
import type { PathEngine } from "../paths/index.ts";

/**
 * Finds the `count` best lineups of a model, exactly and best first; all of them if there are fewer.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export type LineupSource = (model: Model, count: number) => Promise<readonly Solution[]>;

export interface PortfolioTools {
  readonly best: LineupSource;
  /** The path engine; null if another solver was requested. */
  readonly pathEngine: PathEngine | null;
  /**
   * Finds the remaining lineups if the path engine gives up while it builds a portfolio; null if no other
   * solver is allowed.
   */
  readonly otherwise: LineupSource | null;
  /** Loads HiGHS, for the linear programs of joint portfolios. */
  readonly highs: () => Promise<HighsSolver>;
}
