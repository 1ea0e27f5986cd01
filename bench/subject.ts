import type { SlateEntry } from "../src/formats/slate.ts";
import type { Model } from "../src/model/model.ts";
import type { Program } from "../src/model/program.ts";
import type { Problem } from "../src/problem/problem.ts";
import type { FantasyPerformanceDocument } from "../src/schema/performances.ts";
import type { LineupRequestInput } from "../src/schema/request.ts";
import type { BenchRequest } from "./cases/case.ts";
import {
  buildModel,
  lineupRequestSchema,
  loadCatalog,
  lowerModel,
  readProblem,
  slateInputs,
} from "./engine.ts";

/** The request of a case at every step of its way to a solver. */
export interface Subject {
  readonly sport: string;
  readonly body: LineupRequestInput;
  readonly projections: FantasyPerformanceDocument;
  readonly problem: Problem;
  readonly model: Model;
  readonly program: Program;
  /** The step from the parsed request to the model, to be timed. */
  readonly build: () => void;
}

const catalog = await loadCatalog();

export function subjectOf({ slate: slateOf, ask, rules = (table) => table }: BenchRequest): Subject {
  const slate = slateOf();
  const { include = [], ...asked } = ask?.(slate) ?? {};
  const inputs = slateInputs(slate);
  const body: LineupRequestInput = { ...inputs.body, ...asked, include: inclusions(include) };
  const request = lineupRequestSchema.parse(body);
  const contest = rules(catalog.contestOf(slate.sport, request));
  const problemOf = () => readProblem(contest, request, inputs.projections.data);
  const problem = problemOf();
  const model = buildModel(problem);
  return {
    sport: slate.sport,
    body,
    projections: inputs.projections,
    problem,
    model,
    program: lowerModel(model),
    build: () => buildModel(problemOf()),
  };
}

function inclusions(entries: readonly SlateEntry[]): NonNullable<LineupRequestInput["include"]> {
  return {
    players: entries.filter(({ kind }) => kind === "player").map(({ uuid }) => ({ player: uuid })),
    teams: entries.filter(({ kind }) => kind === "team").map(({ uuid }) => ({ team: uuid })),
  };
}
