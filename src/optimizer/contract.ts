import type { Catalog } from "../contests/catalog/catalog.ts";
import type { AskedRequest, Problem } from "../contests/problem/problem.ts";
import type { PointSource } from "../contests/scoring/point-source.ts";
import type { Model } from "../engine/model/model.ts";
import type { Control } from "../engine/solver/interrupt.ts";
import type { SolverName } from "../engine/solver/registry.ts";
import type { LineupInclude } from "../lineup/document/included.ts";
import type { AskedPortfolio } from "../portfolio/description.ts";
import type { PortfolioReport } from "../portfolio/outcome.ts";
import type { SwapInputs, SwappedLineups, SwapReport } from "../portfolio/swap/swap-lineups.ts";
import type { InfeasibleError } from "../shared/errors.ts";
import type { ChoiceInput, FieldInput, Payouts, PlayerOwnership } from "../shared/schema/contest-play.ts";
import type { FantasyLineupDocument } from "../shared/schema/lineups.ts";
import type { OutcomesTableInput } from "../shared/schema/outcomes.ts";
import type { Portfolio } from "../shared/schema/portfolio.ts";
import type { Backtest } from "../simulation/backtest/backtest.ts";
import type { PastRequest } from "../simulation/backtest/past-field.ts";
import type { Calibration } from "../simulation/calibration/calibrate.ts";
import type { OutcomesFit } from "../simulation/calibration/fit-outcomes.ts";
import type { OwnershipTables } from "../simulation/calibration/fit-ownership.ts";
import type { Choice } from "../simulation/contest/choose.ts";
import type { ContestResult } from "../simulation/contest/contest.ts";
import type { EnteredLineup } from "../simulation/contest/entered.ts";
import type { ExpectedDuplicates } from "../simulation/contest/opponents.ts";
import type { AllReturns } from "../simulation/contest/prizes.ts";
import type { Correlations } from "../simulation/correlations.ts";
import type { OutcomeKnowledge } from "../simulation/draw-source.ts";
import type { Simulation } from "../simulation/simulate.ts";
import type { SimulatedOutcomes } from "../simulation/simulated-outcomes.ts";
import type { OpenSlate } from "./open-slate.ts";

/** Settings that apply on every platform an optimizer runs on. */
export interface OptimizerSettings {
  /** The solver that finds the lineups; `auto`, the default, is the fastest that supports the request. */
  readonly solver?: SolverName | "auto" | undefined;
  /**
   * The most milliseconds for a request, waiting included: by default 600,000, or 50,000 for portfolios and
   * swaps.
   */
  readonly timeLimit?: number | undefined;
  /**
   * Whether to leave out players whose Player resource in the projections' `included` is marked injured,
   * suspended or not active; `meta.unavailable` lists them. False by default.
   */
  readonly onlyAvailable?: boolean | undefined;
}

/** A lineup request and the source of its points. */
export type OpenSlateRequest = PointSource & AskedRequest;

export type OptimizeRequest = OpenSlateRequest & {
  /** 1 to 10,000 lineups; takes precedence over `body.count`. */
  readonly count?: number | undefined;
};

export interface DrawnPoints {
  /** Known spreads of single players' points; they replace those of the players' positions. */
  readonly known?: readonly OutcomeKnowledge[] | undefined;
  /** Correlations between some players' points; they replace those of the sport's table. */
  readonly correlations?: Correlations | undefined;
  /** How points spread, as in `outcomesTableSchema`; it replaces the catalog's table of the sport. */
  readonly outcomes?: OutcomesTableInput | undefined;
  /**
   * Outcomes that another program simulated: the draws, instead of the table and `known`. Each player with
   * points other than 0 who is not excluded needs some. The projections still decide which lineups have the
   * most points.
   */
  readonly simulated?: SimulatedOutcomes | undefined;
  /** The book's average points, from which ownership is estimated as well. */
  readonly averages?: readonly { readonly uuid: string; readonly points: number }[] | undefined;
}

export type SimulateRequest = OpenSlateRequest & DrawnPoints;

export interface SimulateOptions extends Pick<OptimizeOptions, "signal" | "timeLimit"> {
  /** The number of draws, 1 to 10,000,000; by default 10,000, or all of the simulated outcomes. */
  readonly draws?: number | undefined;
  /** A whole number, 1 by default. The same seed gives the same draws on every machine. */
  readonly seed?: number | undefined;
  /** How many of the best lineups of each draw are counted, 1 to 1,000; 1 by default. */
  readonly top?: number | undefined;
  /**
   * Called from time to time with the number of draws done so far. `soFar` returns the result of these draws,
   * and works only during the call.
   */
  readonly onDraws?: ((done: number, soFar: () => Simulation) => void) | undefined;
}

