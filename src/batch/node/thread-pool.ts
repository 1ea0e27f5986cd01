import { BatchError } from "../batch-error.ts";
import type { Outcome } from "../outcome.ts";
import { encodeRow } from "../row.ts";
import { timingLine } from "../timing.ts";
import { rowDigest } from "./file-digests.ts";
import { JobThread } from "./job-thread-handle.ts";
import type { Chunk, Entry, SolvedJob } from "./pool-entry.ts";
import type { PreparedJob } from "./prepare.ts";
import { deadly, timedOut } from "./solve-job.ts";
import type { TaskAnswer, ThreadSettings } from "./thread-messages.ts";

/** Seconds of work that a thread is handed at once: long beside what handing costs, short beside a chunk. */
const TASK_SECONDS = 0.05;

/** Tasks that a thread has at a time, so that it need not wait for the next. */
const AHEAD = 2;

/** How often threads may end without having begun any job, before none is started any more. */
const LAME = 3;

/** How often a job may be there when its thread dies. */
const DEATHS = 2;

/** Milliseconds beyond a job's time within which it notices by itself. */
const GRACE = 2_000;

/** Milliseconds between looks at jobs that do not notice. */
const LOOK = 500;

/** How the threads of a pool work; `memory` is a thread's heap in megabytes. */
export interface PoolOptions extends ThreadSettings {
  readonly threads: number;
  readonly memory: number | undefined;
  /** What timings call the pool, where there are several. */
  readonly name?: string | undefined;
}

/**
 * Runs jobs, each whole, in threads. A thread that dies is replaced, and the job it was at is run once more, alone: if
 * that thread dies as well, it is the job's fault, and its outcome.
 */
export class ThreadPool {
  readonly #options: PoolOptions;
  readonly #threads = new Set<JobThread>();
  /** Taken from the end; `#waiting` is turned round when it is filled. */
  #waiting: Entry[] = [];
  readonly #alone: Entry[] = [];
  readonly #chunks = new Set<Chunk>();
  readonly #watch: NodeJS.Timeout;
  #started = 0;
  #lame = 0;
  #secondsPerJob = TASK_SECONDS;
  #broken: BatchError | null = null;
  #isClosed = false;
  /** Called when a chunk is answered. */
  #idle: () => void = () => {};

  constructor(options: PoolOptions) {
    this.#options = options;
    for (let index = 0; index < options.threads; index += 1) this.#startThread();
    this.#watch = setInterval(() => this.#endHanging(), LOOK).unref();
  }

