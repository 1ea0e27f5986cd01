import { fileURLToPath } from "node:url";
import type { Piscina } from "piscina";
import { BatchError } from "../batch-record.ts";
import { deadly, type Outcome, timedOut, timingLine } from "../row.ts";
import type { PreparedJob } from "./prepare.ts";
import type { ThreadSettings } from "./solve-job.ts";
import { type SolvedJob, unanswered } from "./store.ts";

/** Seconds of work per task: long compared with the cost of sending it, short compared with a chunk. */
const TASK_SECONDS = 0.05;

/** After this many threads end without starting a job, the pool starts no more. */
const FAILED_STARTS = 3;

/** Maximum number of thread deaths during the same job. */
const MOST_DEATHS = 2;

/** Milliseconds after its time limit in which a job is expected to stop by itself. */
const GRACE_MS = 2_000;

/** Milliseconds between checks for jobs that exceed their time limit. */
const CHECK_MS = 500;

/** Jobs for a thread; the thread writes the index of its current job to `at`, -1 before the first. */
export interface Task {
  readonly jobs: readonly PreparedJob[];
  readonly at: Int32Array;
}

/** A thread's answer, with the thread's number in this process. */
export interface TaskAnswer {
  readonly thread: number;
  readonly solved: readonly (Omit<SolvedJob, "timing"> & { readonly seconds: number })[];
}

/** The settings of a pool; `memory` is a thread's heap in megabytes. */
export interface PoolOptions extends ThreadSettings {
  readonly threads: number;
  readonly memory?: number | undefined;
  /** The pool's name in timings, if there are several pools. */
  readonly name?: string | undefined;
}

/** The settings of a pool that solves a manifest's jobs; file names are relative to `folder`. */
export function poolSettings(
  {
    threads,
    memory,
    solver,
    rules,
    scoring,
    jobTimeout,
  }: Omit<PoolOptions, "folder" | "byDigest" | "stamp" | "dryRun">,
  folder: string,
) {
  return { threads, memory, solver, rules, scoring, jobTimeout, folder, byDigest: false };
}

/** Jobs that are answered together. */
interface Chunk {
  readonly answers: SolvedJob[];
  left: number;
  started: boolean;
  readonly resolve: (answers: readonly SolvedJob[] | null) => void;
  readonly reject: (error: unknown) => void;
}

/** A job in progress. */
interface Entry {
  readonly job: PreparedJob;
  readonly chunk: Chunk;
  readonly index: number;
  deaths: number;
}

/**
 * Runs each job in one thread. A dead thread is replaced and its current job runs again, alone: if that
 * thread dies too, the job is to blame and gets that outcome.
 */
