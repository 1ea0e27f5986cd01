import { mkdir, readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { loadCatalog } from "../../platform/node/catalog.ts";
import type { SolverName } from "../../solver/registry.ts";
import type { BatchRecord } from "../batch-record.ts";
import type { Checkpoint } from "../checkpoint.ts";
import { CHUNK, chunkCount, type Plan, placeOf, type Shard } from "../plan.ts";
import { refuseOther } from "../same-batch.ts";
import { collectChunks } from "./collect-chunks.ts";
import { digestOf, FileDigests } from "./file-digests.ts";
import { takeLock } from "./lock.ts";
import { packChunk } from "./packed-chunk.ts";
import { type Places, placesIn } from "./places.ts";
import { preparedChunks } from "./prepared-chunks.ts";
import { readRecord, writeRecord } from "./record-file.ts";
import { readCheckpoint, Store } from "./store.ts";
import { writeSummary } from "./summary.ts";
import { surveyManifest } from "./survey.ts";
import { ThreadPool } from "./thread-pool.ts";
import { packageVersion } from "./version.ts";

/** What a batch is told. */
export interface BatchOptions {
  readonly manifest: string;
  readonly out: string;
  readonly threads: number;
  /** Megabytes of heap of each thread. */
  readonly memory?: number | undefined;
  readonly solver: SolverName | "auto";
  readonly rules: readonly string[];
  readonly scoring: readonly string[];
  /** ISO 8601; that of the batch in the folder, or now, where none is given. */
  readonly stamp?: string | undefined;
  readonly segment: number;
  readonly shard: Shard;
  /** Milliseconds. */
  readonly jobTimeout: number;
  readonly maxFailures?: number | undefined;
  /** Aborted, it finishes what is begun and stops. */
  readonly signal: AbortSignal;
  readonly observer: BatchObserver;
}

/** Who is told how a batch goes. */
export interface BatchObserver {
  /** The batch begins, or goes on; so many jobs of the whole are the shard's. */
  started(known: { readonly jobs: number; readonly checkpoint: Checkpoint; readonly out: string }): void;
  /** So much is safe. */
  written(checkpoint: Checkpoint): void;
}

/** How a batch ended. */
export interface BatchEnd {
  /** Whether all of it is done, it was told to stop, or there were more failures than allowed. */
  readonly kind: "finished" | "stopped" | "too-many-failures";
  readonly jobs: number;
  readonly checkpoint: Checkpoint;
}

/** Chunks on their way beside one for each thread, so that no thread waits while others are written. */
const SPARE_CHUNKS = 3;

/**
 * Runs a manifest's jobs, or those of one shard, and writes their results; a batch that was broken off goes on where it
 * was, and ends with the same bytes.
 * @throws InvalidFileError for a manifest that is none, BatchError for a folder that cannot be gone on with.
 */
export async function runBatch(options: BatchOptions): Promise<BatchEnd> {
  const { manifest, out, segment, shard, observer } = options;
  // Tables that do not load are told of before any thread asks for them.
  await loadCatalog(options);
  const survey = await surveyManifest(manifest);
  const places = placesIn(out);
  await mkdir(out, { recursive: true });
  const lock = await takeLock(places.lock);
  try {
    const known = await readRecord(places);
    const record: BatchRecord = {
      format: 1,
      engine: packageVersion(),
      manifest: { file: resolve(manifest), ...survey },
      stamp: options.stamp ?? known?.stamp ?? new Date(Math.floor(Date.now() / 1000) * 1000).toISOString(),
      segment,
      shard,
      settings: await settingsDigest(options),
      zlib: process.versions["zlib"]!,
    };
    if (known) refuseOther(out, known, record);
    else await writeRecord(places, record);
    const plan: Plan = { lines: survey.lines, segment, shard };
    const checkpoint = await readCheckpoint(places);
    observer.started({ jobs: jobCount(plan), checkpoint, out });
    const end =
      checkpoint.next === chunkCount(plan)
        ? { kind: "finished" as const, checkpoint }
        : await solveRest(options, { places, plan, record, check: lock.check });
    if (end.kind === "finished") await writeSummary(places, plan, record);
    return { ...end, jobs: jobCount(plan) };
  } finally {
    await lock.release();
  }
}

/** How many of a batch's jobs are the shard's. */
function jobCount(plan: Plan): number {
  const chunks = chunkCount(plan);
  if (chunks === 0) return 0;
  const { from, to } = placeOf(plan, chunks - 1);
  return (chunks - 1) * CHUNK + to - from;
}

interface Parts {
  readonly places: Places;
  readonly plan: Plan;
  readonly record: BatchRecord;
  readonly check: () => Promise<void>;
}

async function solveRest(
  options: BatchOptions,
  { places, plan, record, check }: Parts,
): Promise<Omit<BatchEnd, "jobs">> {
  const { manifest, threads, signal, observer, maxFailures = Number.POSITIVE_INFINITY } = options;
  const folder = dirname(resolve(manifest));
  const common = digestOf(JSON.stringify([record.engine, record.stamp, record.settings]));
  const store = await Store.open(places);
  const { memory, solver, rules, scoring, jobTimeout } = options;
  const pool = new ThreadPool({
    ...{ threads, memory, folder, byDigest: false, solver, rules, scoring, jobTimeout, dryRun: false },
    stamp: record.stamp,
  });
  const stop = () => pool.stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    let isTooMany = false;
    const ended = await collectChunks({
      chunks: preparedChunks(
        manifest,
        plan,
        { from: store.checkpoint.next },
        { folder, common, digests: new FileDigests() },
      ),
      async execute({ place, jobs }) {
        if (signal.aborted) return null;
        const solved = await pool.solve(jobs);
        return solved && packChunk(place.segment, solved);
      },
      window: threads + SPARE_CHUNKS,
      async write(chunks) {
        await check();
        await store.append(chunks);
        observer.written(store.checkpoint);
        isTooMany = store.checkpoint.states.failed > maxFailures;
        return isTooMany ? "stop" : "go on";
      },
    });
    const kind = isTooMany ? "too-many-failures" : ended === "all" ? "finished" : "stopped";
    return { kind, checkpoint: store.checkpoint };
  } finally {
    signal.removeEventListener("abort", stop);
    await pool.close();
    await store.close();
  }
}

/** A digest of what says how jobs are solved. */
async function settingsDigest({ solver, rules, scoring }: BatchOptions): Promise<string> {
  const tables = await Promise.all(
    [...rules, "", ...scoring].map((file) => (file === "" ? "" : readFile(file, "utf8"))),
  );
  return digestOf(JSON.stringify([solver, ...tables])).slice(0, 16);
}
