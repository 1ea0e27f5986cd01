import type { Catalog } from "../contests/catalog/catalog.ts";
import { buildModel } from "../contests/constraints/readers/build-model.ts";
import type { Problem, ReadRequest } from "../contests/problem/problem.ts";
import type { Model } from "../engine/model/model.ts";
import type { Search } from "../engine/search/search.ts";
import type { Control } from "../engine/solver/interrupt.ts";
import { invalidRequest, LineupError } from "../shared/errors.ts";
import {
  averagesSchema,
  correlationsSchema,
  outcomeKnowledgeSchema,
  simulatedSchema,
  simulateSettingsSchema,
} from "../shared/schema/options.ts";
import type { OutcomesTable } from "../shared/schema/outcomes.ts";
import { parseInput } from "../shared/schema/parse.ts";
import { grouped } from "../shared/words.ts";
import { portionStart } from "../simulation/contest/contest.ts";
import type { OwnershipTerms } from "../simulation/contest/ownership.ts";
import type { DrawTerms, SeededSpreads } from "../simulation/draw-source.ts";
import { simulate } from "../simulation/simulate.ts";
import { drawsOf, type SimulatedOutcomes, simulatedTerms } from "../simulation/simulated-outcomes.ts";
import type {
  DrawnPoints,
  OpenSlateRequest,
  OptimizeOptions,
  SimulateOptions,
  SimulateRequest,
} from "./contract.ts";
import { settingsOf } from "./options.ts";

export interface DrawnSlates {
  readonly catalog: Catalog;
  readonly search: Search;
  readonly controlOf: (options: Pick<OptimizeOptions, "signal" | "timeLimit">) => Control;
  readonly read: (request: OpenSlateRequest) => Promise<ReadRequest>;
  /** @throws InfeasibleError if the model has no lineup. */
  readonly requireLineup: (problem: Problem, model: Model, control: Control) => Promise<unknown>;
}

const DEFAULT_DRAWS = 10_000;

interface DrawsAsked {
  readonly draws: number | undefined;
  readonly seed: number;
  /** How many sets of `draws` draws are needed; 1 by default. */
  readonly sets?: number | undefined;
}

/**
 * Reads a request with drawn points: its problem and model, the number of draws per set, and the terms of the
 * draws. In sports with races, it simulates the races.
 */
export async function readDrawn(
  { catalog, read }: Pick<DrawnSlates, "catalog" | "read">,
  request: SimulateRequest,
  asked: DrawsAsked,
) {
  const { body, problem, projections } = await read(request);
  const model = buildModel(problem);
  const { seed, sets = 1 } = asked;
  const done = { body, problem, projections, model };
  const termsOf = (outcomes: SimulatedOutcomes, order: Int32Array): DrawTerms => ({
    seed,
    simulated: simulatedTerms(problem, outcomes, order),
  });
  if (request.simulated !== undefined) {
    const outcomes = readSimulated(request);
    const draws = drawsIn(outcomes, asked);
    return { ...done, draws, terms: termsOf(outcomes, inSets(draws, sets)) };
  }
  const table = await tableOf(request, body.contest, catalog);
  const spreads = { ...readSpreadTerms(request), seed, table };
  const { draws = DEFAULT_DRAWS } = asked;
  const order = inSets(draws, sets);
  const outcomes = await racesOf(problem, spreads, catalog, order.length);
  if (outcomes === null) return { ...done, draws, terms: spreads };
  const races = drawsOf(outcomes);
  const repeated = order.map((column) => column % races);
  return { ...done, draws, terms: termsOf(outcomes, repeated) };
}

/** Simulates `draws` races. Null in sports without races, and if the request has its own correlations. */
export async function racesOf(
  problem: Problem,
  { table, known, correlations, seed }: SeededSpreads,
  catalog: Catalog,
  draws: number,
): Promise<SimulatedOutcomes | null> {
  const { sport, contest, entries } = problem;
  if (table.race === undefined || correlations !== undefined) return null;
  const scoring = await catalog.scoringTable(sport, contest.book);
  const { raceOutcomes } = await import("../simulation/race.ts");
  return raceOutcomes(entries, { table, known, seed }, scoring, draws);
}

