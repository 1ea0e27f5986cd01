import type { Catalog } from "../contests/catalog/catalog.ts";
import { buildModel } from "../contests/constraints/readers/build-model.ts";
import { readProblem } from "../contests/constraints/readers/read-problem.ts";
import type { FileSeats, Problem, ReadRequest } from "../contests/problem/problem.ts";
import { unavailablePlayers } from "../contests/problem/projections.ts";
import { readPoints } from "../contests/scoring/point-source.ts";
import type { Model } from "../engine/model/model.ts";
import type { SwapSolution } from "../engine/model/swap-plan.ts";
import type { Runner } from "../engine/search/runner.ts";
import { createSearch } from "../engine/search/search.ts";
import type { Control } from "../engine/solver/interrupt.ts";
import { answerDocument } from "../lineup/document/document.ts";
import { sortLineups } from "../lineup/document/priced-lineup.ts";
import { checkedLineups } from "../lineup/document/seat-solutions.ts";
import { DEFAULT_COUNT } from "../shared/schema/fields.ts";
import { portfolioSettingsSchema, swapSettingsSchema } from "../shared/schema/options.ts";
import { parseLineupRequest } from "../shared/schema/request.ts";
import type {
  Explainer,
  OpenSlateRequest,
  OptimizeOptions,
  OptimizeRequest,
  Optimizer,
  OptimizerSettings,
  PortfolioOptions,
  PortfolioRequest,
  SlateRequest,
  SwapOptions,
  SwapRequest,
} from "./contract.ts";
import type { DrawnSlates } from "./drawn-slates.ts";
import { checkedCount, settingsOf, TOGETHER_TIME_LIMIT } from "./options.ts";
import type { PortfolioSolver } from "./portfolio-task.ts";

export type * from "./contract.ts";

const DEFAULT_TIME_LIMIT = 600_000;

export type ReadOnce = (
  request: OpenSlateRequest,
  read: (request: OpenSlateRequest) => Promise<ReadRequest>,
) => Promise<ReadRequest>;

/**
 * Creates an optimizer for a catalog. `runner` runs the searches. If given, `explainer` explains infeasible
 * requests instead, and the solver that `portfolios` makes (called at the first portfolio) solves portfolios;
 * closing the optimizer closes all three. `readOnce` caches requests after reading, for servers where many clients send the same one.
 */