export type OpenContestRequest = SimulateRequest & {
  /**
   * The opponents' lineups, or ownership that drawn lineups match, which is estimated if not given; by default
   * 10,000 are drawn.
   */
  readonly field?: FieldInput | undefined;
};

export type StagedRequest = OpenContestRequest & {
  readonly payouts: Payouts;
};

export type ContestRequest = StagedRequest & {
  readonly entries: readonly EnteredLineup[];
};

/** `isReal`: entries of the contest itself, which know as much as their opponents. */
export type OpenContest = (
  entering: Pick<ContestRequest, "entries" | "payouts"> & { readonly isReal?: boolean | undefined },
) => Promise<AllReturns>;

/** A request for the expected number of opponents with the same lineup. */
export type DuplicatesRequest = OpenSlateRequest & {
  readonly lineups: readonly EnteredLineup[];
  readonly field: {
    /** The number of opponents, 1 to 1,000,000; 10,000 by default. */
    readonly size?: number | undefined;
    /** The percentage of opponents who have each player. */
    readonly ownership: readonly PlayerOwnership[];
    /** The least salary of an opponent's lineup; 85% of the cap by default. */
    readonly leastSalary?: number | undefined;
  };
};

export interface ContestOptions extends Omit<SimulateOptions, "top" | "onDraws"> {
  /** As in `SimulateOptions`; `all.fieldError` is null until all draws are done. */
  readonly onDraws?: ((done: number, soFar: () => ContestResult) => void) | undefined;
}

export type ChooseRequest = StagedRequest &
  Partial<Pick<PortfolioRequest, "portfolio" | "portfolioLines" | "facts" | "avoided">> & {
    readonly choice: ChoiceInput;
  };

/**
 * `draws` draws are used to choose, as many again to compare the choice with the portfolio of the most
 * points, and as many again to estimate what the entries win. With simulated outcomes, a third of them by
 * default.
 */
export type ChooseOptions = ContestOptions &
  Pick<OptimizeOptions, "include" | "updatedAt"> & {
    /** Called from time to time with the numbers of draws done and of all draws, over all three uses. */
    readonly onProgress?: ((done: number, all: number) => void) | undefined;
  };

export type DrawnPortfolioRequest = PortfolioRequest & SimulateRequest;

export type DrawnPortfolioOptions = Omit<ContestOptions, "onDraws"> &
  Pick<PortfolioOptions, "include" | "updatedAt" | "onShortfall"> & {
    /** Called from time to time with the number of draws done so far. */
    readonly onDraws?: ((done: number) => void) | undefined;
  };

export interface OwnershipEstimate {
  /** In percent, of all players that can be in lineups, the most popular first. */
  readonly people: readonly { readonly uuid: string; readonly percent: number }[];
  /** What the estimate was fitted to. */
  readonly source: string;
}

export interface ChosenEntries {
  readonly document: FantasyLineupDocument;
  readonly choice: Choice;
  /** What the entries are expected to win, measured over draws that were not used for choosing. */
  readonly contest: ContestResult;
  readonly warnings: readonly string[];
}

/** A request that has what any `BuildStrategy` may need. */
export type DrawnRequest = SimulateRequest &
  Partial<Pick<PortfolioRequest, "portfolio" | "portfolioLines" | "facts" | "avoided" | "count">> & {
    readonly ownership?: readonly PlayerOwnership[] | undefined;
  };

/** How lineups are chosen: by draws (`from`), by simulating a contest (`choose`), or by their points. */
export interface BuildStrategy {
  /** The number of lineups, 1 to 10,000. */
  readonly count?: number | undefined;
  readonly portfolio?: Portfolio | undefined;
  /** `simulation` chooses the lineups that are most often the best of a draw. */
  readonly from?: "simulation" | undefined;
  /** Chooses lineups by simulating a contest; `field` is the number of opponents. */
  readonly choose?: (StrategyChoice & { readonly payouts: Payouts; readonly field: number }) | undefined;
  /** The number of draws of `from` and `choose`; 10,000 by default. */
  readonly draws?: number | undefined;
  readonly seed?: number | undefined;
}

export type StrategyChoice = Partial<Pick<ChoiceInput, "goal">> & {
  readonly candidates?: number | undefined;
};

export type PastSlate = DrawnRequest & PastRequest;

export interface HistoryRequest {
  readonly slates: readonly PastSlate[];
}

export type BacktestStrategyRequest = Omit<BuildStrategy, "choose"> & {
  readonly name: string;
  readonly choose?: StrategyChoice | undefined;
};

export interface BacktestRequest extends HistoryRequest {
  readonly strategies: readonly BacktestStrategyRequest[];
}

