import { withResolvers } from "../../../shared/turn.ts";
import type { SolvedJob } from "../packed-chunk.ts";
import { packChunk } from "../packed-chunk.ts";
import type { SolvedChunk } from "../store.ts";
import type { ChunkMessage } from "./messages.ts";

/** A chunk in progress: sent whole, or job by job after workers have died with it. */
export class Flight {
  readonly message: ChunkMessage;
  /** The answer; null if the chunk is released first. */
  readonly answer: Promise<SolvedChunk | null>;
  /** Resolves when the answer is written; only then does the queue delete it. */
  readonly written: Promise<void>;
  /** When it was sent or last seen. */
  touched = performance.now();
  /** How often it failed for reasons other than its jobs. */
  faults = 0;
  readonly #answer = withResolvers<SolvedChunk | null>();
  readonly #written = withResolvers<void>();
  #hasLanded = false;
  #singles: (SolvedJob | undefined)[] | null = null;

  constructor(message: ChunkMessage) {
    this.message = message;
    this.answer = this.#answer.promise;
    this.written = this.#written.promise;
  }

  /** Whether all jobs are answered. */
  get hasLanded(): boolean {
    return this.#hasLanded;
  }

  /** Accepts the first answer to the whole chunk. */
  land(chunk: SolvedChunk): void {
    this.#hasLanded = true;
    this.#answer.resolve(chunk);
  }

  /** From now on, sends its jobs one by one; keeps existing answers. */
  takeApart(): void {
    this.#singles ??= this.message.jobs.map(() => undefined);
  }

  /** Accepts the first answer to a job that was sent alone. */
  landSingle(single: number, solved: SolvedJob): void {
    if (this.#singles === null || this.#hasLanded) return;
    this.#singles[single] ??= solved;
    const all = this.#singles.flatMap((one) => one ?? []);
    if (all.length < this.message.jobs.length) return;
    this.#hasLanded = true;
    packChunk(this.message, all).then(this.#answer.resolve, this.#answer.reject);
  }

  /** The messages for all unanswered jobs. */
  unanswered(): ChunkMessage[] {
    if (this.#hasLanded) return [];
    if (this.#singles === null) return [this.message];
    return this.message.jobs.flatMap((job, single) =>
      this.#singles?.[single] ? [] : { ...this.message, single, jobs: [job] },
    );
  }

  /** Gives up the unanswered jobs. */
  release(): void {
    if (!this.#hasLanded) this.#answer.resolve(null);
  }

  fail(error: unknown): void {
    this.#answer.reject(error);
  }

  /** Resolves `written`: the answer is written, or never will be. */
  settle(): void {
    this.#written.resolve();
  }
}
