import { decodeText } from "../../../files/csv.ts";
import type { HistoryRequest } from "../../../optimizer/contract.ts";
import { loadCatalog, readNamedFile } from "../../../platform/node/catalog.ts";
import { createOptimizer } from "../../../platform/node/optimizer.ts";
import { readPortfolio } from "../../../portfolio/read-portfolio.ts";
import { AbortedError, InvalidFileError } from "../../../shared/errors.ts";
import { type Backtest, type StrategySlate, strategyOf } from "../../../simulation/backtest/backtest.ts";
import {
  type PastField,
  pastFieldOf,
  settledDocument,
  withoutLineups,
} from "../../../simulation/backtest/past-field.ts";
import type { Calibration } from "../../../simulation/calibration/calibrate.ts";
import type { OutcomesFit } from "../../../simulation/calibration/fit-outcomes.ts";
import { isFault, readJob } from "../../job.ts";
import type { PreparedJob } from "../../job-request.ts";
import type { Row } from "../../row.ts";
import type { SolvingOptions } from "../contract.ts";
import { JobThreads } from "../job-threads.ts";
import { preparedJobs } from "../manifest.ts";
import { settingsOf } from "../run-batch.ts";
import {
  type BacktestManifest,
  type ManifestSlate,
  type ManifestStrategy,
  readBacktestManifest,
} from "./manifest.ts";
import { type ReadPastSlate, readPastSlate } from "./past-slate.ts";

export interface BacktestOptions extends SolvingOptions {
  readonly calibrates: boolean;
}

export interface HistoryFiles extends Pick<SolvingOptions, "manifest" | "rules" | "scoring" | "signal"> {
  readonly outcomes?: readonly string[] | undefined;
  readonly threads?: number | undefined;
}

/**
 * Builds the lineups of every strategy for every past contest from what was known before lock; then ranks and
 * pays them among the real entries. @throws InvalidFileError, InvalidRequestError, BatchError, AbortedError
 */
export async function runBacktest(options: BacktestOptions): Promise<Backtest> {
  const { manifest, slates } = await readHistory(options);
  for (const [at, { request }] of slates.entries())
    if (request.past.entries.length === 0)
      throw new InvalidFileError(
        manifest.slates[at]!.standings,
        null,
        "has no entries. Give the standings that the book exports.",
      );
  if (manifest.strategies.length === 0)
    throw new InvalidFileError(
      options.manifest,
      null,
      'has no strategies. Add one, such as {"name": "best", "count": 20} under `strategies`.',
    );
  const portfolios = await Promise.all(manifest.strategies.map(describedBy));
  const fields = slates.map(({ request, table }) => pastFieldOf(request, table, portfolios));
  const achieved = await strategySlates(options, jobLines(options.manifest, manifest, fields), fields);
  const { length } = manifest.strategies;
  return {
    slates: fields.map(({ facts }) => facts),
    strategies: manifest.strategies.map(({ name }, index) =>
      strategyOf(
        name,
        achieved.filter((_, at) => at % length === index),
      ),
    ),
    calibration: options.calibrates ? await calibrated(options, slates) : null,
  };
}

/** What the jobs of every contest achieve, with the same number of jobs for each field. */
async function strategySlates(
  options: BacktestOptions,
  lines: readonly string[],
  fields: readonly PastField[],
): Promise<StrategySlate[]> {
  const { threads, memory, signal } = options;
  const settings = { ...(await settingsOf(options)).settings, stamp: new Date(0).toISOString() };
  const pool = new JobThreads({ threads, memory, source: { folder: "" } });
  const stop = () => pool.stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    const jobs: PreparedJob[] = [];
    for await (const job of preparedJobs(lines, { folder: "", common: "", slates: null })) jobs.push(job);
    return await Promise.all(
      jobs.map(async (job, at) => {
        const field = fields[Math.floor(at / (jobs.length / fields.length))]!;
        if (job.fault) return withoutLineups(field, job.fault[0]!.detail);
        const solved = await pool.solve(job, settings);
        if (solved === null) throw new AbortedError(signal.reason);
        const row = JSON.parse(solved.row) as Row;
        return row.state === "done"
          ? settledDocument(field, row.document)
          : withoutLineups(field, row.error[0]!.detail);
      }),
    );
  } finally {
    signal.removeEventListener("abort", stop);
    await pool.close();
  }
}

export async function runCalibration(options: HistoryFiles): Promise<Calibration> {
  return calibrated(options, (await readHistory(options)).slates);
}

function calibrated(options: HistoryFiles, slates: readonly ReadPastSlate[]): Promise<Calibration> {
  return ofHistory(options, slates, (optimizer, request) =>
    optimizer.calibrate(request, { signal: options.signal }),
  );
}

export async function runOutcomesFit(
  options: HistoryFiles & { readonly sport?: string },
): Promise<OutcomesFit> {
  const { slates } = await readHistory(options);
  const { sport } = options;
  const wanted = slates.filter(({ table }) => sport === undefined || table.sport === sport);
  return ofHistory(options, wanted, (optimizer, request) =>
    optimizer.fitOutcomes(request, { signal: options.signal }),
  );
}

async function readHistory({ manifest: name, ...options }: HistoryFiles) {
  const manifest = await readBacktestManifest(name);
  const catalog = await loadCatalog(options);
  const slates: ReadPastSlate[] = [];
  for (const slate of manifest.slates)
    slates.push(await readPastSlate(slate, [...(manifest.users ?? []), ...(slate.users ?? [])], catalog));
  return { manifest, slates };
}

async function ofHistory<Result>(
  { rules, scoring, outcomes, threads }: HistoryFiles,
  slates: readonly ReadPastSlate[],
  run: (optimizer: Awaited<ReturnType<typeof createOptimizer>>, request: HistoryRequest) => Promise<Result>,
): Promise<Result> {
  await using optimizer = await createOptimizer({
    rules,
    scoring,
    outcomes,
    threads: Math.min(1, threads ?? 1),
  });
  return await run(optimizer, { slates: slates.map(({ request }) => request) });
}

async function describedBy({ portfolio }: ManifestStrategy): Promise<unknown> {
  if (typeof portfolio !== "string") return portfolio;
  const { bytes } = await readNamedFile(portfolio);
  return (await readPortfolio(decodeText(bytes), { file: portfolio })).portfolio;
}

function jobLines(name: string, { slates, strategies }: BacktestManifest, fields: readonly PastField[]) {
  return slates.flatMap((slate, at) =>
    strategies.map((strategy) => {
      const line = JSON.stringify(jobOf(slate, strategy, fields[at]!));
      const read = readJob(line, 1);
      if (!isFault(read)) return line;
      throw new InvalidFileError(
        name,
        null,
        `strategy "${strategy.name}" for "${slate.id}": ${read.reasons[0]}`,
      );
    }),
  );
}

function jobOf(slate: ManifestSlate, strategy: ManifestStrategy, { field, payouts }: PastField) {
  const { id, standings: _, payouts: __, fee: ___, users: ____, columns, drawsFile, ...known } = slate;
  const { name, choose, ...building } = strategy;
  return {
    ...{ ...known, ...building },
    ...{ id: `${id}/${name}`, past: true },
    ...(known.projections !== undefined && { columns }),
    ...((choose ?? building.from) !== undefined && { drawsFile }),
    choose: choose && { ...choose, payouts: payouts ?? { shape: "top-heavy", fee: 1 }, field: field.length },
  };
}
