import { answerDocument, portfolioDocument } from "../lineup/document/document.ts";
import { planPortfolio } from "../portfolio/plan.ts";
import { takenPortfolio } from "../portfolio/solve.ts";
import { inPlaces } from "../portfolio/why-none.ts";
import { InfeasibleError } from "../shared/errors.ts";
import * as schemas from "../shared/schema/contest-play.ts";
import { drawnPortfolioSettingsSchema, historySettingsSchema } from "../shared/schema/options.ts";
import { parseInput } from "../shared/schema/parse.ts";
import { refuseChanging } from "../simulation/contest/choose.ts";
import {
  chooseEntries as chooseFor,
  fieldTerms,
  openContest as openContestOf,
  playContest,
} from "../simulation/contest/contest.ts";
import { expectedDuplicates, ownershipIn } from "../simulation/contest/opponents.ts";
import { estimatedOwnership, DRAWS as OWNERSHIP_DRAWS } from "../simulation/contest/ownership.ts";
import { lineupsFromDraws } from "../simulation/portfolio-from-draws.ts";
import type {
  ChooseOptions,
  ChooseRequest,
  ContestOptions,
  ContestRequest,
  DrawnPortfolioOptions,
  DrawnPortfolioRequest,
  DuplicatesRequest,
  OpenContest,
  OpenContestRequest,
  Optimizer,
  SimulateOptions,
  SimulateRequest,
  StagedRequest,
} from "./contract.ts";
import { type DrawnSlates, ownershipTerms, readDrawn } from "./drawn-slates.ts";
import { settingsOf } from "./options.ts";
import { askedOf } from "./portfolio-task.ts";

/** Draws to choose, to compare the choices, and to estimate what the entries win. */
const CHOICE_SETS = 3;

export function drawnContestsOf(
  slates: DrawnSlates,
): Pick<
  Optimizer,
  "contest" | "openContest" | "chooseEntries" | "expectedDuplicates" | "ownership" | "portfolioFromDraws"
> {
  const { catalog, search, controlOf, requireLineup, read } = slates;

  function readOpen(request: OpenContestRequest, options: Omit<ContestOptions, "onDraws">) {
    const { draws, seed, ...limits } = settingsOf(options, schemas.contestSettingsSchema);
    const field = parseInput(schemas.fieldSchema, request.field ?? {}, { parameter: "field" });
    return { asked: { draws, seed }, field: fieldTerms(field), controlled: () => controlOf(limits) };
  }

  const readPayouts = ({ payouts }: Pick<StagedRequest, "payouts">) =>
    parseInput(schemas.payoutsSchema, payouts, { parameter: "payouts" });
  const readEntries = ({ entries }: Pick<ContestRequest, "entries">) =>
    parseInput(schemas.enteredSchema, entries, { parameter: "entries" });

  async function openContest(request: OpenContestRequest, options: Omit<ContestOptions, "onDraws"> = {}) {
    const { asked, field, controlled } = readOpen(request, options);
    const control = controlled();
    const { problem, model, draws, terms } = await readDrawn(slates, request, asked);
    await requireLineup(problem, model, control);
    const opening = { ...terms, draws, field, ownership: await ownershipTerms(request, catalog) };
    const play = await openContestOf(problem, model, opening, { search, control });
    return ({ isReal = false, ...entering }: Parameters<OpenContest>[0]) =>
      play(
        { entries: readEntries(entering), payouts: readPayouts(entering), isReal },
        { search, control: controlled() },
      );
  }

  async function contest(request: ContestRequest, options: ContestOptions = {}) {
    const { asked, field, controlled } = readOpen(request, options);
    const [payouts, entries, control] = [readPayouts(request), readEntries(request), controlled()];
    const { problem, model, draws, terms } = await readDrawn(slates, request, asked);
    await requireLineup(problem, model, control);
    const ownership = await ownershipTerms(request, catalog);
    const played = { ...terms, draws, entries, payouts, ownership, field };
    return playContest(problem, model, played, { search, control, onDraws: options.onDraws ?? (() => {}) });
  }

  async function chooseEntries(request: ChooseRequest, options: ChooseOptions = {}) {
    const { onDraws = () => {}, onProgress, include = [], updatedAt = new Date(), ...settings } = options;
    const { asked, field, controlled } = readOpen(request, settings);
    const [payouts, control] = [readPayouts(request), controlled()];
    const choice = parseInput(schemas.choiceSchema, request.choice, { parameter: "choice" });
    const drawn = await readDrawn(slates, request, { ...asked, sets: CHOICE_SETS });
    const { problem, model, projections, draws, terms } = drawn;
    await requireLineup(problem, model, control);
    const planned = planPortfolio(askedOf({ ...request, count: choice.count }, drawn));
    const ownership = await ownershipTerms(request, catalog);
    const choosing = { ...terms, ...choice, draws, payouts, ownership, field };
    const chosen = await chooseFor(planned, choosing, {
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

  async function ownership(
    request: SimulateRequest,
    options: Pick<SimulateOptions, "seed" | "signal" | "timeLimit"> = {},
  ) {
    const { seed, ...limits } = settingsOf(options, historySettingsSchema);
    const control = controlOf(limits);
    const draws = request.simulated === undefined ? OWNERSHIP_DRAWS : undefined;
    const { problem, model, terms } = await readDrawn(slates, request, { draws, seed });
    await requireLineup(problem, model, control);
    const fitted = await ownershipTerms(request, catalog);
    const percents = await estimatedOwnership(problem, { ...terms, ownership: fitted }, { search, control });
    return {
      people: Array.from(percents, ([uuid, percent]) => ({ uuid, percent })).sort(
        (a, b) => b.percent - a.percent,
      ),
      source: fitted.table.sources[fitted.table.source]!,
    };
  }

  async function duplicates(
    request: DuplicatesRequest,
    options: Pick<ContestOptions, "signal" | "timeLimit"> = {},
  ) {
    const control = controlOf(settingsOf(options, schemas.contestSettingsSchema));
    const lineups = parseInput(schemas.enteredSchema, request.lineups, { parameter: "lineups" });
    const { size, ownership, leastSalary } = parseInput(schemas.ownedFieldSchema, request.field, {
      parameter: "field",
    });
    const { problem } = await read(request);
    const field = {
      ...{ size, leastSalary },
      ownership: ownershipIn(ownership),
    };
    return expectedDuplicates(problem, lineups, field, search, control);
  }

  async function portfolioFromDraws(request: DrawnPortfolioRequest, options: DrawnPortfolioOptions = {}) {
    const { onDraws = () => {} } = options;
    const settings = settingsOf(options, drawnPortfolioSettingsSchema);
    const { draws: given, seed, onShortfall, include = [], updatedAt = new Date() } = settings;
    const control = controlOf(settings);
    const asked = { draws: given, seed };
    const drawn = await readDrawn(slates, request, asked);
    const { problem, model, projections, draws, terms } = drawn;
    await requireLineup(problem, model, control);
    const planned = planPortfolio(askedOf(request, drawn));
    refuseChanging(planned.plan);
    await requireLineup(planned.problem, planned.plan.model, control).catch((error: unknown) => {
      throw error instanceof InfeasibleError ? inPlaces(error, planned) : error;
    });
    const taking = { ...terms, draws, onShortfall };
    const taken = await lineupsFromDraws(planned, taking, { search, control, onDraws });
    const solved = takenPortfolio(planned, taken);
    return portfolioDocument(planned.problem, solved, projections, { include, updatedAt });
  }

  return {
    contest,
    openContest,
    chooseEntries,
    expectedDuplicates: duplicates,
    ownership,
    portfolioFromDraws,
  };
}