  /** Solves jobs; the answers come in their order. Null where the pool stops before the first is begun. */
  solve(jobs: readonly PreparedJob[]): Promise<readonly SolvedJob[] | null> {
    if (this.#broken) return Promise.reject(this.#broken);
    return new Promise((resolve, reject) => {
      const chunk: Chunk = { answers: [], left: jobs.length, started: false, resolve, reject };
      this.#chunks.add(chunk);
      const entries = jobs.map((job, index): Entry => ({ job, chunk, index, deaths: 0 }));
      this.#waiting = [...entries.reverse(), ...this.#waiting];
      this.#dispatch();
    });
  }

  /** Finishes the chunks that are begun, and gives null for the others. */
  stop(): void {
    for (const chunk of this.#chunks) {
      if (chunk.started) continue;
      this.#chunks.delete(chunk);
      chunk.resolve(null);
    }
    this.#waiting = this.#waiting.filter(({ chunk }) => chunk.started);
  }

  /** Ends the threads once all is answered. */
  async finish(): Promise<void> {
    while (this.#chunks.size > 0)
      await new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
    await this.close();
  }

  /** Ends the threads, whatever they do. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#watch);
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  #startThread(): void {
    this.#started += 1;
    const thread = new JobThread(this.#started, this.#options, {
      answered: (entries, answer) => this.#settleTask(thread, entries, answer),
      ended: (reason) => this.#replace(thread, reason),
    });
    this.#threads.add(thread);
    this.#dispatch();
  }

  /** Hands out what waits. */
  #dispatch(): void {
    for (const thread of this.#threads) {
      while (!thread.isAlone && thread.tasks < AHEAD) {
        const lone = thread.tasks === 0 ? this.#alone.pop() : undefined;
        const entries = lone ? [lone] : this.#take();
        if (entries.length === 0) break;
        for (const { chunk } of entries) chunk.started = true;
        thread.run(entries, lone !== undefined);
      }
    }
  }

  /** As many waiting jobs as a task should have; few when few are left, so that no thread ends long before another. */
  #take(): Entry[] {
    const fair = Math.ceil(this.#waiting.length / (AHEAD * this.#threads.size));
    const size = Math.max(1, Math.min(fair, Math.round(TASK_SECONDS / this.#secondsPerJob)));
    return this.#waiting.splice(-size, size).reverse();
  }

  #settleTask(thread: JobThread, entries: readonly Entry[], answer: TaskAnswer): void {
    this.#lame = 0;
    let from = 0;
    for (const [index, entry] of entries.entries()) {
      const to = from + answer.lengths[index]!;
      const seconds = answer.seconds[index]!;
      this.#secondsPerJob += (Math.max(seconds, 1e-5) - this.#secondsPerJob) / 20;
      this.#settle(entry, thread, seconds, {
        row: answer.rows.subarray(from, to),
        result: answer.results[index]!,
        state: answer.states[index]!,
      });
      from = to;
    }
    this.#dispatch();
  }

  #settle(entry: Entry, thread: JobThread, seconds: number, answer: Omit<SolvedJob, "timing">): void {
    const { id, line } = entry.job.head;
    const { name } = this.#options;
    const timing = timingLine({
      ...{ id, line, seconds, attempts: entry.deaths + 1 },
      worker: name === undefined ? thread.number : `${name}/${thread.number}`,
    });
    const { chunk } = entry;
    chunk.answers[entry.index] = { ...answer, timing };
    chunk.left -= 1;
    if (chunk.left > 0) return;
    this.#chunks.delete(chunk);
    chunk.resolve(chunk.answers);
    this.#idle();
  }

  /** A thread has ended by itself: what it had is handed out again. */
  #replace(thread: JobThread, reason: unknown): void {
    this.#threads.delete(thread);
    if (this.#isClosed) return;
    const { fatal, overdue, others } = thread.leave();
    this.#waiting.push(...others.reverse());
    if (fatal !== undefined) this.#suspect(fatal, thread);
    else if (overdue !== undefined) this.#settleOutcome(overdue, thread, timedOut(this.#options.jobTimeout));
    else this.#lame += 1;
    if (this.#lame >= LAME) this.#break(reason);
    else this.#startThread();
  }

  /** A thread died with this job: the job may be to blame. */
  #suspect(entry: Entry, thread: JobThread): void {
    entry.deaths += 1;
    if (entry.deaths < DEATHS) this.#alone.push(entry);
    else {
      entry.deaths -= 1;
      this.#settleOutcome(entry, thread, deadly());
    }
  }

  #settleOutcome(entry: Entry, thread: JobThread, outcome: Outcome): void {
    const { row, result, state } = encodeRow(entry.job.head, outcome, rowDigest);
    this.#settle(entry, thread, thread.secondsAtJob(), { row: Buffer.from(row), result, state });
  }

  #break(reason: unknown): void {
    this.#broken = new BatchError(
      "batch-workers",
      `Worker threads end before they begin: ${reason instanceof Error ? reason.message : String(reason)}.`,
      reason,
    );
    for (const chunk of this.#chunks) chunk.reject(this.#broken);
    this.#chunks.clear();
  }

  /** Ends threads whose job has run past its time without noticing. */
  #endHanging(): void {
    for (const thread of this.#threads)
      if (thread.secondsAtJob() * 1000 > this.#options.jobTimeout + GRACE) thread.giveUp();
  }
}
