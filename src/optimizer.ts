import type { Catalog } from "./catalog/catalog.ts";
import type { Certificate } from "./certificate/certificate.ts";
import { judgeOf } from "./constraints/readers/apply.ts";
import { buildModel } from "./constraints/readers/build-model.ts";
import { readProblem } from "./constraints/readers/read-problem.ts";
import { AbortedError, type InfeasibleError, InvalidRequestError, SolverFailedError } from "./errors.ts";
import { lineupDocument } from "./lineup/document.ts";
import type { LineupInclude } from "./lineup/included.ts";
import { type PricedLineup, priceLineup, sortLineups } from "./lineup/priced-lineup.ts";
import { seatSolutions } from "./lineup/seat-solutions.ts";
import type { Model } from "./model/model.ts";
import type { SwapPlan } from "./model/swap-plan.ts";
import type { OpenSlate } from "./open-slate.ts";
import type { AvoidedLineup } from "./portfolio/avoided.ts";
import type { PortfolioReport } from "./portfolio/outcome.ts";
import type { PoolFacts } from "./portfolio/people.ts";
import { unavailablePlayers } from "./problem/availability.ts";
import type { FileSeats } from "./problem/file-seats.ts";
import type { Problem } from "./problem/problem.ts";
import { DEFAULT_COUNT, MAXIMUM_COUNT } from "./schema/count.ts";
import { parseLineupRequest } from "./schema/lineup-request.ts";
import type { FantasyLineupDocument } from "./schema/lineups.ts";
import {
  type ExcludedSlot,
  type Origin,
  optimizeSettingsSchema,
  portfolioSettingsSchema,
} from "./schema/options.ts";
import { parseInput } from "./schema/parse.ts";
import type { Portfolio } from "./schema/portfolio.ts";
import type { LineupRequest, LineupRequestInput } from "./schema/request.ts";
import type * as z from "./schema/zod.ts";
import { type PointSource, readPoints } from "./scoring/point-source.ts";
import type { Runner } from "./search/runner.ts";
import { createSearch } from "./search/search.ts";
import type { Correlations } from "./simulation/correlations.ts";
import type { OutcomeKnowledge } from "./simulation/knowledge.ts";
import type { Simulation } from "./simulation/shares.ts";
import type { Control } from "./solver/contract.ts";
import type { SolverName } from "./solver/registry.ts";
import type { SwapInputs, SwappedLineups } from "./swap/swap-lineups.ts";

const DEFAULT_TIME_LIMIT = 600_000;

/** What holds wherever an optimizer runs. */
export interface OptimizerSettings {
  /** Which solver finds the lineups; `auto`, the default, takes the fastest that can. */
  readonly solver?: SolverName | "auto" | undefined;
  /** Milliseconds one request may take, queueing included; 600,000 by default. */
  readonly timeLimit?: number | undefined;
  /**
   * Whether to leave out of every pool the players of whom the projections' `included` Players say that they are
   * injured, suspended or not active; `meta.unavailable` lists them. False by default.
   */
  readonly onlyAvailable?: boolean | undefined;
  /**
   * Another solver that finds the best totals of each request anew, as far as it gets within ten seconds; the document's
   * `meta.secondOpinion` says how far. A difference is a `SecondOpinionError`.
   */
  readonly secondOpinion?: SolverName | undefined;
}

/** A lineup request and where its points come from. */
export type OptimizeRequest = PointSource & {
  /** As in the service's paths, such as `american-football`. */
  readonly sport: string;
  /** The lineup request's body; parsed and checked here, so `unknown` input is safe. */
  readonly body: LineupRequestInput;
  /**
   * Where the pool comes from, `request` by default. For lineups of a `book-file` the limits that only the book's
   * published rules know hold as well.
   */
  readonly origin?: Origin | undefined;
  /** Where the book's file seats its players; decides in place of their positions, which still count for stacks. */
  readonly seats?: FileSeats | undefined;
  /**
   * Who must not sit in which slots, by GUID and the slot's name: `{ uuid, slot: "CPT" }` is never captain. Errors and
   * conflicts point at `/excludedSlots`.
   */
  readonly excludedSlots?: readonly ExcludedSlot[] | undefined;
  /** Whether to leave out who cannot play, in place of what the optimizer's settings say. */
  readonly onlyAvailable?: boolean | undefined;
  /** 1 to 10,000 lineups; wins over `body.count`. */
  readonly count?: number | undefined;
};

