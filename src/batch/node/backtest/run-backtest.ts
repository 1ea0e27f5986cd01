import { mkdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { loadCatalog } from "../../../platform/node/catalog.ts";
import type { FantasyLineupDocument } from "../../../shared/schema/lineups.ts";
import {
  type Backtest,
  type BacktestSlate,
  type StrategySlate,
  strategyOf,
} from "../../../simulation/backtest/backtest.ts";
import { settleEntries } from "../../../simulation/backtest/settle.ts";
import { cents } from "../../../simulation/contest/prizes.ts";
import type { BatchEnd, BatchOptions } from "../contract.ts";
import { openStored, type Row, storedRows } from "../find-rows.ts";
import { runBatch } from "../run-batch.ts";
import {
  type BacktestManifest,
  type ManifestSlate,
  type ManifestStrategy,
  readBacktestManifest,
} from "./manifest.ts";
import { type PastSlate, prizesIn, readPastSlate } from "./past-slate.ts";

/** A backtest's manifest, and how to run its jobs; `out` keeps the lineups that are already built. */
export type BacktestOptions = Omit<BatchOptions, "force" | "report" | "service" | "queue">;

/**
 * Builds the lineups of every strategy on every slate with what was known before lock, as a batch in `out`,
 * and enters them into the real contests. Null if the batch was stopped or only a shard of it ran.
 * @throws InvalidFileError, InvalidRequestError, BatchError
 */
export async function runBacktest(
  options: BacktestOptions,
): Promise<{ readonly end: BatchEnd; readonly backtest: Backtest | null }> {
  const { out, manifest: name } = options;
  const manifest = await readBacktestManifest(name);
  const catalog = await loadCatalog(options);
  const slates: PastSlate[] = [];
  for (const slate of manifest.slates)
    slates.push(await readPastSlate(slate, [...(manifest.users ?? []), ...(slate.users ?? [])], catalog));
  await mkdir(out, { recursive: true });
  const jobs = join(out, "jobs.jsonl");
  await writeFile(jobs, jobLines(manifest, slates, out));
  const end = await runBatch({
    ...options,
    manifest: jobs,
    force: true,
    report: false,
    service: { apiKey: "", snapshots: undefined },
  });
  const isWhole = end.kind === "finished" && options.shard.of === 1;
  return { end, backtest: isWhole ? await settled(manifest, slates, out) : null };
}

/** A batch job for each slate and strategy; files are relative to the batch's folder. */
function jobLines(manifest: BacktestManifest, slates: readonly PastSlate[], out: string): string {
  const lines = manifest.slates.flatMap((slate, at) =>
    manifest.strategies.map((strategy) => JSON.stringify(jobOf(slate, strategy, slates[at]!, out))),
  );
  return `${lines.join("\n")}\n`;
}

function jobOf(
  { id, salaries, projections, columns, book, contest }: ManifestSlate,
  { name, portfolio, choose, ...strategy }: ManifestStrategy,
  { field, payouts }: PastSlate,
  out: string,
) {
  const from = (file: string) => relative(out, file);
  return {
    id: jobId(id, name),
    salaries: from(salaries),
    projections: projections && from(projections),
    columns: projections === undefined ? undefined : columns,
    book,
    contest,
    portfolio: typeof portfolio === "string" ? from(portfolio) : portfolio,
    ...strategy,
    choose: choose && { ...choose, payouts: payouts ?? { shape: "top-heavy", fee: 1 }, field: field.length },
  };
}

function jobId(slate: string, strategy: string): string {
  return `${slate}/${strategy}`;
}

/** Enters the lineups of all jobs into their contests. */
async function settled(
  { slates: given, strategies }: BacktestManifest,
  slates: readonly PastSlate[],
  out: string,
): Promise<Backtest> {
  const achieved = new Map<string, StrategySlate>();
  const places = new Map(
    given.flatMap(({ id }, at) => strategies.map(({ name }) => [jobId(id, name), slates[at]!] as const)),
  );
  for await (const row of storedRows(await openStored(out)))
    achieved.set(row.id, achievedIn(places.get(row.id)!, row));
  return {
    slates: slates.map(slateFacts),
    strategies: strategies.map(({ name }) =>
      strategyOf(
        name,
        given.map(({ id }) => achieved.get(jobId(id, name))!),
      ),
    ),
  };
}

function slateFacts(slate: PastSlate): BacktestSlate {
  const { facts, field, payouts } = slate;
  if (payouts === null) return { ...facts, cash: null };
  const paid = prizesIn(slate, Math.max(1, field.length)).filter((prize) => prize > 0).length;
  return { ...facts, cash: field.toSorted((a, b) => b - a)[paid - 1] ?? null };
}

function achievedIn(slate: PastSlate, row: Row): StrategySlate {
  const { field, payouts, facts, pointsOf } = slate;
  const none = { slate: facts.id, entries: [], cost: null, seatsWithoutPoints: 0 };
  if (row.state !== "done") return { ...none, fault: row.error[0]?.detail ?? "No lineups." };
  let without = 0;
  const own = lineupsIn(row.document).map((seats) => {
    let sum = 0;
    for (const seat of seats) {
      const points = pointsOf(seat);
      if (typeof points === "number") sum += points;
      else without += 1;
    }
    return sum;
  });
  return {
    slate: facts.id,
    fault: null,
    entries: settleEntries(own, field, prizesIn(slate, field.length + own.length)),
    cost: payouts === null ? null : cents(payouts.fee) * own.length,
    seatsWithoutPoints: without,
  };
}

function lineupsIn({ data }: FantasyLineupDocument): { readonly slot: string; readonly name: string }[][] {
  return data.map(({ attributes }) =>
    Object.entries(attributes.byPositions).flatMap(([slot, seats]) =>
      seats.map(({ uuid }) => ({ slot, name: uuid })),
    ),
  );
}