export class ThreadPool {
  readonly #options: PoolOptions;
  readonly #threads: Promise<Piscina<Task, TaskAnswer>>;
  #waiting: Entry[] = [];
  readonly #chunks = new Set<Chunk>();
  #running = 0;
  #failedStarts = 0;
  #secondsPerJob = TASK_SECONDS;
  #broken: BatchError | null = null;
  #isClosed = false;
  /** Called when a chunk is answered. */
  #idle: () => void = () => {};

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#threads = this.#start();
    this.#threads.catch((error) => this.#break(error));
  }

  /** Solves jobs and returns their answers in order; null if the pool stops before the first job starts. */
  solve(jobs: readonly PreparedJob[]): Promise<readonly SolvedJob[] | null> {
    if (this.#broken) return Promise.reject(this.#broken);
    return new Promise((resolve, reject) => {
      const chunk: Chunk = { answers: [], left: jobs.length, started: false, resolve, reject };
      this.#chunks.add(chunk);
      this.#waiting.push(...jobs.map((job, index): Entry => ({ job, chunk, index, deaths: 0 })));
      this.#dispatch();
    });
  }

  /** Finishes the started chunks and returns null for the others. */
  stop(): void {
    for (const chunk of this.#chunks) {
      if (chunk.started) continue;
      this.#chunks.delete(chunk);
      chunk.resolve(null);
    }
    this.#waiting = this.#waiting.filter(({ chunk }) => chunk.started);
  }

  /** Ends the threads when all jobs are answered. */
  async finish(): Promise<void> {
    while (this.#chunks.size > 0)
      await new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
    await this.close();
  }

  /** Ends the threads at once. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#threads.then(
      (threads) => threads.destroy(),
      () => {},
    );
  }

  async #start(): Promise<Piscina<Task, TaskAnswer>> {
    const { threads, memory } = this.#options;
    const { Piscina } = await import("piscina");
    const started: Piscina<Task, TaskAnswer> = new Piscina({
      filename: fileURLToPath(new URL("./job-thread.js", import.meta.url)),
      minThreads: threads,
      maxThreads: threads,
      recordTiming: false,
      workerData: this.#options satisfies ThreadSettings,
      ...(memory !== undefined && { resourceLimits: { maxOldGenerationSizeMb: memory } }),
    });
    // Replaces a thread that ends while idle, as long as new threads can start.
    started.on("error", (error) => {
      if (started.threads.length === 0) this.#break(error);
    });
    return started;
  }

  /** Sends waiting jobs, one task to each thread. */
  #dispatch(): void {
    while (this.#running < this.#options.threads && this.#waiting.length > 0) {
      const entries = this.#waiting.splice(0, this.#taskSize());
      for (const { chunk } of entries) chunk.started = true;
      void this.#run(entries);
    }
  }

  /**
   * The number of jobs in the next task; small at the end, so that all threads end at about the same time.
   */
  #taskSize(): number {
    const fair = Math.ceil(this.#waiting.length / (2 * this.#options.threads));
    const suspect = this.#waiting.findIndex(({ deaths }) => deaths > 0);
    const most = suspect === -1 ? Number.POSITIVE_INFINITY : suspect;
    return Math.max(1, Math.min(fair, most, Math.round(TASK_SECONDS / this.#secondsPerJob)));
  }

  async #run(entries: readonly Entry[]): Promise<void> {
    this.#running += 1;
    const at = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)).fill(-1);
    const overdue = new AbortController();
    let seen = { at: -1, since: performance.now() };
    const secondsAtJob = () => (performance.now() - seen.since) / 1_000;
    const look = setInterval(() => {
      const now = Atomics.load(at, 0);
      if (now !== seen.at) seen = { at: now, since: performance.now() };
      if (now !== -1 && secondsAtJob() * 1_000 > this.#options.jobTimeout + GRACE_MS) overdue.abort();
    }, CHECK_MS);
    try {
      const threads = await this.#threads;
      const { thread, solved } = await threads.run(
        { jobs: entries.map(({ job }) => job), at },
        { signal: overdue.signal },
      );
      this.#failedStarts = 0;
      for (const [index, entry] of entries.entries()) {
        const seconds = Math.max(solved[index]!.seconds, 1e-5);
        this.#secondsPerJob += (seconds - this.#secondsPerJob) / 20;
        this.#settle(entry, {
          ...solved[index]!,
          timing: this.#timingOf(entry, thread, solved[index]!.seconds),
        });
      }
    } catch (error) {
      const blamed = entries[Atomics.load(at, 0)];
      this.#waiting.unshift(...entries.filter((entry) => entry !== blamed));
      if (blamed === undefined) this.#failedStarts += 1;
      else if (overdue.signal.aborted)
        this.#giveUp(blamed, timedOut(this.#options.jobTimeout), secondsAtJob());
      else {
        blamed.deaths += 1;
        if (blamed.deaths < MOST_DEATHS) this.#waiting.unshift(blamed);
        else this.#giveUp(blamed, deadly(), secondsAtJob());
      }
      if (this.#failedStarts >= FAILED_STARTS) this.#break(error);
    } finally {
      clearInterval(look);
      this.#running -= 1;
      if (!this.#isClosed && !this.#broken) this.#dispatch();
    }
  }

  #timingOf({ job, deaths }: Entry, thread: number, seconds: number): string {
    const { name } = this.#options;
    const { id, line } = job.head;
    const worker = name === undefined ? thread : `${name}/${thread}`;
    return timingLine({ id, line, seconds, worker, attempts: deaths + 1 });
  }

  #settle({ chunk, index }: Entry, { row, result, state, timing }: SolvedJob): void {
    chunk.answers[index] = { row, result, state, timing };
    chunk.left -= 1;
    if (chunk.left > 0) return;
    this.#chunks.delete(chunk);
    chunk.resolve(chunk.answers);
    this.#idle();
  }

  /** Sets the outcome of a job that no thread answered. */
  #giveUp(entry: Entry, outcome: Outcome, seconds: number): void {
    const attempts = Math.min(entry.deaths + 1, MOST_DEATHS);
    this.#settle(entry, unanswered(entry.job.head, outcome, { seconds, attempts }));
  }

  #break(reason: unknown): void {
    if (this.#isClosed || this.#broken) return;
    this.#broken = new BatchError(
      "batch-workers",
      `Worker threads end before they start a job: ${reason instanceof Error ? reason.message : String(reason)}.`,
      reason,
    );
    for (const chunk of this.#chunks) chunk.reject(this.#broken);
    this.#chunks.clear();
  }
}
