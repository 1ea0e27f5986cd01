import type { Catalog } from "./catalog/catalog.ts";
import { buildModel } from "./constraints/readers/build-model.ts";
import { AbortedError, InfeasibleError } from "./errors.ts";
import { lineupDocument } from "./lineup/document.ts";
import { loadIncluded } from "./lineup/load-included.ts";
import type { Model } from "./model/model.ts";
import type {
  ChooseOptions,
  ChooseRequest,
  ContestOptions,
  ContestRequest,
  DrawnPortfolioOptions,
  DrawnPortfolioRequest,
  OpenSlateRequest,
  OptimizeOptions,
  Optimizer,
  SimulateOptions,
  SimulateRequest,
} from "./optimizer-contract.ts";
import { checkedCount } from "./optimizer-options.ts";
import { inPlaces } from "./portfolio/explain-short.ts";
import { parsePortfolio, planPortfolio, takenPortfolio } from "./portfolio/index.ts";
import type { Problem } from "./problem/problem.ts";
import * as schemas from "./schema/contest-play.ts";
import { DEFAULT_COUNT } from "./schema/count.ts";
import { parseLineupRequest } from "./schema/lineup-request.ts";
import { parseInput } from "./schema/parse.ts";
import type { FantasyPerformanceDocument } from "./schema/performances.ts";
import type { LineupRequest } from "./schema/request.ts";
import {
  correlationsSchema,
  drawnPortfolioSettingsSchema,
  outcomeKnowledgeSchema,
  simulateSettingsSchema,
} from "./schema/simulation.ts";
import type { DrawsRequest } from "./search/draws.ts";
import type { Search } from "./search/search.ts";
import { refuseRandom } from "./simulation/contest/choose.ts";
import { chosenEntries } from "./simulation/contest/choose-entries.ts";
import { fieldTerms, playContest } from "./simulation/contest/contest.ts";
import { lineupsFromDraws } from "./simulation/portfolio-from-draws.ts";
import { simulate as simulateSlate } from "./simulation/simulate.ts";
import type { Control } from "./solver/contract.ts";
import type { PackedSolutions } from "./solver/packed-solutions.ts";

/** What an optimizer lends to requests whose points are drawn. */
interface Lent {
  readonly catalog: Catalog;
  readonly search: Search;
  readonly controlOf: (options: Pick<OptimizeOptions, "signal" | "timeLimit">) => Control;
  readonly read: (
    request: OpenSlateRequest,
    body: LineupRequest,
  ) => Promise<{ readonly problem: Problem; readonly projections: FantasyPerformanceDocument }>;
  /** @throws InfeasibleError where a model has no lineup. */
  readonly requireLineup: (problem: Problem, model: Model, control: Control) => Promise<unknown>;
}