/** `timeLimit` applies to each search and each simulation. */
export interface HistoryOptions extends Pick<OptimizeOptions, "signal" | "timeLimit"> {
  /** A whole number, 1 by default. The same seed gives the same simulations. */
  readonly seed?: number | undefined;
}

export interface Explainer {
  /** @throws AbortedError, TimeLimitError, ClosedError, SolverFailedError */
  explain(problem: Problem, model: Model, control: Control): Promise<InfeasibleError>;
  close(): Promise<void>;
}

export type SwapRequest = OpenSlateRequest &
  Omit<SwapInputs, "startsOf"> &
  Pick<PortfolioRequest, "portfolioLines" | "facts" | "avoided"> & {
    /** As in `portfolioSchema`; without one, no two lineups may be the same. */
    readonly portfolio?: Portfolio | undefined;
  };

export interface SwapOptions extends Omit<OptimizeOptions, "include"> {
  /**
   * What to do when `signal` aborts after swaps were found: `refuse`, the default, throws; `keep` returns
   * them. At the time limit they are always returned.
   */
  readonly onInterrupt?: "refuse" | "keep" | undefined;
  /** Called from time to time with the number of changed entries, the sum of points and its bound. */
  readonly onProgress?: ((swapped: number, report: SwapReport) => void) | undefined;
}

export interface OptimizeOptions {
  /** Aborting it stops the solve promptly with an `AbortedError`. */
  readonly signal?: AbortSignal | undefined;
  /** Related resources to add to the document's `included`. */
  readonly include?: readonly LineupInclude[] | undefined;
  /** Milliseconds; replaces the optimizer's own limit. */
  readonly timeLimit?: number | undefined;
  /** The lineups' creation time; now by default. */
  readonly updatedAt?: Date | undefined;
  /**
   * Called, and awaited, before the explanation of a request without a lineup is computed, which takes much
   * longer than lineups do.
   */
  readonly beforeExplaining?: (() => Promise<void>) | undefined;
}

export type PortfolioRequest = OptimizeRequest &
  DrawnPoints &
  Pick<AskedPortfolio, "portfolioLines" | "facts" | "avoided" | "kept"> & {
    /** See `portfolioSchema`; it is parsed and checked here. */
    readonly portfolio: Portfolio;
  };

export type SlateRequest = OpenSlateRequest & DrawnPoints & Pick<PortfolioRequest, "facts" | "avoided">;

export interface PortfolioOptions extends OptimizeOptions {
  /**
   * The relative gap at which the search for a joint portfolio stops. By default 0.0002 while the search
   * improves fast, and 0.002 once it slows down.
   */
  readonly gap?: number | undefined;
  /**
   * When the full portfolio is impossible or not found in time: `refuse`, the default, throws an error that
   * says why; `keep` returns what could be built, with `meta.portfolio.shortfall`.
   */
  readonly onShortfall?: "refuse" | "keep" | undefined;
  /**
   * When `signal` aborts: `refuse`, the default, throws; `keep` returns the finished lineups; `whole` only if
   * they are enough and keep the description. At the time limit, a whole portfolio is always returned.
   */
  readonly onInterrupt?: "refuse" | "whole" | "keep" | undefined;
  /**
   * Whether to report in `meta.portfolio.costs` how many points each rule costs, by a portfolio more per
   * rule.
   */
  readonly costs?: boolean | undefined;
  /** Receives the document as soon as its lineups are final, and is awaited; `costs` may follow. */
  readonly onLineups?: ((document: FantasyLineupDocument) => void | Promise<void>) | undefined;
  readonly onProgress?: ((report: PortfolioReport) => void) | undefined;
}

