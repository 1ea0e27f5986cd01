import { buildModel } from "../contests/constraints/readers/build-model.ts";
import { InfeasibleError, type InvalidRequestError, invalidRequest } from "../shared/errors.ts";
import { payoutsSchema } from "../shared/schema/contest-play.ts";
import { historySettingsSchema } from "../shared/schema/options.ts";
import { parseInput } from "../shared/schema/parse.ts";
import { type StrategySlate, strategyOf } from "../simulation/backtest/backtest.ts";
import { leakIn } from "../simulation/backtest/past-contest.ts";
import { pastFieldOf, withoutLineups } from "../simulation/backtest/past-field.ts";
import { type CalibratedSlate, calibration } from "../simulation/calibration/calibrate.ts";
import { fittedOutcomes } from "../simulation/calibration/fit-outcomes.ts";
import { fittedOwnership } from "../simulation/calibration/fit-ownership.ts";
import type { BacktestRequest, HistoryOptions, HistoryRequest, Optimizer, PastSlate } from "./contract.ts";
import {
  type DrawnSlates,
  ownershipTerms,
  racesOf,
  readSimulated,
  readSpreadTerms,
  tableOf,
} from "./drawn-slates.ts";
import { settingsOf } from "./options.ts";
import { achieved as achievedBy, predictorOf, references } from "./predicted.ts";
import { strategyLineups } from "./strategy-lineups.ts";

export function historyOf(
  slates: DrawnSlates,
  optimizer: Pick<
    Optimizer,
    "optimize" | "portfolio" | "portfolioFromDraws" | "chooseEntries" | "openContest"
  >,
): Pick<Optimizer, "backtest" | "calibrate" | "fitOutcomes" | "fitOwnership"> {
  const { catalog, read, search, controlOf } = slates;

  async function readPast(slate: PastSlate, seed: number): Promise<CalibratedSlate> {
    const { id, past, ownership = [] } = slate;
    const { problem } = await read(slate);
    const payouts = slate.payouts && parseInput(payoutsSchema, slate.payouts, { parameter: "payouts" });
    const shares = new Map(ownership.map(({ uuid, percent }) => [uuid, percent]));
    const points = new Map(problem.entries.map(({ uuid, points: projected }) => [uuid, projected]));
    const leak = leakIn(past, { points, ownership: shares });
    if (leak !== null)
      throw invalid(
        "known-after-lock",
        `Contest ${id} gives the actual ${leak} as projected ${leak}. Give the ${leak} projected before lock.`,
      );
    const terms = {
      ...readSpreadTerms(slate),
      table: await tableOf(slate, problem.contest.contest, catalog),
      seed,
    };
    const simulated = slate.simulated
      ? readSimulated(slate)
      : ((await racesOf(problem, terms, catalog, CALIBRATED_DRAWS)) ?? undefined);
    return {
      ...{ id, problem, model: buildModel(problem), past, terms, simulated, projected: shares, payouts },
      ownership: await ownershipTerms(slate, catalog),
    };
  }

  async function readHistory({ slates: given }: HistoryRequest, seed: number): Promise<CalibratedSlate[]> {
    if (given.length === 0) throw invalid("no-slates", "The history has no contests. Give at least one.");
    refuseTwice(given.map(({ id }) => id));
    const found: CalibratedSlate[] = [];
    for (const slate of given) found.push(await readPast(slate, seed));
    return found;
  }

  async function calibrate(request: HistoryRequest, options: HistoryOptions = {}) {
    const { seed, ...limits } = settingsOf(options, historySettingsSchema);
    return calibration(await readHistory(request, seed), { search, control: controlOf(limits) });
  }

  async function fitOutcomes(request: HistoryRequest, options: HistoryOptions = {}) {
    const { seed } = settingsOf(options, historySettingsSchema);
    const found = await readHistory(request, seed);
    const sports = [...new Set(found.map(({ problem }) => problem.sport))];
    if (sports.length > 1)
      throw invalid(
        "several-sports",
        `The contests are of ${sports.join(" and ")}. Give those of one sport.`,
      );
    return fittedOutcomes(found);
  }

  async function fitOwnership(request: HistoryRequest, options: HistoryOptions = {}) {
    const { seed, ...limits } = settingsOf(options, historySettingsSchema);
    return fittedOwnership(await readHistory(request, seed), { search, control: controlOf(limits) });
  }

  async function backtest(request: BacktestRequest, options: HistoryOptions = {}) {
    const { seed, ...limits } = settingsOf(options, historySettingsSchema);
    const control = controlOf(limits);
    const { strategies } = request;
    refuseTwice(strategies.map(({ name }) => name));
    const history = await readHistory(request, seed);
    const portfolios = strategies.map(({ portfolio }) => portfolio);
    const fields = history.map(({ payouts }, at) => {
      const slate = request.slates[at]!;
      const table = catalog.contest(slate.sport, slate.body.book, slate.body.contest);
      return pastFieldOf({ ...slate, payouts }, table, portfolios);
    });
    const predict = predictorOf(optimizer, { ...limits, seed });
    const achieved = strategies.map((): StrategySlate[] => []);
    for (const [at, field] of fields.entries())
      for (const [index, { name: _name, choose, ...strategy }] of strategies.entries()) {
        const {
          past: _past,
          users: _users,
          columns: _columns,
          id: _id,
          payouts = TOP_HEAVY,
          ...known
        } = request.slates[at]!;
        const chosen = choose && { ...choose, payouts, field: Math.max(1, field.field.length) };
        try {
          const document = await strategyLineups(optimizer, { ...strategy, choose: chosen }, known, limits);
          achieved[index]!.push(await achievedBy(predict, request.slates[at]!, field, document));
        } catch (error) {
          if (!(error instanceof InfeasibleError)) throw error;
          achieved[index]!.push(withoutLineups(field, error.message));
        }
      }
    return {
      slates: fields.map(({ facts }) => facts),
      strategies: [
        ...strategies.map(({ name }, at) => ({ name, slates: achieved[at]! })),
        ...(await references(predict, request.slates, fields, seed)),
      ].map((one) => strategyOf(one.name, one.slates)),
      calibration: await calibration(history, { search, control }),
    };
  }

  return { backtest, calibrate, fitOutcomes, fitOwnership };
}

const CALIBRATED_DRAWS = 4096;

const TOP_HEAVY = { shape: "top-heavy", fee: 1 } as const;

function refuseTwice(names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    throw invalid("named-twice", `Two contests or strategies are named "${twice}". Name each differently.`);
}

function invalid(code: string, detail: string): InvalidRequestError {
  return invalidRequest(code, "slates", detail);
}
