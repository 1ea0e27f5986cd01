import type { Problem } from "../contests/problem/problem.ts";
import type { Model } from "../engine/model/model.ts";
import type { Search } from "../engine/search/search.ts";
import type { Control } from "../engine/solver/interrupt.ts";
import type { SolverName } from "../engine/solver/registry.ts";
import type { FoundLineup } from "../lineup/document/priced-lineup.ts";
import type { InfeasibleError } from "../shared/errors.ts";
import type { PortfolioResult } from "../shared/schema/portfolio-result.ts";
import type { PortfolioReport } from "./outcome.ts";

/** A portfolio's lineups, checked and ordered, and its result fields. */
export interface SolvedPortfolio {
  readonly lineups: readonly FoundLineup[];
  readonly solver: SolverName;
  readonly result: PortfolioResult;
  /**
   * Per player of the problem, by how many units (see `POINT_UNITS`) the sum of points would change if one
   * more lineup had the player: an estimate, or NaN if unknown. Only joint portfolios have these.
   */
  readonly gains?: Float64Array | undefined;
}

export interface Solving {
  readonly search: Search;
  /** Explains why a model of the problem, as changed by the description, has no lineup. */
  readonly explain: (problem: Problem, model: Model) => Promise<InfeasibleError>;
  readonly control: Control;
  readonly onSolved?: ((solved: SolvedPortfolio) => void | Promise<void>) | undefined;
  /** Called during the search; `lineups` returns the lineups found so far, checked and ordered. */
  readonly onProgress?:
    | ((report: PortfolioReport, lineups: () => readonly FoundLineup[]) => void)
    | undefined;
}
