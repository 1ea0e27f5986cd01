import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { loadCatalog } from "../../platform/node/catalog.ts";
import { packageVersion } from "../../service/server/version.ts";
import { type InvalidRequestError, invalidRequest } from "../../shared/errors.ts";
import type { BatchRecord } from "../batch-record.ts";
import { differences, otherBatch, planOf } from "../batch-record.ts";
import { chunkCount, chunkOf, type Plan, placeOf } from "../plan.ts";
import type { BatchEnd, BatchOptions, OpenBatch } from "./contract.ts";
import { digestOf } from "./file-digests.ts";
import {
  type Places,
  placesIn,
  readRecord,
  SEGMENT_KINDS,
  syncFolder,
  takeLock,
  writeDurably,
  writeRecord,
  writing,
} from "./folder.ts";
import { surveyManifest } from "./manifest-lines.ts";
import { preparedChunks, preparingOf } from "./prepare.ts";
import { serviceSlates } from "./service-slates.ts";
import { solveChunks, staysAsIs } from "./solve-chunks.ts";
import { dropUncertain, readCheckpoint } from "./store.ts";
import { type OldRows, oldResults, writeSummary, writtenRows } from "./stored-rows.ts";

/**
 * Runs a manifest's jobs, or one shard's, and writes their results. Resumes an interrupted batch: its files
 * of results are the same as without the interruption. Solves jobs again if their inputs have changed.
 * @throws InvalidFileError for an invalid manifest, BatchError for a folder that cannot be resumed.
 */
export async function runBatch(options: BatchOptions): Promise<BatchEnd> {
  const { manifest, out, segment, shard } = options;
  // Report unreadable tables before any thread needs them.
  await loadCatalog(options);
  const { survey, asksService } = await surveyManifest(manifest);
  if (asksService && options.service.apiKey === "") throw keyMissing();
  const places = placesIn(out);
  await mkdir(out, { recursive: true });
  const lock = await takeLock(places.lock);
  try {
    await finishRenewal(places);
    const known = await readRecord(places);
    const record: BatchRecord = {
      format: 1,
      engine: packageVersion(),
      manifest: { file: resolve(manifest), ...survey },
      stamp: options.stamp ?? known?.stamp ?? wholeSeconds(Date.now()),
      segment,
      shard,
      settings: await settingsDigest(options),
      zlib: process.versions["zlib"]!,
    };
    const plan = planOf(record);
    const slates = serviceSlates({
      ...options.service,
      ...{ folder: places.service, refresh: await refreshes(options, places, known), signal: options.signal },
    });
    const batch = { places, plan, record, slates, check: lock.check };
    const end = await solve(options, batch, known).finally(() => slates.close());
    const jobs = jobCount(plan);
    if (options.report && end.kind === "finished" && jobs > 0 && !existsSync(places.report))
      await (await import("./report.ts")).writeReport(places, record);
    return { ...end, jobs };
  } finally {
    await lock.release();
  }
}

/**
 * Whether to query the prediction service again, although answers are saved. True for a finished batch and
 * with `force`, but false if an interrupted rebuild is resumed.
 */
async function refreshes(
  { force }: BatchOptions,
  places: Places,
  known: BatchRecord | null,
): Promise<boolean> {
  if (existsSync(places.next)) return false;
  if (force || known === null) return force;
  return (await readCheckpoint(places)).next === chunkCount(planOf(known));
}

function keyMissing(): InvalidRequestError {
  const parameter = "DFS_LINEUPS_SERVICE_KEY";
  return invalidRequest(
    "invalid-option",
    parameter,
    `${parameter} must hold the API key of the prediction service that jobs of the manifest name.`,
  );
}

