import type { Catalog } from "../contests/catalog/catalog.ts";
import { buildModel } from "../contests/constraints/readers/build-model.ts";
import type { Problem } from "../contests/problem/problem.ts";
import type { ReadRequest } from "../contests/problem/read-request.ts";
import type { Model } from "../engine/model/model.ts";
import type { DrawsRequest } from "../engine/search/draws.ts";
import type { Search } from "../engine/search/search.ts";
import type { Control } from "../engine/solver/contract.ts";
import type { PackedSolutions } from "../engine/solver/packed-solutions.ts";
import { answerDocument, portfolioDocument } from "../lineup/document/document.ts";
import { inPlaces } from "../portfolio/explain-short.ts";
import { planRequest, takenPortfolio } from "../portfolio/index.ts";
import { AbortedError, InfeasibleError } from "../shared/errors.ts";
import * as schemas from "../shared/schema/contest-play.ts";
import { DEFAULT_COUNT } from "../shared/schema/fields.ts";
import { parseInput } from "../shared/schema/parse.ts";
import {
  correlationsSchema,
  drawnPortfolioSettingsSchema,
  outcomeKnowledgeSchema,
  simulateSettingsSchema,
} from "../shared/schema/simulation.ts";
import { refuseRandom } from "../simulation/contest/choose.ts";
import { chosenEntries } from "../simulation/contest/choose-entries.ts";
import { fieldTerms, playContest } from "../simulation/contest/contest.ts";
import { lineupsFromDraws } from "../simulation/portfolio-from-draws.ts";
import { simulate as simulateSlate } from "../simulation/simulate.ts";
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
  StagedRequest,
} from "./contract.ts";
import { checkedCount } from "./options.ts";

/** What an optimizer provides to requests with drawn points. */
interface Dependencies {
  readonly catalog: Catalog;
  readonly search: Search;
  readonly controlOf: (options: Pick<OptimizeOptions, "signal" | "timeLimit">) => Control;
  readonly read: (request: OpenSlateRequest) => Promise<ReadRequest>;
  /** @throws InfeasibleError if the model has no lineup. */
  readonly requireLineup: (problem: Problem, model: Model, control: Control) => Promise<unknown>;
}

/**
 * An optimizer's methods for requests with drawn points: simulations, contests, and lineups chosen from them.
 */
export function drawnSlatesOf({
  catalog,
  search,
  controlOf,
  read,
  requireLineup,
}: Dependencies): Pick<Optimizer, "simulate" | "contest" | "chooseEntries" | "portfolioFromDraws"> {
  /** Reads a request with drawn points. */
  async function readDrawn(request: SimulateRequest, seed: number, control: Control) {
    const { body, problem, projections } = await read(request);
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

  /** Reads the fields shared by all requests that simulate a contest. */
  function readStaged(request: StagedRequest, { signal, ...options }: ContestOptions) {
    const { draws, seed, timeLimit } = parseInput(schemas.contestSettingsSchema, options, {
      parameter: "options",
    });
    if (signal?.aborted) throw new AbortedError(signal.reason);
    const payouts = parseInput(schemas.payoutsSchema, request.payouts, { parameter: "payouts" });
    const field = parseInput(schemas.fieldSchema, request.field ?? {}, { parameter: "field" });
    return { draws, seed, payouts, field, control: controlOf({ signal, timeLimit }) };
  }

  async function contest(request: ContestRequest, options: ContestOptions = {}) {
    const { draws, seed, payouts, field, control } = readStaged(request, options);
    const entries = parseInput(schemas.enteredSchema, request.entries, { parameter: "entries" });
    const { problem, model, terms } = await readDrawn(request, seed, control);
    const asked = { ...terms, draws, entries, payouts, field: fieldTerms(field) };
    return playContest(problem, model, asked, { search, control, onDraws: options.onDraws ?? (() => {}) });
  }

  async function chooseEntries(request: ChooseRequest, options: ChooseOptions = {}) {
    const { onDraws = () => {}, include = [], updatedAt = new Date(), ...settings } = options;
    const { draws, seed, payouts, field, control } = readStaged(request, settings);
    const choice = parseInput(schemas.choiceSchema, request.choice, { parameter: "choice" });
    const { problem, projections, terms } = await readDrawn(request, seed, control);
    const { description, inputs, planned } = planRequest(request, { problem, projections }, () =>
      checkedCount(choice.count),
    );
    const asked = { ...terms, ...choice, draws, payouts, field };
    const chosen = await chosenEntries(description, planned, inputs, asked, { search, control, onDraws });
    const document = await answerDocument(planned.problem, chosen.lineups, projections, {
      solver: "paths",
      include,
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
    const { description, inputs, planned } = planRequest(request, { problem, projections }, ({ lineups }) =>
      checkedCount(request.count ?? lineups ?? body.count ?? DEFAULT_COUNT),
    );
    refuseRandom(planned.plan);
    await requireLineup(planned.problem, planned.plan.model, control).catch((error: unknown) => {
      throw error instanceof InfeasibleError ? inPlaces(error, planned.people, inputs.lines) : error;
    });
    const taking = { ...terms, draws, onShortfall };
    const taken = await lineupsFromDraws(planned, taking, { search, control, onDraws });
    const seated = { ...taken, startsOf: request.seats?.startsOf };
    const solved = takenPortfolio(description, planned, inputs, seated);
    return portfolioDocument(planned.problem, solved, projections, { include, updatedAt });
  }

  return { simulate, contest, chooseEntries, portfolioFromDraws };
}