/** A request to be read once and answered often; each answer says how many lineups. */
export type OpenSlateRequest = PointSource &
  Pick<OptimizeRequest, "sport" | "body" | "origin" | "seats" | "excludedSlots" | "onlyAvailable">;

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

/** Says why a problem has no lineup. */
export interface Explainer {
  /** @throws AbortedError, TimeLimitError, ClosedError, SolverFailedError */
  explain(problem: Problem, model: Model, control: Control): Promise<InfeasibleError>;
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
  /** A joint portfolio is good enough when it is known to be within this part of the best; 0.0002 by default. */
  readonly gap?: number | undefined;
  /**
   * What becomes of a portfolio that cannot be had in full, or not in time: `refuse`, the default, is an error that says
   * why; `keep` takes what could be built, and `meta.portfolio.shortfall` says why.
   */
  readonly onShortfall?: "refuse" | "keep" | undefined;
  /** What becomes of it when the signal comes: `refuse`, the default, is AbortedError; `keep` takes what is finished. */
  readonly onInterrupt?: "refuse" | "keep" | undefined;
  /**
   * Whether `meta.portfolio.costs` says what each rule costs: what the portfolio would be without it. It takes a
   * portfolio for each, all within the time limit.
   */
  readonly costs?: boolean | undefined;
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
   * Swaps entries: locked seats stay in their very slots, the rest is best again beside all other entries as they will
   * be. An entry that gains nothing stays as it is, and so does one that cannot be swapped.
   * @throws InvalidRequestError, UnknownContestError for bad input; AbortedError, TimeLimitError, ClosedError,
   * SolverFailedError.
   */
  swap(request: SwapRequest, options?: Omit<OptimizeOptions, "include">): Promise<SwappedLineups>;
  /** Stops what runs, ends the workers and frees their memory. Idempotent. */
  close(): Promise<void>;
  /** As `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * The optimizer of these tables, whose solves `runner` runs, explanations included where there is no `explainer`;
 * closing the optimizer closes both.
 */
export function optimizerOf(
  catalog: Catalog,
  runner: Runner,
  settings: OptimizerSettings = {},
  explainer?: Explainer,
): Optimizer {
  const { solver = "auto", timeLimit = DEFAULT_TIME_LIMIT, onlyAvailable = false, secondOpinion } = settings;
  const search = createSearch(runner);

  function controlOf({
    signal,
    timeLimit: ownLimit,
  }: Pick<OptimizeOptions, "signal" | "timeLimit">): Control {
    const limit = ownLimit ?? timeLimit;
    return { signal, deadline: performance.now() + limit, timeLimit: limit };
  }

  /** A request as a problem of its contest, with the document that its points are from. */
  async function read(request: OpenSlateRequest, body: LineupRequest) {
    const projections = await readPoints(request, body.games, () =>
      catalog.scoringTable(request.sport, body.book, { pointer: "/book" }),
    );
    const contest = catalog.contestOf(request.sport, body);
    const problem = readProblem(contest, body, projections.data, {
      origin: request.origin,
      seats: request.seats,
      excludedSlots: request.excludedSlots,
      unavailable:
        (request.onlyAvailable ?? onlyAvailable) ? unavailablePlayers(projections.included) : undefined,
    });
    return { projections, problem };
  }

  /** Why a model has no lineup. */
  async function explain(
    problem: Problem,
    model: Model,
    { beforeExplaining, ...control }: Control & Pick<OptimizeOptions, "beforeExplaining">,
  ) {
    await beforeExplaining?.();
    if (explainer) return explainer.explain(problem, model, control);
    const { explainInfeasible } = await import("./explain/explain.ts");
    return explainInfeasible(problem, model, search, control);
  }

  /** The best lineups, checked and in order. */
  async function solve(
    problem: Problem,
    model: Model,
    count: number,
    control: Control,
    { startsOf, beforeExplaining }: Pick<FileSeats, "startsOf"> & Pick<OptimizeOptions, "beforeExplaining">,
  ) {
    const found = await search.best(model, count, solver, control);
    if (found.solutions.length === 0) throw await explain(problem, model, { ...control, beforeExplaining });
    const reseat =
      startsOf && (await import("./lineup/late-seats.ts")).lateSeatingOf(problem, model, startsOf);
    const lineups = seatSolutions(model, found.solutions).map((seats) =>
      priceLineup(problem, reseat?.(seats) ?? seats),
    );
    verifyAll(
      problem,
      lineups,
      found.solutions.map((solution) => solution.points),
    );
    return { lineups: sortLineups(problem, lineups), solver: found.solver };
  }

  async function optimize(request: OptimizeRequest, options: OptimizeOptions = {}) {
    const { include = [], updatedAt = new Date(), ...settings } = settingsOf(options);
    const control = controlOf(settings);
    const body = parseLineupRequest(request.body);
    const count = checkedCount(request.count ?? body.count ?? DEFAULT_COUNT);
    const { problem, projections } = await read(request, body);
    const model = buildModel(problem);
    const { lineups, solver } = await solve(problem, model, count, control, { ...request.seats, ...options });
    const opinion =
      secondOpinion &&
      (await (
        await import("./search/second-opinion.ts")
      ).secondOpinionOn(
        { solver, count, points: lineups.map(({ points }) => points) },
        model,
        secondOpinion,
        search,
        control,
      ));
    if (options.onCertificate) {
      const { certify } = await import("./certificate/certify.ts");
      options.onCertificate(certify(problem, count, lineups));
    }
    return lineupDocument(problem, lineups, projections, {
      solver,
      include,
      updatedAt,
      ...(opinion && { secondOpinion: opinion }),
    });
  }

  async function portfolio(request: PortfolioRequest, options: PortfolioOptions = {}) {
    const {
      include = [],
      updatedAt = new Date(),
      ...settings
    } = settingsOf(options, portfolioSettingsSchema);
    const control = controlOf(settings);
    const { parsePortfolio, planPortfolio, solvePortfolio } = await import("./portfolio/index.ts");
    const body = parseLineupRequest(request.body);
    const { portfolioLines: lines, facts, avoided, seats } = request;
    const description = parsePortfolio(request.portfolio, lines);
    const count = checkedCount(request.count ?? description.lineups ?? body.count ?? DEFAULT_COUNT);
    const { problem, projections } = await read(request, body);
    const resources = projections.included ?? [];
    const inputs = { problem, count, resources, projections: projections.data, facts, avoided, lines };
    const planned = planPortfolio(description, inputs);
    const { onProgress, beforeExplaining } = options;
    const solved = await solvePortfolio(description, planned, inputs, {
      ...settings,
      explain: (model) => explain(planned.problem, model, { ...control, beforeExplaining }),
      search,
      solver,
      control,
      onProgress,
      startsOf: seats?.startsOf,
    });
    const document = lineupDocument(planned.problem, solved.lineups, projections, {
      solver: solved.solver,
      include,
      updatedAt,
    });
    return { ...document, meta: { ...document.meta!, portfolio: solved.result } };
  }

  async function openSlate(request: OpenSlateRequest) {
    const body = parseLineupRequest(request.body);
    const { problem } = await read(request, body);
    const { openSlateOf } = await import("./open-slate.ts");
    return openSlateOf(problem, (edited, model, count, options) =>
      solve(
        edited,
        model,
        checkedCount(count ?? body.count ?? DEFAULT_COUNT),
        controlOf(settingsOf(options)),
        request.seats ?? {},
      ),
    );
  }

  async function simulate(request: SimulateRequest, options: SimulateOptions = {}) {
    const { correlationsSchema, outcomeKnowledgeSchema, simulateSettingsSchema } = await import(
      "./schema/simulation.ts"
    );
    const {
      draws,
      seed,
      top,
      timeLimit: ownLimit,
    } = parseInput(simulateSettingsSchema, options, {
      parameter: "options",
    });
    if (options.signal?.aborted) throw new AbortedError(options.signal.reason);
    const control = controlOf({ signal: options.signal, timeLimit: ownLimit });
    const body = parseLineupRequest(request.body);
    const { problem } = await read(request, body);
    const model = buildModel(problem);
    await solve(problem, model, 1, control, {});
    const known = parseInput(outcomeKnowledgeSchema, request.known ?? [], { parameter: "known" });
    const correlations =
      request.correlations &&
      parseInput(correlationsSchema, request.correlations, { parameter: "correlations" });
    const terms = { table: catalog.outcomesTable(request.sport), seed, draws, top, known, correlations };
    const { simulate: simulateSlate } = await import("./simulation/simulate.ts");
    return simulateSlate(
      problem,
      model,
      terms,
      (drawn, take) => search.draws(drawn, control, take),
      options.onDraws ?? (() => {}),
    );
  }

  async function swap(request: SwapRequest, options: Omit<OptimizeOptions, "include"> = {}) {
    const control = controlOf(settingsOf(options));
    const { problem, projections } = await read(request, parseLineupRequest(request.body));
    const { swapOf } = await import("./swap/index.ts");
    const solvePlan = async (plan: SwapPlan) => (await search.swap(plan, solver, control)).solution;
    const named = { resources: projections.included ?? [], projections: projections.data };
    return swapOf(problem, { ...request, ...named }, solvePlan);
  }

  const close = async () => {
    await search.close();
    await explainer?.close();
  };
  return {
    catalog,
    threads: runner.threads,
    optimize,
    portfolio,
    openSlate,
    simulate,
    swap,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** @throws AbortedError for a signal that is aborted already, InvalidRequestError */
function settingsOf<Schema extends z.core.$ZodType<object> = typeof optimizeSettingsSchema>(
  options: OptimizeOptions,
  schema: Schema = optimizeSettingsSchema as unknown as Schema,
) {
  const { signal } = options;
  if (signal?.aborted) throw new AbortedError(signal.reason);
  return { ...(parseInput(schema, options, { parameter: "options" }) as z.output<Schema>), signal };
}

function checkedCount(count: number): number {
  if (Number.isInteger(count) && count >= 1 && count <= MAXIMUM_COUNT) return count;
  throw new InvalidRequestError([
    {
      code: "invalid-count",
      detail: `count is ${count}; it must be a whole number from 1 to ${MAXIMUM_COUNT}.`,
      source: { parameter: "count" },
    },
  ]);
}

/** The second opinion on every lineup: the checks, and the totals summed anew. */
function verifyAll(problem: Problem, lineups: readonly PricedLineup[], claimed: readonly number[]): void {
  const brokenBy = judgeOf(problem);
  for (let index = 0; index < lineups.length; index += 1) {
    const lineup = lineups[index]!;
    const violations = brokenBy(lineup.seats);
    if (violations.length > 0)
      throw new SolverFailedError(
        `A solver returned an illegal lineup: ${violations.map((violation) => violation.detail).join(" ")}`,
      );
    if (lineup.points !== claimed[index])
      throw new SolverFailedError(
        `A solver claimed ${claimed[index]} units of points for a lineup of ${lineup.points}.`,
      );
  }
}