export function optimizerOf(
  catalog: Catalog,
  runner: Runner,
  settings: OptimizerSettings = {},
  {
    explainer,
    portfolios,
    readOnce,
  }: {
    readonly explainer?: Explainer | undefined;
    readonly portfolios?: (() => Promise<PortfolioSolver | undefined>) | undefined;
    readonly readOnce?: ReadOnce;
  } = {},
): Optimizer {
  const { solver = "auto", timeLimit, onlyAvailable = false } = settings;
  const search = createSearch(runner);
  let opened: Promise<PortfolioSolver | undefined> | undefined;
  let isClosed = false;

  function controlOf(
    { signal, timeLimit: ownLimit }: Pick<OptimizeOptions, "signal" | "timeLimit">,
    otherwise = DEFAULT_TIME_LIMIT,
  ): Control {
    const limit = ownLimit ?? timeLimit ?? otherwise;
    return { signal, deadline: performance.now() + limit, timeLimit: limit };
  }

  async function readUncached(request: OpenSlateRequest): Promise<ReadRequest> {
    const body = parseLineupRequest(request.body);
    const contest = catalog.contestOf(request.sport, body);
    const projections = await readPoints(request, body.games, () =>
      catalog.scoringOf(contest, { pointer: "/book" }),
    );
    const problem = readProblem(contest, body, projections.data, {
      origin: request.origin,
      seats: request.seats,
      excludedSlots: request.excludedSlots,
      unavailable:
        (request.onlyAvailable ?? onlyAvailable) ? unavailablePlayers(projections.included) : undefined,
    });
    return { body, projections, problem };
  }

  const read = (request: OpenSlateRequest) =>
    readOnce ? readOnce(request, readUncached) : readUncached(request);

  async function explain(
    problem: Problem,
    model: Model,
    { beforeExplaining, ...control }: Control & Pick<OptimizeOptions, "beforeExplaining">,
  ) {
    await beforeExplaining?.();
    if (explainer) return explainer.explain(problem, model, control);
    const { explainInfeasible } = await import("../lineup/explain/explain.ts");
    return explainInfeasible(problem, model, search, control);
  }

  /** @throws InfeasibleError that explains why there is no lineup */
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
      startsOf && (await import("../lineup/document/late-seats.ts")).lateSeatingOf(problem, model, startsOf);
    const lineups = checkedLineups(problem, model, found.solutions, reseat);
    return { lineups: sortLineups(problem, lineups), solver: found.solver };
  }

  async function optimize(request: OptimizeRequest, options: OptimizeOptions = {}) {
    const { include = [], updatedAt = new Date(), ...settings } = settingsOf(options);
    const control = controlOf(settings);
    const given = request.count === undefined ? undefined : checkedCount(request.count);
    const { body, problem, projections } = await read(request);
    const count = given ?? body.count ?? DEFAULT_COUNT;
    const model = buildModel(problem);
    const { lineups, solver } = await solve(problem, model, count, control, { ...request.seats, ...options });
    return answerDocument(problem, lineups, projections, {
      solver,
      include,
      updatedAt,
    });
  }

  async function portfolio(request: PortfolioRequest, options: PortfolioOptions = {}) {
    const { signal, timeLimit, ...settings } = settingsOf(options, portfolioSettingsSchema);
    const control = controlOf({ signal, timeLimit }, TOGETHER_TIME_LIMIT);
    const { taskOf, solveTask } = await import("./portfolio-task.ts");
    const task = await taskOf(request, await read(request), { ...settings, solver }, catalog);
    const { onLineups, onProgress, beforeExplaining } = options;
    const solving = {
      explain: (changed: Problem, model: Model) => explain(changed, model, { ...control, beforeExplaining }),
      control,
      onProgress,
    };
    // A worker cannot answer after an abort, so results that an abort returns, or that `onLineups` gets
    // early, are computed in this thread.
    const isHere = (settings.onInterrupt ?? "refuse") !== "refuse" || onLineups !== undefined;
    if (!isHere && !isClosed) {
      opened ??= portfolios?.();
      const others = await opened;
      if (others?.takes(task) === true) return others.solve(task, solving);
    }
    return solveTask(task, { ...solving, search, onLineups });
  }

  async function openSlate(request: SlateRequest) {
    const slate = await read(request);
    const { openSlateOf } = await import("./open-slate.ts");
    return openSlateOf(
      slate.problem,
      (edited, model, count, options) =>
        solve(
          edited,
          model,
          checkedCount(count ?? slate.body.count ?? DEFAULT_COUNT),
          controlOf(settingsOf(options)),
          request.seats ?? {},
        ),
      async (problem, edit, { earlier, onProgress, preview, ...options }) => {
        const { signal, timeLimit, ...settings } = settingsOf(options, portfolioSettingsSchema);
        const control = controlOf({ signal, timeLimit }, TOGETHER_TIME_LIMIT);
        const { portfolio, portfolioLines, count, kept, avoided = request.avoided } = edit;
        const asked = { ...request, portfolio, portfolioLines, count, kept, avoided };
        const { taskOf, planTask } = await import("./portfolio-task.ts");
        const { solvePortfolio } = await import("../portfolio/solve.ts");
        const how = { ...settings, solver, earlier, preview };
        const task = await taskOf(asked, { ...slate, problem }, how, catalog);
        return solvePortfolio(await planTask(task), {
          ...{ search, control, onProgress },
          explain: (changed, model) => explain(changed, model, control),
        });
      },
    );
  }

  const drawn: DrawnSlates = {
    ...{ catalog, search, controlOf, read },
    requireLineup: (problem, model, control) => solve(problem, model, 1, control, {}),
  };
  const drawnContests = async () => (await import("./drawn-contests.ts")).drawnContestsOf(drawn);

  async function swap(request: SwapRequest, options: SwapOptions = {}) {
    const { onInterrupt, ...settings } = settingsOf(options, swapSettingsSchema);
    const control = controlOf(settings, TOGETHER_TIME_LIMIT);
    const slate = await read(request);
    const { answeredSwap, swapOf, swappedSoFar } = await import("../portfolio/swap/index.ts");
    return swapOf(slate, request, (plan) =>
      answeredSwap((report) => {
        const onReport = (solution: SwapSolution) => {
          report(solution);
          if (options.onProgress === undefined) return;
          const { swapped, report: soFar } = swappedSoFar(plan, solution);
          options.onProgress(swapped, soFar);
        };
        return search.swap(plan, solver, control, onReport);
      }, onInterrupt),
    );
  }

  const building: Pick<
    Optimizer,
    "optimize" | "portfolio" | "portfolioFromDraws" | "chooseEntries" | "openContest"
  > = {
    optimize,
    openContest: async (request, options) => (await drawnContests()).openContest(request, options),
    portfolio,
    portfolioFromDraws: async (request, options) =>
      (await drawnContests()).portfolioFromDraws(request, options),
    chooseEntries: async (request, options) => (await drawnContests()).chooseEntries(request, options),
  };
  const history = async () => (await import("./history.ts")).historyOf(drawn, building);

  const close = async () => {
    isClosed = true;
    await (await opened)?.close();
    await search.close();
    await explainer?.close();
  };
  return {
    catalog,
    threads: runner.threads,
    ...building,
    openSlate,
    simulate: async (request, options) =>
      (await import("./drawn-slates.ts")).simulateSlate(drawn, request, options),
    contest: async (request, options) => (await drawnContests()).contest(request, options),
    ownership: async (request, options) => (await drawnContests()).ownership(request, options),
    expectedDuplicates: async (request, options) =>
      (await drawnContests()).expectedDuplicates(request, options),
    backtest: async (request, options) => (await history()).backtest(request, options),
    calibrate: async (request, options) => (await history()).calibrate(request, options),
    fitOutcomes: async (request, options) => (await history()).fitOutcomes(request, options),
    fitOwnership: async (request, options) => (await history()).fitOwnership(request, options),
    swap,
    close,
    [Symbol.asyncDispose]: close,
  };
}
