import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { loadCatalog } from "../../platform/node/catalog.ts";
import { packageVersion } from "../../service/server/version.ts";
import { AbortedError, invalidRequest } from "../../shared/errors.ts";
import { type LineFault, manifestError } from "../job.ts";
import type { PreparedJob } from "../job-request.ts";
import { BatchError, encodeRow, noStates, type SolvedRow, type States } from "../row.ts";
import { digestOf, inputsIn, makeFolder, type Places, placesIn, takeLock, writeText } from "./files.ts";
import { type Executor, JobThreads } from "./job-threads.ts";
import { copyManifest, MOST_LISTED, preparedJobs, preparingOf, surveyManifest } from "./manifest.ts";
import type { QueueAddress } from "./queue/link.ts";
import type { JobSettings } from "./queue/messages.ts";
import {
  type BatchRecord,
  differences,
  finishResults,
  openResults,
  type ResultsFile,
  readRecord,
  readStored,
  type Stored,
  type StoredRow,
  type Summary,
} from "./results.ts";
import { serviceSlates } from "./service-slates.ts";

export interface SolvingOptions {
  readonly manifest: string;
  readonly threads: number;
  /** The heap limit of each thread, in megabytes. */
  readonly memory?: number | undefined;
  readonly solver: JobSettings["solver"];
  readonly rules: readonly string[];
  readonly scoring: readonly string[];
  readonly jobTimeout: number;
  readonly signal: AbortSignal;
}

export interface BatchOptions extends SolvingOptions {
  readonly out: string;
  /** ISO 8601. Default: that of the batch in the folder, else now. */
  readonly stamp?: string | undefined;
  readonly maxFailures?: number | undefined;
  /** Whether a batch of other jobs or settings may be replaced; results that are the same are kept. */
  readonly force: boolean;
  readonly retryFailed: boolean;
  readonly queue?: QueueAddress | undefined;
  readonly apiKey: string;
  readonly observer: BatchObserver;
}

export interface BatchObserver {
  /** `stored` jobs have rows from earlier runs. */
  started(known: { readonly jobs: number; readonly stored: number; readonly out: string }): void;
  written(progress: { readonly states: States; readonly solved: number }): void;
}

export interface BatchEnd {
  readonly kind: "finished" | "stopped" | "too-many-failures";
  readonly jobs: number;
  readonly states: States;
  readonly summary: Summary | null;
}

/** Solves all jobs that have no row for their present inputs. @throws InvalidFileError, BatchError */
export async function runBatch(options: BatchOptions): Promise<BatchEnd> {
  const { manifest, out, force, apiKey, signal } = options;
  const { settings, digest } = await settingsOf(options);
  const { survey, asksService } = await surveyManifest(manifest);
  const key = "DFS_LINEUPS_SERVICE_KEY";
  const lacking = `${key} must hold the API key of the prediction service that jobs of the manifest name.`;
  if (asksService && apiKey === "") throw invalidRequest("invalid-option", key, lacking);
  const places = placesIn(out);
  await makeFolder(out);
  const lock = await takeLock(places.lock);
  try {
    const known = await readRecord(places);
    const now = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString();
    const stamp = options.stamp ?? known?.stamp ?? now;
    const record: BatchRecord = {
      ...{ format: 3, engine: packageVersion(), manifest: { file: resolve(manifest), ...survey } },
      ...{ stamp, settings: digest },
    };
    const differing = known === null ? [] : differences(known, record);
    const other = `${out}: holds a batch of ${differing.join(", ")}. Give another folder, or --force, which keeps only the results that stay the same.`;
    if (differing.length > 0 && !force) throw new BatchError("other-batch", other);
    const stored = await readStored(places);
    await copyManifest(manifest, survey, places.manifest);
    await writeText(places.record, `${JSON.stringify(record, null, 2)}\n`);
    const slates = serviceSlates(places.service, force || stored.isFinished, apiKey, signal);
    const jobs = preparedJobs(places.manifest, preparingOf(record, slates.of));
    const batch = { places, record, stored, jobs, check: lock.check, settings: { ...settings, stamp } };
    return await solve(options, batch, differing.length === 0).finally(() => slates.close());
  } finally {
    await lock.release();
  }
}

interface OpenBatch {
  readonly places: Places;
  readonly record: BatchRecord;
  readonly stored: Stored;
  readonly jobs: AsyncGenerator<PreparedJob>;
  readonly settings: JobSettings;
  readonly check: () => Promise<void>;
}

