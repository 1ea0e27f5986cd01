import { fileURLToPath } from "node:url";
import type { Piscina } from "piscina";
import { BatchError } from "../batch-record.ts";
import { deadly, type Outcome, timedOut, timingLine } from "../row.ts";
import type { PreparedJob } from "./prepare.ts";
import type { ThreadSettings } from "./solve-job.ts";
import { type SolvedJob, unanswered } from "./store.ts";

/** The pool fails when this many threads in a row end before they start a job. */
const FAILED_STARTS = 3;

/** A job fails when this many threads have died during it. */
const MOST_DEATHS = 2;

/**
 * Milliseconds after a job's time limit at which its thread is ended, if the job has not stopped by itself.
 */
const GRACE_MS = 2_000;

/** Milliseconds between checks for jobs that exceed their time limit. */
const CHECK_MS = 500;

/** A job for a thread; the thread sets `begun` to 1 when it starts the job. */
export interface Task {
  readonly job: PreparedJob;
  readonly begun: Int32Array;
}

/** A thread's answer, with the thread's number in this process. */
export interface TaskAnswer extends Omit<SolvedJob, "timing"> {
  readonly thread: number;
  readonly seconds: number;
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

/** Jobs that are answered together; `left` of them are not answered yet. */
interface Chunk {
  readonly answers: SolvedJob[];
  left: number;
  started: boolean;
  readonly resolve: (answers: readonly SolvedJob[] | null) => void;
  readonly reject: (error: unknown) => void;
}

/** A job that waits or runs; `deaths` is the number of threads that died during it. */
interface PendingJob {
  readonly job: PreparedJob;
  readonly chunk: Chunk;
  readonly index: number;
  deaths: number;
}

/**
 * Runs each job in one thread. A thread that dies is replaced, and its job runs once more. A job fails if a
 * second thread dies during it.
 */
export class ThreadPool {
  readonly #options: PoolOptions;
  readonly #threads: Promise<Piscina<Task, TaskAnswer>>;
  #waiting: PendingJob[] = [];
  readonly #chunks = new Set<Chunk>();
  #running = 0;
  #failedStarts = 0;
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
      this.#waiting.push(...jobs.map((job, index): PendingJob => ({ job, chunk, index, deaths: 0 })));
      this.#dispatch();
    });
  }

  /** Starts no more chunks: `solve` returns null for those that have not started. */
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

  /** Sends waiting jobs to idle threads. */
  #dispatch(): void {
    while (this.#running < this.#options.threads && this.#waiting.length > 0) {
      const pending = this.#waiting.shift()!;
      pending.chunk.started = true;
      void this.#run(pending);
    }
  }

  async #run(pending: PendingJob): Promise<void> {
    this.#running += 1;
    const begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const overdue = new AbortController();
    let since = performance.now();
    const seconds = () => (performance.now() - since) / 1_000;
    const look = setInterval(() => {
      if (Atomics.load(begun, 0) === 0) since = performance.now();
      else if (seconds() * 1_000 > this.#options.jobTimeout + GRACE_MS) overdue.abort();
    }, CHECK_MS);
    try {
      const threads = await this.#threads;
      const answer = await threads.run({ job: pending.job, begun }, { signal: overdue.signal });
      this.#failedStarts = 0;
      this.#settle(pending, { ...answer, timing: this.#timingOf(pending, answer) });
    } catch (error) {
      const isBegun = Atomics.load(begun, 0) === 1;
      if (isBegun) pending.deaths += 1;
      else this.#failedStarts += 1;
      if (overdue.signal.aborted) this.#giveUp(pending, timedOut(this.#options.jobTimeout), seconds());
      else if (pending.deaths >= MOST_DEATHS) this.#giveUp(pending, deadly(), seconds());
      else this.#waiting.unshift(pending);
      if (this.#failedStarts >= FAILED_STARTS) this.#break(error);
    } finally {
      clearInterval(look);
      this.#running -= 1;
      if (!this.#isClosed && !this.#broken) this.#dispatch();
    }
  }

  #timingOf({ job, deaths }: PendingJob, { thread, seconds }: TaskAnswer): string {
    const { name } = this.#options;
    const { id, line } = job.head;
    const worker = name === undefined ? thread : `${name}/${thread}`;
    return timingLine({ id, line, seconds, worker, attempts: deaths + 1 });
  }

  #settle({ chunk, index }: PendingJob, { row, result, state, timing }: SolvedJob): void {
    chunk.answers[index] = { row, result, state, timing };
    chunk.left -= 1;
    if (chunk.left > 0) return;
    this.#chunks.delete(chunk);
    chunk.resolve(chunk.answers);
    this.#idle();
  }

  /** Sets the outcome of a job that no thread answered. */
  #giveUp(pending: PendingJob, outcome: Outcome, seconds: number): void {
    this.#settle(pending, unanswered(pending.job.head, outcome, { seconds, attempts: pending.deaths }));
  }

  #break(reason: unknown): void {
    if (this.#isClosed || this.#broken) return;
    this.#broken = new BatchError(
      "batch-workers",
      `Worker threads end before they start a job: ${reason instanceof Error ? reason.message : String(reason)}. Give fewer --threads or more --memory, and run the same command again.`,
      reason,
    );
    for (const chunk of this.#chunks) chunk.reject(this.#broken);
    this.#chunks.clear();
  }
}
