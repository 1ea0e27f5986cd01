import type { FileSeats } from "../contests/problem/file-seats.ts";
import type { Model } from "../engine/model/model.ts";
import type { Search } from "../engine/search/search.ts";
import type { Control } from "../engine/solver/contract.ts";
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
   * Per entry of the problem, an estimate of the change of the sum, in units of points, if one more lineup had
   * the entry; NaN if unknown. Only joint portfolios have these.
   */
  readonly gains?: Float64Array | undefined;
}

/** The options for solving a portfolio, and for incomplete ones. */
export interface PortfolioSolving {
  readonly search: Search;
  /** Explains why a model of the planned problem has no lineup. */
  readonly explain: (model: Model) => Promise<InfeasibleError>;
  readonly solver: SolverName | "auto";
  readonly control: Control;
  /** The relative gap to the bound at which a joint search may stop. */
  readonly gap?: number | undefined;
  /** `keep` returns the finished lineups if there are fewer than requested. */
  readonly onShortfall?: "refuse" | "keep" | undefined;
  /**
   * At a signal, `refuse` throws, `keep` returns the finished lineups, and `whole` returns them only if they
   * keep the whole description.
   */
  readonly onInterrupt?: "refuse" | "whole" | "keep" | undefined;
  /** Whether to compute each rule's cost, from portfolios without it. */
  readonly costs?: boolean | undefined;
  /**
   * Whether to build lineups one by one; minimum shares are then kept only as far as lineups for them are
   * found.
   */
  readonly preview?: boolean | undefined;
  /** Called with the portfolio before its costs are computed. */
  readonly onSolved?: ((solved: SolvedPortfolio) => void | Promise<void>) | undefined;
  /** `lineups` returns those found so far, checked and ordered. */
  readonly onProgress?:
    | ((report: PortfolioReport, lineups: () => readonly FoundLineup[]) => void)
    | undefined;
  readonly startsOf?: FileSeats["startsOf"];
}
