import type { Catalog } from "./catalog/catalog.ts";
import type { Certificate } from "./certificate/certificate.ts";
import type { InfeasibleError } from "./errors.ts";
import type { LineupInclude } from "./lineup/included.ts";
import type { Model } from "./model/model.ts";
import type { OpenSlate } from "./open-slate.ts";
import type { AvoidedLineup } from "./portfolio/avoided.ts";
import type { PortfolioReport } from "./portfolio/outcome.ts";
import type { PoolFacts } from "./portfolio/people.ts";
import type { AskedRequest } from "./problem/asked-request.ts";
import type { Problem } from "./problem/problem.ts";
import type { ChoiceInput, FieldInput, Payouts } from "./schema/contest-play.ts";
import type { FantasyLineupDocument } from "./schema/lineups.ts";
import type { Portfolio } from "./schema/portfolio.ts";
import type { PointSource } from "./scoring/point-source.ts";
import type { Choice } from "./simulation/contest/choose.ts";
import type { ContestResult } from "./simulation/contest/contest.ts";
import type { EnteredLineup } from "./simulation/contest/entered.ts";
import type { Correlations } from "./simulation/correlations.ts";
import type { DescribedPortfolio, DescribedSolving } from "./simulation/described-portfolio.ts";
import type { OutcomeKnowledge } from "./simulation/knowledge.ts";
import type { Simulation } from "./simulation/shares.ts";
import type { Control } from "./solver/contract.ts";
import type { SolverName } from "./solver/registry.ts";
import type { SwapInputs, SwappedLineups } from "./swap/swap-lineups.ts";

/** What holds wherever an optimizer runs. */
export interface OptimizerSettings {
  /** Which solver finds the lineups; `auto`, the default, takes the fastest that can. */
  readonly solver?: SolverName | "auto" | undefined;
  /** Milliseconds one request may take, queueing included; 600,000 by default, 60,000 for portfolios and swaps. */
  readonly timeLimit?: number | undefined;
  /**
   * Whether to leave out of every pool the players of whom the projections' `included` Players say that they are
   * injured, suspended or not active; `meta.unavailable` lists them. False by default.
   */
  readonly onlyAvailable?: boolean | undefined;
  /**
   * Another solver that finds the best totals of each request anew, as far as it gets within ten seconds; the document's
   * `meta.secondOpinion` says how far. A difference is a `SecondOpinionError`. Portfolios have bounds of their own instead.
   */
  readonly secondOpinion?: SolverName | undefined;
}

/** A lineup request and where its points come from; read once, it can be answered often. */
export type OpenSlateRequest = PointSource & AskedRequest;

/** A lineup request that says how many lineups. */
export type OptimizeRequest = OpenSlateRequest & {
  /** 1 to 10,000 lineups; wins over `body.count`. */
  readonly count?: number | undefined;
};

/** A request whose points are drawn over and over. */
export type SimulateRequest = OpenSlateRequest & {
  /** What is known of how single entries' points spread, in place of their positions' usual spread. */
  readonly known?: readonly OutcomeKnowledge[] | undefined;
  /** How the points of these entries hang together, in place of what the sport's table says of them. */
  readonly correlations?: Correlations | undefined;
};

/** How a slate is simulated. */
export interface SimulateOptions extends Pick<OptimizeOptions, "signal" | "timeLimit"> {
  /** How many draws, 1 to 10,000,000; 10,000 by default. */
  readonly draws?: number | undefined;
  /** A whole number; the same seed gives the same draws everywhere, whatever the threads. 1 by default. */
  readonly seed?: number | undefined;
  /** How many best lineups of each draw count, 1 to 1,000; 1 by default. */
  readonly top?: number | undefined;
  /** Hears now and then how many draws are done. */
  readonly onDraws?: ((done: number) => void) | undefined;
}

/** What a contest pays, and against whom it is played. */
export type StagedRequest = SimulateRequest & {
  readonly payouts: Payouts;
  /** Opponents drawn so that people are in as many lineups as `ownership` says, or the lineups themselves. */
  readonly field?: FieldInput | undefined;
};

/** Entries of a contest, what it pays, and against whom it is played. */
export type ContestRequest = StagedRequest & {
  /** Who sits in which slot of each entry. */
  readonly entries: readonly EnteredLineup[];
};

/** How a contest is played. */
export type ContestOptions = Omit<SimulateOptions, "top">;

/** A contest to choose entries for, and what these keep together. */
export type ChooseRequest = StagedRequest &
  Partial<Pick<PortfolioRequest, "portfolio" | "portfolioLines" | "facts" | "avoided">> & {
    readonly choice: ChoiceInput;
  };

/** How entries are chosen; `draws` are as many to choose by, and as many others to tell what they can expect. */
export type ChooseOptions = ContestOptions & Pick<OptimizeOptions, "include" | "updatedAt">;

