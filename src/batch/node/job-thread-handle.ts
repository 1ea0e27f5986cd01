import { Worker } from "node:worker_threads";
import type { Entry } from "./pool-entry.ts";
import type { Task, TaskAnswer, ThreadData, ThreadSettings } from "./thread-messages.ts";

/** Who hears of what a thread does. */
interface Listener {
  answered(entries: readonly Entry[], answer: TaskAnswer): void;
  /** The thread is gone, and not because it was told to. */
  ended(reason: unknown): void;
}

/** One thread that runs jobs, as the pool sees it. */
export class JobThread {
  /** Among all that were started, from 1. */
  readonly number: number;
  readonly #worker: Worker;
  /** The task and the job that the thread is at: see `ThreadData`. */
  readonly #at = new Int32Array(new SharedArrayBuffer(8)).fill(-1);
  readonly #tasks = new Map<number, readonly Entry[]>();
  #isAlone = false;
  #sent = 0;
  #overdue: Entry | undefined;
  /** The job last looked at, and since when, in milliseconds. */
  #seen = { key: "", since: 0 };

  constructor(
    number: number,
    { memory, ...settings }: ThreadSettings & { readonly memory: number | undefined },
    listener: Listener,
  ) {
    this.number = number;
    const { folder, byDigest, solver, rules, scoring, stamp, jobTimeout, dryRun } = settings;
    const workerData: ThreadData = {
      ...{ folder, byDigest, solver, rules, scoring, stamp, jobTimeout, dryRun },
      at: this.#at,
    };
    this.#worker = new Worker(new URL("./job-thread.js", import.meta.url), {
      workerData,
      ...(memory !== undefined && { resourceLimits: { maxOldGenerationSizeMb: memory } }),
    });
    let reason: unknown = "it ended";
    this.#worker.on("error", (error) => {
      reason = error;
    });
    this.#worker.on("exit", () => listener.ended(reason));
    this.#worker.on("message", (answer: TaskAnswer) => {
      const entries = this.#tasks.get(answer.number);
      if (entries === undefined) return;
      this.#tasks.delete(answer.number);
      if (this.#tasks.size === 0) this.#isAlone = false;
      listener.answered(entries, answer);
    });
  }

  /** Tasks that it has not answered. */
  get tasks(): number {
    return this.#tasks.size;
  }

  /** Whether it runs a job that is to be alone. */
  get isAlone(): boolean {
    return this.#isAlone;
  }

  run(entries: readonly Entry[], alone: boolean): void {
    this.#sent += 1;
    this.#isAlone = alone;
    this.#tasks.set(this.#sent, entries);
    const task: Task = { number: this.#sent, jobs: entries.map(({ job }) => job) };
    this.#worker.postMessage(task);
  }

  /** For how long it has been at the job it is at, as far as anyone has looked; 0 for none. */
  secondsAtJob(): number {
    const key = `${Atomics.load(this.#at, 0)} ${Atomics.load(this.#at, 1)}`;
    if (key !== this.#seen.key) this.#seen = { key, since: performance.now() };
    return this.#current() === undefined ? 0 : (performance.now() - this.#seen.since) / 1000;
  }

  /** Ends the thread because of the job it is at. */
  giveUp(): void {
    this.#overdue ??= this.#current();
    void this.#worker.terminate();
  }

  /** What it leaves unanswered: the job it died with or was given up for, and all others. */
  leave(): {
    readonly fatal: Entry | undefined;
    readonly overdue: Entry | undefined;
    readonly others: Entry[];
  } {
    const left = [...this.#tasks.values()].flat();
    const blamed = this.#overdue ?? this.#current();
    const found = left.find((entry) => entry === blamed);
    const [fatal, overdue] = this.#overdue === undefined ? [found, undefined] : [undefined, found];
    return { fatal, overdue, others: left.filter((entry) => entry !== found) };
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #current(): Entry | undefined {
    return this.#tasks.get(Atomics.load(this.#at, 0))?.[Atomics.load(this.#at, 1)];
  }
}
