import { AbortedError, TimeLimitError } from "../errors.ts";
import type { Clock } from "../shared/clock.ts";
import { RefusedError } from "./refusal.ts";

/** Seconds after which a client may try again when the queue is full. */
const RETRY_AFTER = 1;

/** What may end the wait for a turn. */
export interface WaitBounds {
  readonly signal: AbortSignal;
  /** A moment of the clock's `elapsed`. */
  readonly deadline: number;
  /** Milliseconds from the start to the deadline, for the error. */
  readonly timeLimit: number;
}

/** Lets a few pieces of work run at a time and a bounded number wait, first come first served. */
export class Gate {
  readonly #slots: number;
  readonly #places: number;
  readonly #waiting = new Set<() => void>();
  readonly #clock: Clock;
  #running = 0;

  constructor(slots: number, places: number, clock: Clock) {
    this.#slots = slots;
    this.#places = places;
    this.#clock = clock;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Runs `work` when its turn comes. The slot is free again when `work` settles.
   * @throws RefusedError (503) if the queue is full, AbortedError and TimeLimitError while waiting, what `work` throws.
   */
  async run<Result>(bounds: WaitBounds, work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#slots) await this.#turn(bounds);
    else this.#running += 1;
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  /** Waits for a slot that another piece of work hands over. */
  #turn({ signal, deadline, timeLimit }: WaitBounds): Promise<void> {
    if (this.#waiting.size >= this.#places) {
      throw new RefusedError(
        "queue-full",
        `${this.#waiting.size} requests are waiting already. Try again in ${RETRY_AFTER} s.`,
        { headers: { "retry-after": String(RETRY_AFTER) } },
      );
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(enter);
        signal.removeEventListener("abort", abort);
        cancel();
      };
      const enter = () => {
        leave();
        resolve();
      };
      const abort = () => {
        leave();
        reject(new AbortedError(signal.reason));
      };
      const cancel = this.#clock.later(Math.max(0, deadline - this.#clock.elapsed()), () => {
        leave();
        reject(new TimeLimitError(timeLimit));
      });
      this.#waiting.add(enter);
      if (signal.aborted) abort();
      else signal.addEventListener("abort", abort);
    });
  }

  #release(): void {
    const [next] = this.#waiting;
    if (next) next();
    else this.#running -= 1;
  }
}