/** Starts or resumes a batch, or rebuilds it if its stored rows are out of date. */
async function solve(
  options: BatchOptions,
  batch: OpenBatch,
  known: BatchRecord | null,
): Promise<Omit<BatchEnd, "jobs">> {
  const { places, plan, record } = batch;
  const { out, force, observer } = options;
  const jobs = jobCount(plan);
  // Rows of other segments or shards cannot be reused.
  const isLaidOutAlike = isDeepStrictEqual([known?.segment, known?.shard], [plan.segment, plan.shard]);
  const old = known !== null && isLaidOutAlike ? await writtenRows(places, known) : null;
  const isOther = known !== null && differences(known, record).length > 0;
  if (isOther && !force) throw otherBatch(out, differences(known, record));
  const isRenewed =
    known !== null &&
    ((await isRenewing(places, record)) ||
      isOther ||
      (old !== null && (await hasStaleRows(options, batch, old))));
  const checkpoint = await readCheckpoint(isRenewed ? placesIn(places.next) : places);
  observer.started({ jobs, checkpoint, out });
  if (isRenewed) return renew(options, batch, old);
  if (known === null) await writeRecord(places, record);
  if (checkpoint.next === chunkCount(plan)) {
    // Bytes after the checkpoint, left by a power failure, are no results.
    if (checkpoint.next > 0) await dropUncertain(places, checkpoint);
    await writeSummary(places, record);
    return { kind: "finished", checkpoint };
  }
  await rm(places.report, { force: true });
  const end = await solveChunks(options, batch, null);
  if (end.kind === "finished") await writeSummary(places, record);
  return end;
}

function jobCount(plan: Plan): number {
  const chunks = chunkCount(plan);
  if (chunks === 0) return 0;
  const { from, to } = placeOf(plan, chunks - 1);
  return (chunks - 1) * chunkOf(plan) + to - from;
}

function wholeSeconds(time: number): string {
  return new Date(Math.floor(time / 1000) * 1000).toISOString();
}

async function settingsDigest({ solver, rules, scoring }: BatchOptions): Promise<string> {
  const texts = (files: readonly string[]) => Promise.all(files.map((file) => readFile(file, "utf8")));
  return digestOf(JSON.stringify([solver, await texts(rules), await texts(scoring)])).slice(0, 16);
}

/** Whether any stored row must be solved again; see `staysAsIs`. */
async function hasStaleRows(
  options: BatchOptions,
  { record, slates }: OpenBatch,
  old: OldRows,
): Promise<boolean> {
  const results = oldResults(old);
  const plan = planOf(old.record);
  const chunks = preparedChunks(
    options.manifest,
    plan,
    { from: 0, to: Math.min(old.checkpoint.next, chunkCount(plan)) },
    preparingOf(options.manifest, record, slates),
  );
  for await (const { jobs } of chunks) {
    for (const job of jobs) {
      const { value, done } = await results.next();
      if (done || !staysAsIs(value, job, options)) {
        await results.return(undefined);
        return true;
      }
    }
  }
  return false;
}

/** Whether this batch has an interrupted rebuild; removes an interrupted rebuild of another batch. */
async function isRenewing({ next }: Places, record: BatchRecord): Promise<boolean> {
  if (!existsSync(next)) return false;
  const known = await readRecord(placesIn(next)).catch(() => null);
  if (known !== null && isDeepStrictEqual(known, record)) return true;
  await rm(next, { recursive: true });
  return false;
}

/**
 * Builds the batch again next to the existing one, keeps the rows that are still valid, and replaces the old
 * batch when the new one is complete. An interrupted rebuild can be resumed.
 */
async function renew(options: BatchOptions, batch: OpenBatch, old: OldRows | null) {
  const next = placesIn(batch.places.next);
  await writeRecord(next, batch.record);
  const end = await solveChunks(options, { ...batch, places: next }, old);
  if (end.kind !== "finished") return end;
  await writeSummary(next, batch.record);
  await writeDurably(next.whole, next.out, "");
  await finishRenewal(batch.places);
  return end;
}

/** Replaces the old batch by its rebuild, if that is complete; safe to repeat. */
async function finishRenewal(places: Places): Promise<void> {
  const next = placesIn(places.next);
  if (!existsSync(next.whole)) return;
  const parts = ({ folder, journal, summary, record }: Places) => [
    ...SEGMENT_KINDS.map(folder),
    ...[journal, summary, record],
  ];
  await writing(places.out, async () => {
    const targets = parts(places);
    await rm(places.report, { force: true });
    for (const [index, source] of parts(next).entries()) {
      if (!existsSync(source)) continue;
      await rm(targets[index]!, { recursive: true, force: true });
      await rename(source, targets[index]!);
    }
    await syncFolder(places.out);
    await rm(places.next, { recursive: true });
  });
}