function drawsIn(outcomes: SimulatedOutcomes, { draws, sets = 1 }: DrawsAsked): number {
  const all = drawsOf(outcomes);
  const most = Math.floor(all / sets);
  if (draws !== undefined ? draws <= most : most > 0) return draws ?? most;
  const each = sets === 1 ? "" : ` for each of ${sets} sets`;
  const remedy = most === 0 ? "Simulate more" : `Ask for at most ${grouped(most)}`;
  throw invalidRequest(
    "too-few-draws",
    "draws",
    `draws: ${grouped(draws ?? 1)} asked${each}, but there are ${grouped(all)} simulated outcomes. ${remedy}.`,
  );
}

/**
 * Which of the simulated outcomes each draw uses. Each set of draws starts at a multiple of
 * `CONTEST_PORTION`.
 */
function inSets(draws: number, sets: number): Int32Array {
  const from = portionStart(draws);
  const order = new Int32Array((sets - 1) * from + draws);
  for (let set = 0; set < sets; set += 1)
    for (let draw = 0; draw < draws; draw += 1) order[set * from + draw] = set * draws + draw;
  return order;
}

/**
 * The table of outcomes in a request, or its sport's. A part for the contest type applies to all players.
 * @throws InvalidTableError, UnknownScoringError
 */
export async function tableOf(
  { sport, outcomes }: Pick<SimulateRequest, "sport" | "outcomes">,
  contest: string,
  catalog: Catalog,
): Promise<OutcomesTable> {
  const parsed = async () =>
    (await import("../contests/catalog/outcomes.ts")).parseOutcomesTable(outcomes, "outcomes");
  const table = await (outcomes === undefined ? catalog.outcomesTable(sport) : parsed());
  const own = table.contests?.find(({ names }) => names.includes(contest));
  if (own === undefined) return table;
  const { names: _, ...otherwise } = own;
  return { ...table, positions: [], otherwise, contests: undefined };
}

export async function ownershipTerms(
  { sport, averages = [] }: Pick<SimulateRequest, "sport" | "averages">,
  catalog: Catalog,
): Promise<OwnershipTerms> {
  const known = parseInput(averagesSchema, averages, { parameter: "averages" });
  return {
    table: await catalog.ownershipTable(sport),
    averages: new Map(known.map(({ uuid, points }) => [uuid, points])),
  };
}

export async function simulateSlate(
  drawn: DrawnSlates,
  request: SimulateRequest,
  options: SimulateOptions = {},
) {
  const { onDraws = () => {} } = options;
  const { draws: given, seed, top, ...limits } = settingsOf(options, simulateSettingsSchema);
  const { search } = drawn;
  const control = drawn.controlOf(limits);
  const asked = { draws: given, seed };
  const { problem, model, draws, terms } = await readDrawn(drawn, request, asked);
  try {
    return await simulate(problem, model, { ...terms, draws, top }, { search, control, onDraws });
  } catch (error) {
    // If no draw has a lineup, this throws an error that explains why.
    if (!(error instanceof LineupError)) await drawn.requireLineup(problem, model, control);
    throw error;
  }
}

export function readSpreadTerms({ known, correlations }: DrawnPoints) {
  return {
    known: parseInput(outcomeKnowledgeSchema, known ?? [], { parameter: "known" }),
    correlations: correlations && parseInput(correlationsSchema, correlations, { parameter: "correlations" }),
  };
}

export function readSimulated({ simulated, correlations }: DrawnPoints): SimulatedOutcomes {
  if (correlations !== undefined)
    throw invalidRequest(
      "invalid-simulated",
      "correlations",
      "`correlations` cannot be combined with simulated outcomes, which have their own. Remove one of them.",
    );
  return parseInput(simulatedSchema, simulated, { parameter: "simulated" });
}