/** The requests of an optimizer whose points are drawn: simulations, contests, and lineups chosen by them. */
export function drawnSlatesOf({
  catalog,
  search,
  controlOf,
  read,
  requireLineup,
}: Lent): Pick<Optimizer, "simulate" | "contest" | "chooseEntries" | "portfolioFromDraws"> {
  /** Reads a request whose points are drawn. */
  async function readDrawn(request: SimulateRequest, seed: number, control: Control) {
    const body = parseLineupRequest(request.body);
    const { problem, projections } = await read(request, body);
    const model = buildModel(problem);
    await requireLineup(problem, model, control);
    const known = parseInput(outcomeKnowledgeSchema, request.known ?? [], { parameter: "known" });
    const correlations =
      request.correlations &&
      parseInput(correlationsSchema, request.correlations, { parameter: "correlations" });
    const terms = { table: await catalog.outcomesTable(request.sport), seed, known, correlations };
    return { body, problem, projections, model, terms };
  }

  async function simulate(request: SimulateRequest, options: SimulateOptions = {}) {
    const { signal, onDraws = () => {} } = options;
    const { draws, seed, top, timeLimit } = parseInput(simulateSettingsSchema, options, {
      parameter: "options",
    });
    if (signal?.aborted) throw new AbortedError(signal.reason);
    const control = controlOf({ signal, timeLimit });
    const { problem, model, terms } = await readDrawn(request, seed, control);
    const solveDraws = (drawn: DrawsRequest, take: (portion: PackedSolutions) => void) =>
      search.draws(drawn, control, take);
    return simulateSlate(problem, model, { ...terms, draws, top }, solveDraws, onDraws);
  }

  async function contest(request: ContestRequest, options: ContestOptions = {}) {
    const { signal, onDraws = () => {} } = options;
    const settings = parseInput(schemas.contestSettingsSchema, options, { parameter: "options" });
    const { draws, seed, timeLimit } = settings;
    if (signal?.aborted) throw new AbortedError(signal.reason);
    const entries = parseInput(schemas.enteredSchema, request.entries, { parameter: "entries" });
    const payouts = parseInput(schemas.payoutsSchema, request.payouts, { parameter: "payouts" });
    const field = parseInput(schemas.fieldSchema, request.field ?? {}, { parameter: "field" });
    const control = controlOf({ signal, timeLimit });
    const { problem, model, terms } = await readDrawn(request, seed, control);
    const asked = { ...terms, draws, entries, payouts, field: fieldTerms(field) };
    return playContest(problem, model, asked, { search, control, onDraws });
  }

  async function chooseEntries(request: ChooseRequest, options: ChooseOptions = {}) {
    const { signal, onDraws = () => {}, include = [], updatedAt = new Date() } = options;
    const settings = parseInput(schemas.contestSettingsSchema, options, { parameter: "options" });
    const { draws, seed, timeLimit } = settings;
    if (signal?.aborted) throw new AbortedError(signal.reason);
    const choice = parseInput(schemas.choiceSchema, request.choice, { parameter: "choice" });
    const payouts = parseInput(schemas.payoutsSchema, request.payouts, { parameter: "payouts" });
    const field = parseInput(schemas.fieldSchema, request.field ?? {}, { parameter: "field" });
    const control = controlOf({ signal, timeLimit });
    const { problem, projections, terms } = await readDrawn(request, seed, control);
    const { portfolioLines: lines, facts, avoided } = request;
    const description = parsePortfolio(request.portfolio ?? {}, lines);
    const inputs = {
      problem,
      count: checkedCount(choice.count),
      resources: projections.included ?? [],
      projections: projections.data,
      facts,
      avoided,
      lines,
    };
    const planned = planPortfolio(description, inputs);
    const asked = { ...terms, ...choice, draws, payouts, field };
    const chosen = await chosenEntries(description, planned, inputs, asked, {
      search,
      control,
      onDraws,
    });
    const document = lineupDocument(planned.problem, chosen.lineups, projections, {
      solver: "paths",
      include,
      makeIncluded: await loadIncluded(include),
      updatedAt,
    });
    return { document, choice: chosen.choice, contest: chosen.contest, warnings: planned.warnings };
  }

  async function portfolioFromDraws(request: DrawnPortfolioRequest, options: DrawnPortfolioOptions = {}) {
    const { signal, onDraws = () => {} } = options;
    const settings = parseInput(drawnPortfolioSettingsSchema, options, { parameter: "options" });
    const { draws, seed, timeLimit, onShortfall, include = [], updatedAt = new Date() } = settings;
    if (signal?.aborted) throw new AbortedError(signal.reason);
    const control = controlOf({ signal, timeLimit });
    const { body, problem, projections, terms } = await readDrawn(request, seed, control);
    const { facts, avoided, portfolioLines: lines, seats } = request;
    const description = parsePortfolio(request.portfolio, lines);
    const inputs = {
      problem,
      count: checkedCount(request.count ?? description.lineups ?? body.count ?? DEFAULT_COUNT),
      resources: projections.included ?? [],
      projections: projections.data,
      facts,
      avoided,
      lines,
    };
    const planned = planPortfolio(description, inputs);
    refuseRandom(planned.plan);
    await requireLineup(planned.problem, planned.plan.model, control).catch((error: unknown) => {
      throw error instanceof InfeasibleError ? inPlaces(error, planned.people, lines) : error;
    });
    const taking = { ...terms, draws, onShortfall };
    const taken = await lineupsFromDraws(planned, taking, { search, control, onDraws });
    const solved = takenPortfolio(description, planned, inputs, { ...taken, startsOf: seats?.startsOf });
    const document = lineupDocument(planned.problem, solved.lineups, projections, {
      solver: solved.solver,
      include,
      makeIncluded: await loadIncluded(include),
      updatedAt,
    });
    return { ...document, meta: { ...document.meta!, portfolio: solved.result } };
  }

  return { simulate, contest, chooseEntries, portfolioFromDraws };
}