async function solve(
  options: BatchOptions,
  { places, record, stored, jobs, settings, check }: OpenBatch,
  isSame: boolean,
): Promise<BatchEnd> {
  const { out, retryFailed, maxFailures = Number.POSITIVE_INFINITY, signal, observer } = options;
  const { lines } = record.manifest;
  const known = new Map(stored.rows.map((row) => [row.inputs, row]));
  observer.started({ jobs: lines, stored: Math.min(known.size, lines), out });
  const rows: StoredRow[] = [];
  const states = noStates();
  let kind: BatchEnd["kind"] = "finished";
  let solved = 0;
  const opened: { file?: Promise<ResultsFile>; executor?: Promise<Executor> } = {};

  function count(line: number, row: StoredRow): void {
    rows[line - 1] = row;
    states[row.state] += 1;
    if (states.failed > maxFailures) kind = "too-many-failures";
  }
  const stop = () => {
    kind = "stopped";
    opened.executor?.then((one) => one.stop()).catch(() => {});
  };
  const ended = (error: unknown) => {
    if (error instanceof AbortedError) return { value: undefined, done: true } as const;
    throw error;
  };
  async function lane(): Promise<void> {
    while (kind === "finished") {
      const { value: job, done } = await jobs.next().catch(ended);
      if (done) return;
      const { head, fault } = job;
      const row = known.get(head.inputs);
      if (row !== undefined && !(retryFailed && row.state === "failed")) {
        count(head.line, row);
        continue;
      }
      opened.file ??= openResults(places, stored, check);
      const results = await opened.file;
      let answer: SolvedRow | null = null;
      if (fault) answer = encodeRow(head, { state: "failed", error: fault });
      else {
        opened.executor ??= executorFor(options, dirname(record.manifest.file), settings);
        const executor = await opened.executor;
        if (!signal.aborted) answer = await executor.solve(job, settings);
      }
      if (answer === null) return;
      count(head.line, await results.append(head, answer));
      solved += 1;
      observer.written({ states, solved });
    }
  }
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    const width = options.queue === undefined ? options.threads + SPARE : MOST_QUEUED;
    await Promise.all(Array.from({ length: width }, lane));
  } catch (error) {
    kind = "stopped";
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
    await opened.executor?.then((one) => one.close()).catch(() => {});
    await opened.file?.then((one) => one.close());
  }
  const end = { jobs: lines, states };
  if (states.done + states.infeasible + states.failed < lines) return { ...end, kind, summary: null };
  const isDone = stored.isFinished && isSame && opened.file === undefined;
  const summary = isDone
    ? (JSON.parse(await readFile(places.summary, "utf8")) as Summary)
    : await check().then(() => finishResults(places, record, rows));
  return { ...end, kind: "finished", summary };
}

/** Jobs in progress beyond one per thread, so that threads wait neither for the next one nor for the disk. */
const SPARE = 8;

/** Jobs in progress in a queue: enough for hundreds of threads, and their answers fit in memory. */
const MOST_QUEUED = 500;

async function executorFor(
  { threads, memory, queue }: BatchOptions,
  folder: string,
  settings: JobSettings,
): Promise<Executor> {
  if (queue === undefined) return new JobThreads({ threads, memory, source: { folder } });
  const { openQueueExecutor } = await import("./queue/send-jobs.ts");
  return openQueueExecutor(queue, folder, settings);
}

/** The settings of a batch's jobs but the time stamp. @throws InvalidTableError */
export async function settingsOf(options: SolvingOptions) {
  const { solver, jobTimeout } = options;
  // Report unreadable tables before any thread needs them.
  await loadCatalog(options);
  const tableIn = async (file: string) =>
    JSON.parse((await readFile(file, "utf8")).replace(/^\uFEFF/, "")) as Record<string, unknown>;
  const rules = await Promise.all(options.rules.map(tableIn));
  const scoring = await Promise.all(options.scoring.map(tableIn));
  const digest = digestOf(JSON.stringify([solver, rules, scoring])).slice(0, 16);
  return { settings: { solver, jobTimeout, rules, scoring }, digest };
}

export async function checkBatch(options: SolvingOptions): Promise<number> {
  const { manifest, signal } = options;
  const { lines } = (await surveyManifest(manifest)).survey;
  const folder = dirname(resolve(manifest));
  const { openJobs, solveJob } = await import("./job-thread.ts");
  const [optimizer, reading] = await openJobs(options, inputsIn(folder));
  const checked = { stamp: "", jobTimeout: options.jobTimeout, dryRun: true };
  const faults: LineFault[] = [];
  for await (const job of preparedJobs(manifest, { folder })) {
    signal.throwIfAborted();
    const outcome = job.fault ? { error: job.fault } : await solveJob(job, optimizer, reading, checked);
    const error = "error" in outcome && outcome.error;
    if (error) faults.push({ line: job.head.line, reasons: error.map(({ detail }) => detail) });
  }
  if (faults.length > 0) throw manifestError(manifest, faults.slice(0, MOST_LISTED));
  return lines;
}
