import type { Model } from "../../model/model.ts";
import type { Solution } from "../contract.ts";
import type { HighsSolver } from "../highs.ts";
import type { PathEngine } from "../paths/index.ts";

/**
 * The `count` best lineups of a model, exactly and best first; all there are when these are fewer.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export type LineupSource = (model: Model, count: number) => Promise<readonly Solution[]>;

/** What portfolios are built with. */
export interface PortfolioTools {
  readonly best: LineupSource;
  /** Null where another solver was asked for. */
  readonly pathEngine: PathEngine | null;
  /** Goes on where the path engine gives up amid a portfolio; null where no other solver may. */
  readonly otherwise: LineupSource | null;
  /** For the linear programs of joint portfolios. */
  readonly highs: () => Promise<HighsSolver>;
}