/** A portfolio whose lineups are taken by how often they are the best of a draw. */
export type DrawnPortfolioRequest = PortfolioRequest & SimulateRequest;

/** How many draws it is taken by, and how it is answered. */
export type DrawnPortfolioOptions = ContestOptions &
  Pick<PortfolioOptions, "include" | "updatedAt" | "onShortfall">;

/** Entries as they were chosen. */
export interface ChosenEntries {
  /** The lineups in the order in which they were taken. */
  readonly document: FantasyLineupDocument;
  readonly choice: Choice;
  /** What they can expect, over draws that had no part in the choice. */
  readonly contest: ContestResult;
  /** What to tell of the description, a sentence each. */
  readonly warnings: readonly string[];
}

/** Says why a problem has no lineup. */
export interface Explainer {
  /** @throws AbortedError, TimeLimitError, ClosedError, SolverFailedError */
  explain(problem: Problem, model: Model, control: Control): Promise<InfeasibleError>;
  close(): Promise<void>;
}

/** Solves portfolios in other threads, planning and checks included, which take long where descriptions are long. */
export interface PortfolioSolver {
  /** Whether a message can carry it; the calling thread solves the rest. */
  takes(described: DescribedPortfolio): boolean;
  /** @throws What `solveDescribed` throws */
  solve(
    described: DescribedPortfolio,
    solving: Omit<DescribedSolving, "search" | "onLineups">,
  ): Promise<FantasyLineupDocument>;
  close(): Promise<void>;
}

/** Entries to be swapped, and what the lineups of all of them shall keep together. */
export type SwapRequest = OpenSlateRequest &
  Omit<SwapInputs, "startsOf"> & {
    /** What `portfolioSchema` describes; parsed and checked here. Without one every two lineups differ, and no more. */
    readonly portfolio?: Portfolio | undefined;
    /** The lines of the description's file, by JSON pointer. */
    readonly portfolioLines?: ReadonlyMap<string, number> | undefined;
    readonly facts?: PoolFacts | undefined;
    /** Lineups entered already, by the names of the files that the description's `avoid` lists. */
    readonly avoided?: ReadonlyMap<string, readonly AvoidedLineup[]> | undefined;
  };

/** How one swap is answered. */
export interface SwapOptions extends Omit<OptimizeOptions, "include"> {
  /**
   * What an aborted `signal` does once there are swaps: `refuse`, the default, is an AbortedError; `keep` returns the
   * swaps found so far. When the time limit is reached, they are returned in any case.
   */
  readonly onInterrupt?: "refuse" | "keep" | undefined;
}

/** How one request is answered. */
export interface OptimizeOptions {
  /** Ends the solve promptly with `AbortedError`. */
  readonly signal?: AbortSignal | undefined;
  /** Related resources the document carries in `included`. */
  readonly include?: readonly LineupInclude[] | undefined;
  /** Milliseconds, in place of the optimizer's own limit. */
  readonly timeLimit?: number | undefined;
  /** What the document gives as the time of its lineups' making, in place of now: then equal requests give equal bytes. */
  readonly updatedAt?: Date | undefined;
  /** Gets what a stranger needs to check that no better lineup was left out; see `checkCertificate`. */
  readonly onCertificate?: ((certificate: Certificate) => void) | undefined;
  /**
   * Called once the request is found to have no lineup, and awaited: to say why takes many times as long as lineups do,
   * so whoever answers many puts it in a queue.
   */
  readonly beforeExplaining?: (() => Promise<void>) | undefined;
}

/** A lineup request and what its lineups shall keep together. */
export type PortfolioRequest = OptimizeRequest & {
  /** The description; parsed and checked here, so `unknown` input is safe. See `portfolioSchema`. */
  readonly portfolio: Portfolio;
  /** By JSON pointer into the description, the line of its file, as `readPortfolio` gives them; errors then name it. */
  readonly portfolioLines?: ReadonlyMap<string, number> | undefined;
  /** What the pool's files say beside points, as `slateInputs` gives it: columns, exposures, games. */
  readonly facts?: PoolFacts | undefined;
  /** Lineups entered already, by the names that the description's `avoid` has. */
  readonly avoided?: ReadonlyMap<string, readonly AvoidedLineup[]> | undefined;
};

