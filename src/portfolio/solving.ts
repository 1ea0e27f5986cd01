import type { InfeasibleError } from "../errors.ts";
import type { FoundLineup } from "../lineup/priced-lineup.ts";
import type { Model } from "../model/model.ts";
import type { FileSeats } from "../problem/file-seats.ts";
import type { PortfolioResult } from "../schema/portfolio-result.ts";
import type { Search } from "../search/search.ts";
import type { Control } from "../solver/contract.ts";
import type { SolverName } from "../solver/registry.ts";
import type { PortfolioReport } from "./outcome.ts";

/** A portfolio's lineups, checked and in order, and how it came about. */
export interface SolvedPortfolio {
  readonly lineups: readonly FoundLineup[];
  readonly solver: SolverName;
  readonly result: PortfolioResult;
}

/** How a portfolio is solved, and what becomes of one that is not whole. */
export interface PortfolioSolving {
  readonly search: Search;
  /** Says why a model of the planned problem has no lineup. */
  readonly explain: (model: Model) => Promise<InfeasibleError>;
  readonly solver: SolverName | "auto";
  readonly control: Control;
  /** A joint portfolio is good enough within this part of the bound. */
  readonly gap?: number | undefined;
  /** `keep` takes what could be built, where not all could. */
  readonly onShortfall?: "refuse" | "keep" | undefined;
  /** When the signal comes, `keep` takes what is finished, and `whole` does so if it keeps all of the description. */
  readonly onInterrupt?: "refuse" | "whole" | "keep" | undefined;
  /** Whether to say what each rule costs, by portfolios without it. */
  readonly costs?: boolean | undefined;
  /** Gets the portfolio before its costs are worked out. */
  readonly onSolved?: ((solved: SolvedPortfolio) => void | Promise<void>) | undefined;
  readonly onProgress?: ((report: PortfolioReport) => void) | undefined;
  readonly startsOf?: FileSeats["startsOf"];
}
