import type { ContestTableInput } from "../src/contests/constraints/readers/contest-table.ts";
import type { Problem } from "../src/contests/problem/problem.ts";
import type { Model } from "../src/engine/model/model.ts";
import type { Program } from "../src/engine/model/program.ts";
import type { SlateEntry } from "../src/files/slate.ts";
import type { FantasyPerformanceDocument } from "../src/shared/schema/performances.ts";
import type { LineupRequestInput } from "../src/shared/schema/request.ts";
import type { BenchRequest, SeededRequest, SlateRequest } from "./cases/case.ts";
import { drawContest } from "./cases/draw-contest.ts";
import { drawRequest } from "./cases/draw-request.ts";
import {
  buildModel,
  lineupRequestSchema,
  loadCatalog,
  lowerModel,
  parseContestTable,
  readProblem,
  slateInputs,
} from "./engine.ts";
import { createRandom } from "./slates/random.ts";

/** The request of a case at every step of its way to a solver. */
export interface Subject {
  readonly sport: string;
  /** Tables of contests that the catalog does not have. */
  readonly tables: readonly ContestTableInput[];
  readonly body: LineupRequestInput;
  readonly projections: FantasyPerformanceDocument;
  readonly problem: Problem;
  readonly model: Model;
  readonly program: Program;
  /** The timed step from the parsed request to the model. */
  readonly build: () => void;
}

const catalog = await loadCatalog();

/** The numbers of pool entries and lineup seats in random requests. */
const DRAWN = { entries: 600, seats: { least: 10, most: 15 } };

export function subjectOf(bench: BenchRequest): Subject {
  return "seed" in bench ? seededSubject(bench) : slateSubject(bench);
}

/** The contest and request generated from a seed, as in `bench/requests/main.ts`. */
function seededSubject({ seed }: SeededRequest): Subject {
  const random = createRandom(seed);
  const table = drawContest(random, DRAWN.seats);
  const { body, projections } = drawRequest(random, table, DRAWN.entries);
  const contest = parseContestTable(table, `seed ${seed}`);
  const request = lineupRequestSchema.parse(body);
  return {
    sport: table.sport,
    tables: [table],
    body,
    ...stagesOf({ data: projections }, () => readProblem(contest, request, projections)),
  };
}

/** A request, starting from its problem. */
function stagesOf(projections: FantasyPerformanceDocument, problemOf: () => Problem) {
  const problem = problemOf();
  const model = buildModel(problem);
  return { projections, problem, model, program: lowerModel(model), build: () => buildModel(problemOf()) };
}

function slateSubject({ slate: slateOf, ask, table: own, rules = (table) => table }: SlateRequest): Subject {
  const slate = slateOf();
  const { include = [], ...asked } = ask?.(slate) ?? {};
  const inputs = slateInputs(slate);
  const body: LineupRequestInput = { ...inputs.body, ...asked, include: inclusions(include) };
  const request = lineupRequestSchema.parse(body);
  const contest = rules(
    own === undefined ? catalog.contestOf(slate.sport, request) : parseContestTable(own, slate.sport),
  );
  const problemOf = () => readProblem(contest, request, inputs.projections.data);
  return {
    sport: slate.sport,
    tables: own === undefined ? [] : [own],
    body,
    ...stagesOf(inputs.projections, problemOf),
  };
}

function inclusions(entries: readonly SlateEntry[]): NonNullable<LineupRequestInput["include"]> {
  return {
    players: entries.filter(({ kind }) => kind === "player").map(({ uuid }) => ({ player: uuid })),
    teams: entries.filter(({ kind }) => kind === "team").map(({ uuid }) => ({ team: uuid })),
  };
}
