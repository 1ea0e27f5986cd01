import { setImmediate } from "node:timers/promises";
import type { Clock } from "../../src/shared/clock.ts";

interface Timer {
  readonly at: number;
  readonly ms: number;
  readonly callback: () => void;
}

/** Selects the timers that a test means by their length. */
type Chosen = (ms: number) => boolean;

/** A clock that advances only when a test says so. */
export class ManualClock implements Clock {
  readonly #timers = new Set<Timer>();
  /** Called once, when a timer is set or `reconsider` is called. */
  #atChange: (() => void)[] = [];
  #start: number;
  #elapsed = 0;

  constructor(start = Date.UTC(2026, 0, 4, 12)) {
    this.#start = start;
  }

  now(): number {
    return Math.floor(this.#start + this.#elapsed);
  }

  /** Sets the time of day back, as an operator or a time server does; the elapsed time is unchanged. */
  setBack(ms: number): void {
    this.#start -= ms;
  }

  elapsed(): number {
    return this.#elapsed;
  }

  later(ms: number, callback: () => void): () => void {
    const timer = { at: this.#elapsed + ms, ms, callback };
    this.#timers.add(timer);
    this.reconsider();
    return () => this.#timers.delete(timer);
  }

  /** The lengths of the pending timers. */
  get waits(): number[] {
    return [...this.#timers].map(({ ms }) => ms);
  }

  /** Advances time; timers call back in order, each at its time. */
  advance(ms: number): void {
    const end = this.#elapsed + ms;
    for (;;) {
      const next = this.#first(() => true);
      if (next === undefined || next.at > end) break;
      this.#timers.delete(next);
      this.#elapsed = Math.max(this.#elapsed, next.at);
      next.callback();
    }
    this.#elapsed = end;
  }

  /** The length of a selected timer, as soon as one is set. */
  async waiting(chosen: Chosen): Promise<number> {
    for (;;) {
      const timer = this.#first(chosen);
      if (timer !== undefined) return timer.ms;
      await this.#change();
    }
  }

  /** Awaits work, with all selected timers ending immediately. */
  async skipping<T>(chosen: Chosen, work: Promise<T>): Promise<T> {
    let over = false;
    const end = () => {
      over = true;
    };
    const ended = work.then(end, end);
    for (;;) {
      // Let pending microtasks run first, so that only real waits are shortened.
      await setImmediate();
      if (over) return work;
      const timer = this.#first(chosen);
      if (timer === undefined) await Promise.race([ended, this.#change()]);
      else this.advance(timer.at - this.#elapsed);
    }
  }

  /** Selects among the timers again; needed when the result of a test's `chosen` changes. */
  reconsider(): void {
    for (const notify of this.#atChange.splice(0)) notify();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#atChange.push(resolve);
    });
  }

  #first(chosen: Chosen): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) {
      if (chosen(timer.ms) && (first === undefined || timer.at < first.at)) first = timer;
    }
    return first;
  }
}
