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
   * Per player of the problem, by how many units (see `POINT_UNITS`) the sum of points would change if one
   * more lineup had the player: an estimate, or NaN if unknown. Only joint portfolios have these.
   */
  readonly gains?: Float64Array | undefined;
}

/** The options for solving a portfolio. */
export interface PortfolioSolving {
  readonly search: Search;
  /** Explains why a model of the planned problem has no lineup. */
  readonly explain: (model: Model) => Promise<InfeasibleError>;
  readonly solver: SolverName | "auto";
  readonly control: Control;
  /** The gap to the bound, as a fraction of the bound, at which a joint search may stop. */
  readonly gap?: number | undefined;
  /** If there are fewer lineups than requested, `keep` returns them; `refuse`, the default, throws. */
  readonly onShortfall?: "refuse" | "keep" | undefined;
  /**
   * After an interrupt, `refuse` (the default) throws, `keep` returns the lineups found, and `whole` returns
   * them only if they keep the whole description.
   */
  readonly onInterrupt?: "refuse" | "whole" | "keep" | undefined;
  /** Whether to compute each rule's cost, by solving the portfolio without that rule. */
  readonly costs?: boolean | undefined;
  /** Whether to build lineups one by one, for a fast preview; it may miss minimum shares. */
  readonly preview?: boolean | undefined;
  /** Called with the portfolio before its costs are computed. */
  readonly onSolved?: ((solved: SolvedPortfolio) => void | Promise<void>) | undefined;
  /** Called during the search; `lineups` returns the lineups found so far, checked and ordered. */
  readonly onProgress?:
    | ((report: PortfolioReport, lineups: () => readonly FoundLineup[]) => void)
    | undefined;
  /** Start times of games, by GUID: the players who start last get the most flexible slots, such as FLEX. */
  readonly startsOf?: FileSeats["startsOf"];
}
