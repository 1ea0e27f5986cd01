import type { Clock } from "../../shared/clock.ts";
import { AbortedError, TimeLimitError } from "../../shared/errors.ts";

/** What may end the wait for a turn. */
export interface WaitBounds {
  readonly signal: AbortSignal;
  /** A moment of the clock's `elapsed`. */
  readonly deadline: number;
  /** Milliseconds from the start to the deadline, for the error. */
  readonly timeLimit: number;
}

/**
 * Lets a few pieces of work run at a time. A free slot goes to the key that has the fewest running, then to the key
 * that waits longest, so that who asks much delays himself and nobody else.
 */
export class Gate {
  readonly #slots: number;
  /** Who waits, by key, first come first; a key without anybody waiting is not there. */
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #runningOf = new Map<string, number>();
  readonly #clock: Clock;
  #running = 0;

  constructor(slots: number, clock: Clock) {
    this.#slots = slots;
    this.#clock = clock;
  }

  get running(): number {
    return this.#running;
  }

  /**
   * Waits for a slot, which is free again when the answer is disposed of.
   * @throws AbortedError, or what the signal was aborted with if that is one of this package's errors; TimeLimitError.
   */
  async enter(key: string, bounds: WaitBounds): Promise<Disposable> {
    if (this.#running >= this.#slots) await this.#turn(key, bounds);
    else this.#take(key);
    let left = false;
    return {
      [Symbol.dispose]: () => {
        if (left) return;
        left = true;
        this.#release(key);
      },
    };
  }

  #turn(key: string, { signal, deadline, timeLimit }: WaitBounds): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#forget(key, enter);
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
      const known = this.#waiting.get(key);
      if (known) known.add(enter);
      else this.#waiting.set(key, new Set([enter]));
      if (signal.aborted) abort();
      else signal.addEventListener("abort", abort);
    });
  }

  #forget(key: string, enter: () => void): void {
    const waiting = this.#waiting.get(key);
    waiting?.delete(enter);
    if (waiting?.size === 0) this.#waiting.delete(key);
  }

  #take(key: string): void {
    this.#running += 1;
    this.#runningOf.set(key, (this.#runningOf.get(key) ?? 0) + 1);
  }

  #release(key: string): void {
    this.#running -= 1;
    const left = this.#runningOf.get(key)! - 1;
    if (left === 0) this.#runningOf.delete(key);
    else this.#runningOf.set(key, left);
    this.#callNext();
  }

  #callNext(): void {
    let next: string | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const key of this.#waiting.keys()) {
      const running = this.#runningOf.get(key) ?? 0;
      if (running >= fewest) continue;
      [next, fewest] = [key, running];
    }
    if (next === undefined) return;
    const waiting = this.#waiting.get(next)!;
    const [enter] = waiting;
    // To the end: among keys with as many running, the one that was called longest ago is next.
    this.#waiting.delete(next);
    this.#waiting.set(next, waiting);
    this.#take(next);
    enter!();
  }
}
