import type { FileSeats } from "../contests/problem/file-seats.ts";
import type { Model } from "../engine/model/model.ts";
import type { Search } from "../engine/search/search.ts";
import type { Control } from "../engine/solver/contract.ts";
import type { SolverName } from "../engine/solver/registry.ts";
import type { FoundLineup } from "../lineup/document/priced-lineup.ts";
import type { InfeasibleError } from "../shared/errors.ts";
import type { PortfolioResult } from "../shared/schema/portfolio-result.ts";
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
