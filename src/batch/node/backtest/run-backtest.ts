import { resolve } from "node:path";
import type { HistoryRequest, Optimizer } from "../../../optimizer/contract.ts";
import { loadCatalog, readNamedFile } from "../../../platform/node/catalog.ts";
import { createOptimizer } from "../../../platform/node/optimizer.ts";
import { AbortedError, InvalidFileError } from "../../../shared/errors.ts";
import {
  type Backtest,
  type BacktestStrategy,
  type StrategySlate,
  strategyOf,
} from "../../../simulation/backtest/backtest.ts";
import {
  type PastField,
  pastFieldOf,
  settledDocument,
  withoutLineups,
} from "../../../simulation/backtest/past-field.ts";
import { isFault, readJob } from "../../job.ts";
import { createReading, type InputFile, portfolioOf } from "../../job-request.ts";
import type { Row } from "../../row.ts";
import { JobThreads } from "../job-threads.ts";
import { preparer } from "../manifest.ts";
import { type SolvingOptions, settingsOf } from "../run-batch.ts";
import {
  type BacktestManifest,
  type ManifestSlate,
  type ManifestStrategy,
  readBacktestManifest,
} from "./manifest.ts";
import { filesNamedIn, type ReadPastSlate, readPastSlate } from "./past-slate.ts";

export interface BacktestOptions extends SolvingOptions {
  readonly calibrates: boolean;
}

interface HistoryFiles extends Pick<SolvingOptions, "manifest" | "rules" | "scoring"> {
  readonly outcomes?: readonly string[] | undefined;
  readonly sport?: string | undefined;
  readonly threads?: number | undefined;
}

/**
 * Builds the lineups of every strategy for every past contest from what was known before lock; then ranks and
 * pays them among the real entries. @throws InvalidFileError, InvalidRequestError, BatchError, AbortedError
 */
export async function runBacktest(options: BacktestOptions): Promise<Backtest> {
  const { manifest, slates, reading } = await readHistory(options);
  const { strategies } = manifest;
  const calibration = (optimizer: Optimizer, request: HistoryRequest) =>
    optimizer.calibrate(request, { signal: options.signal });
  for (const [at, { request }] of slates.entries())
    if (request.past.entries.length === 0)
      throw new InvalidFileError(
        manifest.slates[at]!.standings,
        null,
        "has no entries. Give the standings that the book exports.",
      );
  if (strategies.length === 0)
    throw new InvalidFileError(
      options.manifest,
      null,
      'has no strategies. Add one, such as {"name": "best", "count": 20} under `strategies`.',
    );
  const portfolios = await Promise.all(
    strategies.map(async (job) => (await portfolioOf({ job, files: filesNamedIn(job) }, reading))?.portfolio),
  );
  const fields = slates.map(({ request, table }) => pastFieldOf(request, table, portfolios));
  return {
    slates: fields.map(({ facts }) => facts),
    strategies: await enteredStrategies(options, manifest, fields),
    calibration: options.calibrates ? await analysed(options, calibration, slates) : null,
  };
}

async function enteredStrategies(
  options: BacktestOptions,
  { folder, slates, strategies }: BacktestManifest,
  fields: readonly PastField[],
): Promise<BacktestStrategy[]> {
  const { threads, memory, signal } = options;
  const settings = { ...(await settingsOf(options)).settings, stamp: new Date(0).toISOString() };
  const prepare = preparer({ folder, common: "", slates: null });
  const pool = new JobThreads({ threads, memory, source: { folder } });
  const stop = () => pool.stop();
  signal.addEventListener("abort", stop, { once: true });
  async function entered(strategy: ManifestStrategy, at: number): Promise<StrategySlate> {
    const field = fields[at]!;
    const text = JSON.stringify(jobOf(slates[at]!, strategy, field));
    const read = readJob(text, 1);
    if (isFault(read))
      throw new InvalidFileError(
        options.manifest,
        null,
        `strategy "${strategy.name}" for "${field.facts.id}": ${read.reasons[0]}`,
      );
    const job = await prepare(read, 1, text);
    if (job.fault) return withoutLineups(field, job.fault[0]!.detail);
    const solved = await pool.solve(job, settings);
    if (solved === null) throw new AbortedError(signal.reason);
    const row = JSON.parse(solved.row) as Row;
    return row.state === "done"
      ? settledDocument(field, row.document)
      : withoutLineups(field, row.error[0]!.detail);
  }
  try {
    return await Promise.all(
      strategies.map(async (strategy) =>
        strategyOf(strategy.name, await Promise.all(slates.map((_, at) => entered(strategy, at)))),
      ),
    );
  } finally {
    signal.removeEventListener("abort", stop);
    await pool.close();
  }
}

async function readHistory({ manifest: name, ...options }: HistoryFiles) {
  const manifest = await readBacktestManifest(name);
  const bytesOf = async (file: InputFile) => (await readNamedFile(resolve(manifest.folder, file.name))).bytes;
  const reading = createReading(await loadCatalog(options), bytesOf);
  const slates: ReadPastSlate[] = [];
  for (const slate of manifest.slates)
    slates.push(await readPastSlate(slate, [...(manifest.users ?? []), ...(slate.users ?? [])], reading));
  return { manifest, slates, reading };
}

/** Runs an analysis of a history's contests, or of those of one sport. */
export async function analysed<Result>(
  options: HistoryFiles,
  analysis: (optimizer: Optimizer, request: HistoryRequest) => Promise<Result>,
  known?: readonly ReadPastSlate[],
): Promise<Result> {
  const { sport, rules, scoring, outcomes, threads = 1 } = options;
  const slates = known ?? (await readHistory(options)).slates;
  const wanted = slates.filter(({ table }) => sport === undefined || table.sport === sport);
  await using optimizer = await createOptimizer({ rules, scoring, outcomes, threads: Math.min(1, threads) });
  return await analysis(optimizer, { slates: wanted.map(({ request }) => request) });
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
