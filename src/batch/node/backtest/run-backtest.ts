import { writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { decodeText } from "../../../files/csv.ts";
import type { HistoryRequest } from "../../../optimizer/contract.ts";
import { loadCatalog, readNamedFile } from "../../../platform/node/catalog.ts";
import { createOptimizer } from "../../../platform/node/optimizer.ts";
import { readPortfolio } from "../../../portfolio/read-portfolio.ts";
import { InvalidFileError } from "../../../shared/errors.ts";
import { type Backtest, type StrategySlate, strategyOf } from "../../../simulation/backtest/backtest.ts";
import {
  type PastField,
  pastFieldOf,
  settledDocument,
  withoutLineups,
} from "../../../simulation/backtest/past-field.ts";
import type { Calibration } from "../../../simulation/calibration/calibrate.ts";
import type { OutcomesFit } from "../../../simulation/calibration/fit-outcomes.ts";
import { INPUT_FIELDS, isFault, readJob } from "../../job.ts";
import type { BatchEnd, BatchOptions } from "../contract.ts";
import { makeFolder } from "../files.ts";
import { openStored, readRows } from "../results.ts";
import { runBatch } from "../run-batch.ts";
import {
  type BacktestManifest,
  type ManifestSlate,
  type ManifestStrategy,
  readBacktestManifest,
} from "./manifest.ts";
import { type ReadPastSlate, readPastSlate } from "./past-slate.ts";

export interface BacktestOptions extends Omit<BatchOptions, "force" | "apiKey" | "queue" | "maxFailures"> {
  readonly calibrates: boolean;
}

export interface HistoryFiles extends Pick<BatchOptions, "manifest" | "rules" | "scoring" | "signal"> {
  readonly outcomes?: readonly string[] | undefined;
  readonly threads?: number | undefined;
}

/**
 * Builds the lineups of every strategy for every past contest from what was known before lock, as a batch in
 * the folder `out`, which keeps them; then ranks and pays them among the real entries. `backtest` is null if
 * the batch was stopped. @throws InvalidFileError, InvalidRequestError, BatchError
 */
export async function runBacktest(
  options: BacktestOptions,
): Promise<{ readonly end: BatchEnd; readonly backtest: Backtest | null }> {
  const { out } = options;
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
  await makeFolder(out);
  const jobs = join(out, "jobs.jsonl");
  await writeFile(jobs, jobLines(options.manifest, manifest, fields, out));
  const end = await runBatch({ ...options, manifest: jobs, force: true, apiKey: "" });
  if (end.kind !== "finished") return { end, backtest: null };
  const settled = await settledIn(manifest, fields, out);
  if (!options.calibrates) return { end, backtest: { ...settled, calibration: null } };
  return { end, backtest: { ...settled, calibration: await calibrated(options, slates) } };
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

/**
 * A job for each slate and strategy, with file names relative to the folder `out`. @throws InvalidFileError
 */
function jobLines(
  name: string,
  { slates, strategies }: BacktestManifest,
  fields: readonly PastField[],
  out: string,
) {
  const lines = slates.flatMap((slate, at) =>
    strategies.map((strategy) => {
      const line = JSON.stringify(jobOf(slate, strategy, fields[at]!, out));
      const read = readJob(line, 1);
      if (!isFault(read)) return line;
      throw new InvalidFileError(
        name,
        null,
        `strategy "${strategy.name}" for "${slate.id}": ${read.reasons[0]}`,
      );
    }),
  );
  return `${lines.join("\n")}\n`;
}

function jobOf(slate: ManifestSlate, strategy: ManifestStrategy, { field, payouts }: PastField, out: string) {
  const { id, standings: _, payouts: __, fee: ___, users: ____, columns, drawsFile, ...known } = slate;
  const { name, choose, ...building } = strategy;
  const job: Record<string, unknown> = {
    ...{ ...known, ...building },
    ...{ id: jobId(id, name), past: true },
    ...(known.projections !== undefined && { columns }),
    ...((choose ?? building.from) !== undefined && { drawsFile }),
    choose: choose && { ...choose, payouts: payouts ?? { shape: "top-heavy", fee: 1 }, field: field.length },
  };
  for (const file of INPUT_FIELDS) {
    const value = job[file];
    if (Array.isArray(value)) job[file] = value.map((one: string) => relative(out, one));
    else if (typeof value === "string") job[file] = relative(out, value);
  }
  return job;
}

function jobId(slate: string, strategy: string): string {
  return `${slate}/${strategy}`;
}

async function settledIn(
  { slates: given, strategies }: BacktestManifest,
  fields: readonly PastField[],
  out: string,
): Promise<Omit<Backtest, "calibration">> {
  const achieved = new Map<string, StrategySlate>();
  const places = new Map(
    given.flatMap(({ id }, at) => strategies.map(({ name }) => [jobId(id, name), fields[at]!] as const)),
  );
  const stored = await openStored(out);
  for await (const row of readRows(stored, stored.rows)) {
    const field = places.get(row.id)!;
    const slate =
      row.state === "done"
        ? settledDocument(field, row.document)
        : withoutLineups(field, row.error[0]?.detail ?? "No lineups.");
    achieved.set(row.id, slate);
  }
  return {
    slates: fields.map(({ facts }) => facts),
    strategies: strategies.map(({ name }) =>
      strategyOf(
        name,
        given.map(({ id }) => achieved.get(jobId(id, name))!),
      ),
    ),
  };
}
