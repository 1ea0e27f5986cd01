import { answerDocument, portfolioDocument } from "../lineup/document/document.ts";
import { inPlaces } from "../portfolio/explain-short.ts";
import { planRequest } from "../portfolio/plan-request.ts";
import { takenPortfolio } from "../portfolio/solve.ts";
import { AbortedError, InfeasibleError } from "../shared/errors.ts";
import * as schemas from "../shared/schema/contest-play.ts";
import { DEFAULT_COUNT } from "../shared/schema/fields.ts";
import { parseInput } from "../shared/schema/parse.ts";
import { drawnPortfolioSettingsSchema } from "../shared/schema/simulation.ts";
import { refuseRandom } from "../simulation/contest/choose.ts";
import { chosenEntries } from "../simulation/contest/choose-entries.ts";
import { fieldTerms, playContest } from "../simulation/contest/contest.ts";
import { expectedDuplicates } from "../simulation/contest/duplicates.ts";
import { lineupsFromDraws } from "../simulation/portfolio-from-draws.ts";
import type {
  ChooseOptions,
  ChooseRequest,
  ContestOptions,
  ContestRequest,
  DrawnPortfolioOptions,
  DrawnPortfolioRequest,
  DuplicatesRequest,
  Optimizer,
  StagedRequest,
} from "./contract.ts";
import { type DrawnSlates, readDrawn } from "./drawn-slates.ts";
import { checkedCount } from "./options.ts";

/** The sets of draws that choosing entries takes: for the choice, for other draws, and for what they win. */
const CHOICE_SETS = 3;

/** An optimizer's methods for contests, and for lineups chosen from draws. */
export function drawnContestsOf(
  slates: DrawnSlates,
): Pick<Optimizer, "contest" | "chooseEntries" | "expectedDuplicates" | "portfolioFromDraws"> {
  const { search, controlOf, requireLineup, read } = slates;

  /** Reads the fields shared by all requests that simulate a contest. */
  function readStaged(request: StagedRequest, { signal, ...options }: ContestOptions) {
    const { draws, seed, timeLimit } = parseInput(schemas.contestSettingsSchema, options, {
      parameter: "options",
    });
    if (signal?.aborted) throw new AbortedError(signal.reason);
    const payouts = parseInput(schemas.payoutsSchema, request.payouts, { parameter: "payouts" });
    const field = parseInput(schemas.fieldSchema, request.field ?? {}, { parameter: "field" });
    return { asked: { draws, seed }, payouts, field, control: controlOf({ signal, timeLimit }) };
  }

  async function contest(request: ContestRequest, options: ContestOptions = {}) {
    const { asked, payouts, field, control } = readStaged(request, options);
    const entries = parseInput(schemas.enteredSchema, request.entries, { parameter: "entries" });
    const { problem, model, draws, terms } = await readDrawn(slates, request, asked);
    await requireLineup(problem, model, control);
    const played = { ...terms, draws, entries, payouts, field: fieldTerms(field) };
    return playContest(problem, model, played, { search, control, onDraws: options.onDraws ?? (() => {}) });
  }

  async function chooseEntries(request: ChooseRequest, options: ChooseOptions = {}) {
    const { onDraws = () => {}, onProgress, include = [], updatedAt = new Date(), ...settings } = options;
    const { asked, payouts, field, control } = readStaged(request, settings);
    const choice = parseInput(schemas.choiceSchema, request.choice, { parameter: "choice" });
    const drawn = await readDrawn(slates, request, { ...asked, sets: CHOICE_SETS });
    const { problem, model, projections, draws, terms } = drawn;
    await requireLineup(problem, model, control);
    const { description, inputs, planned } = planRequest(request, { problem, projections }, () =>
      checkedCount(choice.count),
    );
    const choosing = { ...terms, ...choice, draws, payouts, field };
    const chosen = await chosenEntries(description, planned, inputs, choosing, {
      ...{ search, control, onDraws },
      onProgress: (done) => onProgress?.(done, CHOICE_SETS * draws),
    });
    const document = await answerDocument(planned.problem, chosen.lineups, projections, {
      solver: "paths",
      include,
      updatedAt,
    });
    return { document, choice: chosen.choice, contest: chosen.contest, warnings: planned.warnings };
  }

  async function duplicates(
    request: DuplicatesRequest,
    options: Pick<ContestOptions, "signal" | "timeLimit"> = {},
  ) {
    const { timeLimit } = parseInput(schemas.contestSettingsSchema, options, { parameter: "options" });
    const { signal } = options;
    if (signal?.aborted) throw new AbortedError(signal.reason);
    const lineups = parseInput(schemas.enteredSchema, request.lineups, { parameter: "lineups" });
    const { size, ownership, leastSalary } = parseInput(schemas.ownedFieldSchema, request.field, {
      parameter: "field",
    });
    const { problem } = await read(request);
    const field = {
      ...{ size, leastSalary },
      ownership: new Map(ownership.map(({ uuid, percent }) => [uuid, percent])),
    };
    return expectedDuplicates(problem, lineups, field, search, controlOf({ signal, timeLimit }));
  }

  async function portfolioFromDraws(request: DrawnPortfolioRequest, options: DrawnPortfolioOptions = {}) {
    const { signal, onDraws = () => {} } = options;
    const settings = parseInput(drawnPortfolioSettingsSchema, options, { parameter: "options" });
    const { draws: given, seed, timeLimit, onShortfall, include = [], updatedAt = new Date() } = settings;
    if (signal?.aborted) throw new AbortedError(signal.reason);
    const control = controlOf({ signal, timeLimit });
    const asked = { draws: given, seed };
    const { body, problem, model, projections, draws, terms } = await readDrawn(slates, request, asked);
    await requireLineup(problem, model, control);
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

  return { contest, chooseEntries, expectedDuplicates: duplicates, portfolioFromDraws };
}