/** How one portfolio is answered. */
export interface PortfolioOptions extends OptimizeOptions {
  /**
   * A joint portfolio is good enough when it is known to be within this part of the best. By default 0.0002 while gains are
   * fast, and 0.002 once they take long.
   */
  readonly gap?: number | undefined;
  /**
   * What becomes of a portfolio that cannot be had in full, or not in time: `refuse`, the default, is an error that says
   * why; `keep` takes what could be built, and `meta.portfolio.shortfall` says why.
   */
  readonly onShortfall?: "refuse" | "keep" | undefined;
  /**
   * What becomes of it when the signal comes: `refuse`, the default, is AbortedError; `keep` takes what is finished;
   * `whole` does so if there are as many lineups as asked for and they keep the description. What is whole when the
   * time limit is reached is returned in any case.
   */
  readonly onInterrupt?: "refuse" | "whole" | "keep" | undefined;
  /**
   * Whether `meta.portfolio.costs` says what each rule costs: what the portfolio would be without it. It takes a
   * portfolio for each, all within the time limit.
   */
  readonly costs?: boolean | undefined;
  /**
   * Gets the document as soon as its lineups are settled, which with `costs` is before the costs are known; the call
   * goes on when it is done. What it throws, the call throws.
   */
  readonly onLineups?: ((document: FantasyLineupDocument) => void | Promise<void>) | undefined;
  /** Hears how far the search has come, as it goes on. */
  readonly onProgress?: ((report: PortfolioReport) => void) | undefined;
}

/** Answers lineup requests, any number at a time. */
export interface Optimizer {
  /** The rule and scoring tables requests are read against. */
  readonly catalog: Catalog;
  /** Worker threads; 0 solves in the calling thread. */
  readonly threads: number;
  /**
   * The best lineups of a request, best first: exactly the highest totals, each lineup checked without the solver.
   * Fewer than asked for when no more exist.
   * @throws InvalidRequestError, UnknownContestError for bad input; InfeasibleError when no lineup is legal, with a
   * smallest set of rules that contradict each other; AbortedError, TimeLimitError, ClosedError, SolverFailedError.
   */
  optimize(request: OptimizeRequest, options?: OptimizeOptions): Promise<FantasyLineupDocument>;
  /**
   * Lineups that are good together: of all sets that keep the description, one with the greatest sum of points, with
   * the bound that proves how near; or one best lineup after another. Each lineup, and all of them, are checked without
   * the solver.
   * @throws InvalidRequestError, UnknownContestError for bad input; InfeasibleError when no portfolio keeps the
   * description, with what contradicts what; AbortedError, TimeLimitError, ClosedError, SolverFailedError.
   */
  portfolio(request: PortfolioRequest, options?: PortfolioOptions): Promise<FantasyLineupDocument>;
  /**
   * Reads a request once, to be answered many times with a few things changed: what a page asks after every edit.
   * @throws InvalidRequestError, UnknownContestError
   */
  openSlate(request: OpenSlateRequest): Promise<OpenSlate>;
  /**
   * Draws a slate's points over and over, solves each draw exactly, and tells how often each player, stack and lineup
   * is the best.
   * @throws As `optimize`; UnknownScoringError for a sport without a table of outcomes.
   */
  simulate(request: SimulateRequest, options?: SimulateOptions): Promise<Simulation>;
  /**
   * Plays a contest over draws of its slate: what each entry and all together are paid on average, how often they are
   * paid, win, and win alone; with exact ranks, ties sharing their places' prizes, and own entries in each other's way.
   * @throws As `simulate`; InvalidRequestError for entries, payouts or a field that do not go with the contest.
   */
  contest(request: ContestRequest, options?: ContestOptions): Promise<ContestResult>;
  /**
   * Chooses entries that are worth the most together, one after another, under a portfolio's rules: by the mean of all
   * payments, own entries in each other's way; of the best entry's payment; or the chance that one is first. The latter
   * two are worth at least 63% of the best choice where no rule of the portfolio binds.
   * @throws As `contest` and `portfolio`; InfeasibleError where the candidates do not suffice.
   */
  chooseEntries(request: ChooseRequest, options?: ChooseOptions): Promise<ChosenEntries>;
  /**
   * Lineups that keep a description together, by how often each is the best of a draw: the most frequent first, as far
   * as those before leave room. Each draw is solved exactly under the rules of every lineup; all is checked as a
   * portfolio is. Each lineup has its share of the draws as `optimalShare`.
   * @throws As `portfolio` and `simulate`; InfeasibleError where too few of these lineups keep the description together.
   */
  portfolioFromDraws(
    request: DrawnPortfolioRequest,
    options?: DrawnPortfolioOptions,
  ): Promise<FantasyLineupDocument>;
  /**
   * Swaps entries: locked seats stay in their very slots, the rest is best again beside all other entries as they will
   * be. An entry that gains nothing stays as it is, and so does one that cannot be swapped. Entries are swapped one by
   * one first, then all together; when time is up, the answer is what there is, and `stoppedBy` says so.
   * @throws InvalidRequestError, UnknownContestError for bad input; AbortedError, TimeLimitError, ClosedError,
   * SolverFailedError.
   */
  swap(request: SwapRequest, options?: SwapOptions): Promise<SwappedLineups>;
  /** Stops what runs, ends the workers and frees their memory. Idempotent. */
  close(): Promise<void>;
  /** As `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}