/** Answers lineup requests; any number can run at a time. */
export interface Optimizer {
  readonly catalog: Catalog;
  /** The number of worker threads; 0 solves in the calling thread. */
  readonly threads: number;
  /**
   * Returns the lineups with exactly the highest totals, best first and checked without the solver; fewer if
   * no more exist. @throws InvalidRequestError, UnknownContestError; InfeasibleError with an irreducible set
   * of rules that contradict each other; AbortedError, TimeLimitError, ClosedError, SolverFailedError.
   */
  optimize(request: OptimizeRequest, options?: OptimizeOptions): Promise<FantasyLineupDocument>;
  /**
   * Returns lineups that together keep a portfolio description, checked without the solver. A joint portfolio
   * maximizes the sum of points and reports an upper bound; a sequential one builds one best lineup after
   * another. @throws As `optimize`; InfeasibleError when no portfolio keeps the description.
   */
  portfolio(request: PortfolioRequest, options?: PortfolioOptions): Promise<FantasyLineupDocument>;
  /**
   * Reads a request once, to answer it many times with small changes. @throws InvalidRequestError,
   * UnknownContestError
   */
  openSlate(request: SlateRequest): Promise<OpenSlate>;
  /**
   * Draws a slate's points many times, solves each draw exactly, and reports how often each player, stack and
   * lineup is among the best. @throws As `optimize`; UnknownScoringError for a sport without a table of
   * outcomes.
   */
  simulate(request: SimulateRequest, options?: SimulateOptions): Promise<Simulation>;
  /**
   * Simulates a contest: for each entry and for all together, the mean payment and the chances of being paid,
   * of winning and of winning alone. Ranks are exact, tied entries split prizes, and your own entries
   * compete. @throws As `simulate`; InvalidRequestError for entries, payouts or a field that do not fit.
   */
  contest(request: ContestRequest, options?: ContestOptions): Promise<ContestResult>;
  /**
   * Draws the opponents of a contest once; the function simulates what entries win against them if projections
   * err as past ones did. @throws As `contest`.
   */
  openContest(request: OpenContestRequest, options?: Omit<ContestOptions, "onDraws">): Promise<OpenContest>;
  /**
   * Estimates the percentage of opponents' lineups that have each player, from how often the player is in the
   * best lineups of draws, points, salary and the book's average, by a table fitted to past contests. @throws
   * As `simulate`.
   */
  ownership(
    request: SimulateRequest,
    options?: Pick<SimulateOptions, "seed" | "signal" | "timeLimit">,
  ): Promise<OwnershipEstimate>;
  /**
   * The expected number of opponents with the same lineup, for each of some lineups; nothing is simulated.
   * @throws InvalidRequestError, UnknownContestError; UnsupportedModelError if opponents cannot be drawn;
   * AbortedError, TimeLimitError, ClosedError.
   */
  expectedDuplicates(
    request: DuplicatesRequest,
    options?: Pick<OptimizeOptions, "signal" | "timeLimit">,
  ): Promise<ExpectedDuplicates>;
  /**
   * Chooses the entries that are worth the most together under a portfolio's rules, one after another: by the
   * mean of all payments, the mean of what the best entry of a draw is paid, or the chance that one is first.
   * For the last two goals, the choice reaches at least 63% of the best value if no rule limits it. @throws
   * As `contest` and `portfolio`; InfeasibleError when there are too few candidates.
   */
  chooseEntries(request: ChooseRequest, options?: ChooseOptions): Promise<ChosenEntries>;
  /**
   * Returns lineups that keep a portfolio description, those that are the best of the most draws
   * (`optimalShare`) first. @throws As `portfolio` and `simulate`; InfeasibleError when too few of these
   * lineups keep the description together.
   */
  portfolioFromDraws(
    request: DrawnPortfolioRequest,
    options?: DrawnPortfolioOptions,
  ): Promise<FantasyLineupDocument>;
  /**
   * Late-swaps entries: players in locked seats keep their slots, and the open seats are filled for the most
   * points under the rules over all entries. Entries that cannot be improved or swapped are unchanged. At the
   * time limit it returns the swaps found so far, with the reason in `stoppedBy`. @throws
   * InvalidRequestError, UnknownContestError, AbortedError, TimeLimitError, ClosedError, SolverFailedError.
   */
  swap(request: SwapRequest, options?: SwapOptions): Promise<SwappedLineups>;
  /**
   * Builds the lineups of strategies for contests that are over, and enters them into the real standings:
   * ranks, percentiles, prizes, and profits with bootstrap intervals over contests. @throws As `optimize`,
   * `portfolio`, `chooseEntries`; InvalidRequestError for points or ownership that are results. A contest
   * without a legal lineup is a `fault` of the strategy.
   */
  backtest(request: BacktestRequest, options?: HistoryOptions): Promise<Backtest>;
  /**
   * Compares simulations of contests that are over with what happened: spreads, correlations, ownership and
   * opponents, by tests with their power. @throws As `simulate`; InvalidRequestError for points or ownership
   * that are results.
   */
  calibrate(request: HistoryRequest, options?: HistoryOptions): Promise<Calibration>;
  /**
   * Fits the table of outcomes of one sport to contests that are over. Each value lies between that of the
   * table in use and the best fit: the more data, the nearer to the second. @throws As `calibrate`;
   * InvalidRequestError for contests of several sports.
   */
  fitOutcomes(request: HistoryRequest, options?: HistoryOptions): Promise<OutcomesFit>;
  /**
   * Fits the tables of ownership to contests that are over, of one sport or several, and compares each
   * contest's ownership with an estimate by the others. @throws As `calibrate`.
   */
  fitOwnership(request: HistoryRequest, options?: HistoryOptions): Promise<OwnershipTables>;
  /** Stops running requests, ends the workers and frees their memory. Idempotent. */
  close(): Promise<void>;
  /** Calls `close`; for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}
