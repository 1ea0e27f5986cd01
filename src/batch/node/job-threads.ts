import type { Piscina } from "piscina";
import { threadOf } from "../../platform/node/worker-pool.ts";
import type { PreparedJob } from "../job-request.ts";
import { BatchError, deadly, encodeRow, type SolvedRow, timedOut } from "../row.ts";
import type { JobSettings } from "./queue/messages.ts";

/** The pool fails when this many threads end before they start the same job. */
const FAILED_STARTS = 3;

const MOST_DEATHS = 2;

/** Milliseconds after its time limit at which a job's thread is ended. */
const GRACE_MS = 2_000;

const CHECK_MS = 500;

/** A job for a thread; the thread sets `begun` to 1 when it starts the job. */
export interface Task {
  readonly job: PreparedJob;
  readonly settings: JobSettings;
  readonly begun: Int32Array;
}

/** Where threads find the files of jobs: in a folder, or in a queue by their digests. */
export type JobFiles = { readonly folder: string } | { readonly queue: string };

export interface JobThreadsOptions {
  readonly source: JobFiles;
  readonly threads: number;
  readonly memory?: number | undefined;
}

export type Executor = Pick<JobThreads, "solve" | "stop" | "close">;

/** Runs each job in one thread. If the thread dies, the job runs once more, and fails if that one dies too. */
export class JobThreads {
  readonly #pool: Promise<Piscina<Task, SolvedRow>>;
  #failure: BatchError | undefined;
  #isStopped = false;

  constructor(options: JobThreadsOptions) {
    this.#pool = this.#start(options);
    this.#pool.catch(() => {});
  }

  /** Null if stopped before the job starts. */
  async solve(job: PreparedJob, settings: JobSettings): Promise<SolvedRow | null> {
    for (let [deaths, failedStarts] = [0, 0]; deaths < MOST_DEATHS; ) {
      if (this.#failure) throw this.#failure;
      if (this.#isStopped) return null;
      const begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      const isBegun = () => Atomics.load(begun, 0) === 1;
      const cancelled = new AbortController();
      let [since, isOverdue] = [performance.now(), false];
      const look = setInterval(() => {
        if (!isBegun()) since = performance.now();
        isOverdue = performance.now() - since > settings.jobTimeout + GRACE_MS;
        if (isOverdue || (this.#isStopped && !isBegun())) cancelled.abort();
      }, CHECK_MS);
      try {
        const pool = await this.#pool;
        return await pool.run({ job, settings, begun }, { signal: cancelled.signal });
      } catch (error) {
        if (isOverdue) return encodeRow(job.head, timedOut(settings.jobTimeout));
        if (this.#failure) throw this.#failure;
        if (isBegun()) deaths += 1;
        else if (!this.#isStopped && ++failedStarts === FAILED_STARTS) throw this.#break(error);
      } finally {
        clearInterval(look);
      }
    }
    return encodeRow(job.head, deadly());
  }

  stop(): void {
    this.#isStopped = true;
  }

  async close(): Promise<void> {
    this.#isStopped = true;
    await this.#pool.then((pool) => pool.destroy()).catch(() => {});
  }

  async #start({ threads, memory, source }: JobThreadsOptions): Promise<Piscina<Task, SolvedRow>> {
    const { Piscina } = await import("piscina");
    const pool: Piscina<Task, SolvedRow> = new Piscina({
      ...threadOf(new URL("./job-thread.js", import.meta.url), { source }),
      minThreads: threads,
      maxThreads: threads,
      recordTiming: false,
      ...(memory !== undefined && { resourceLimits: { maxOldGenerationSizeMb: memory } }),
    });
    // Replaces a thread that ends while idle, as long as new threads can start.
    pool.on("error", (error) => {
      if (pool.threads.length === 0) this.#break(error);
    });
    return pool;
  }

  #break(reason: unknown): BatchError {
    this.#failure ??= new BatchError(
      "batch-workers",
      `Worker threads end before they start a job: ${reason instanceof Error ? reason.message : String(reason)}. Give fewer --threads or more --memory, and run the same command again.`,
      reason,
    );
    void this.close();
    return this.#failure;
  }
}
