import { withResolvers } from "../../../shared/turn.ts";
import type { SolvedJob } from "../packed-chunk.ts";
import { packChunk } from "../packed-chunk.ts";
import type { SolvedChunk } from "../store.ts";
import type { ChunkMessage } from "./messages.ts";

/** A chunk on its way: sent whole, or job by job once workers have died with it. */
export class Flight {
  readonly message: ChunkMessage;
  /** What comes back; null where it is let go before. */
  readonly answer: Promise<SolvedChunk | null>;
  /** Settled once the answer is written: only then does the queue forget it. */
  readonly written: Promise<void>;
  /** When it was sent or last heard of. */
  touched = performance.now();
  /** How often it failed for reasons that are not its jobs'. */
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

  /** Whether all of it is answered. */
  get hasLanded(): boolean {
    return this.#hasLanded;
  }

  /** Takes the answer to the whole chunk, the first that comes. */
  land(chunk: SolvedChunk): void {
    this.#hasLanded = true;
    this.#answer.resolve(chunk);
  }

  /** From now on its jobs go one by one; what is answered already stays. */
  takeApart(): void {
    this.#singles ??= this.message.jobs.map(() => undefined);
  }

  /** The answer to one of the jobs that go one by one, the first that comes. */
  landSingle(single: number, solved: SolvedJob): void {
    if (this.#singles === null || this.#hasLanded) return;
    this.#singles[single] ??= solved;
    const all = this.#singles.flatMap((one) => one ?? []);
    if (all.length < this.message.jobs.length) return;
    this.#hasLanded = true;
    packChunk(this.message, all).then(this.#answer.resolve, this.#answer.reject);
  }

  /** What is to be sent for all that is not answered. */
  unanswered(): ChunkMessage[] {
    if (this.#hasLanded) return [];
    if (this.#singles === null) return [this.message];
    return this.message.jobs.flatMap((job, single) =>
      this.#singles?.[single] ? [] : { ...this.message, single, jobs: [job] },
    );
  }

  /** Lets go of what is not answered. */
  release(): void {
    if (!this.#hasLanded) this.#answer.resolve(null);
  }

  fail(error: unknown): void {
    this.#answer.reject(error);
  }

  /** The answer is written, or nobody is going to write it. */
  settle(): void {
    this.#written.resolve();
  }
}
