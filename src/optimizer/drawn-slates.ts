import type { Catalog } from "../contests/catalog/catalog.ts";
import { buildModel } from "../contests/constraints/readers/build-model.ts";
import type { Problem } from "../contests/problem/problem.ts";
import type { ReadRequest } from "../contests/problem/read-request.ts";
import type { Model } from "../engine/model/model.ts";
import type { DrawsRequest } from "../engine/search/draws.ts";
import type { Search } from "../engine/search/search.ts";
import type { Control } from "../engine/solver/contract.ts";
import type { PackedSolutions } from "../engine/solver/packed-solutions.ts";
import { AbortedError } from "../shared/errors.ts";
import { parseInput } from "../shared/schema/parse.ts";
import {
  correlationsSchema,
  outcomeKnowledgeSchema,
  simulateSettingsSchema,
} from "../shared/schema/simulation.ts";
import { simulate } from "../simulation/simulate.ts";
import type { OpenSlateRequest, OptimizeOptions, SimulateOptions, SimulateRequest } from "./contract.ts";

/** What an optimizer provides to requests with drawn points. */
export interface DrawnSlates {
  readonly catalog: Catalog;
  readonly search: Search;
  readonly controlOf: (options: Pick<OptimizeOptions, "signal" | "timeLimit">) => Control;
  readonly read: (request: OpenSlateRequest) => Promise<ReadRequest>;
  /** @throws InfeasibleError if the model has no lineup. */
  readonly requireLineup: (problem: Problem, model: Model, control: Control) => Promise<unknown>;
}

/** Reads a request with drawn points. */
export async function readDrawn(
  { catalog, read, requireLineup }: DrawnSlates,
  request: SimulateRequest,
  seed: number,
  control: Control,
) {
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

/** Simulates a slate. */
export async function simulateSlate(
  drawn: DrawnSlates,
  request: SimulateRequest,
  options: SimulateOptions = {},
) {
  const { signal, onDraws = () => {} } = options;
  const { draws, seed, top, timeLimit } = parseInput(simulateSettingsSchema, options, {
    parameter: "options",
  });
  if (signal?.aborted) throw new AbortedError(signal.reason);
  const { search } = drawn;
  const control = drawn.controlOf({ signal, timeLimit });
  const { problem, model, terms } = await readDrawn(drawn, request, seed, control);
  const solveDraws = (asked: DrawsRequest, take: (portion: PackedSolutions) => void) =>
    search.draws(asked, control, take);
  return simulate(problem, model, { ...terms, draws, top }, solveDraws, onDraws);
}
