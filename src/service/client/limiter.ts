import type { Clock } from "../../shared/clock.ts";
import { InvalidRequestError } from "../../shared/errors.ts";
import { abortable, pause } from "./abort.ts";

/** Safety margin: timers and clocks are accurate to about a millisecond. */
const MARGIN_MS = 5;

/**
 * Allows at most `limit` requests in any window of `windowMs`. There are `limit` slots, used in turn, each
 * once per window, so the sliding window is exact; a counter per fixed window would allow twice as many
 * around its end. Callers are served in order.
 */
class KeyLimiter {
  readonly limit: number;
  readonly windowMs: number;
  readonly #clock: Clock;
  /** When each slot is free again, on the clock's `elapsed`. */
  readonly #freeAt: Float64Array;
  #next = 0;
  #tail: Promise<void> = Promise.resolve();

  constructor(limit: number, windowMs: number, clock: Clock) {
    this.limit = limit;
    this.windowMs = windowMs;
    this.#clock = clock;
    this.#freeAt = new Float64Array(limit).fill(Number.NEGATIVE_INFINITY);
  }

  /**
   * Runs one request when the limit allows it. Its slot is taken until one window after the request's end,
   * because the service may count it that late.
   */
  async run<T>(signal: AbortSignal, request: () => Promise<T>): Promise<T> {
    const slot = await this.#inTurn(signal, () => this.#take(signal));
    try {
      return await request();
    } finally {
      this.#hold(slot);
    }
  }

  async #inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = this.#tail;
    let leave = () => {};
    const left = new Promise<void>((resolve) => (leave = resolve));
    this.#tail = before.then(() => left);
    try {
      await abortable(before, signal);
      return await work();
    } finally {
      leave();
    }
  }

  async #take(signal: AbortSignal): Promise<number> {
    const slot = this.#next;
    for (;;) {
      const wait = this.#freeAt[slot]! - this.#clock.elapsed();
      if (wait <= 0) break;
      await pause(this.#clock, Math.ceil(wait), signal);
    }
    this.#hold(slot);
    this.#next = (slot + 1) % this.limit;
    return slot;
  }

  #hold(slot: number): void {
    this.#freeAt[slot] = this.#clock.elapsed() + this.windowMs + MARGIN_MS;
  }
}

/** Kept for the life of the process: a closed and recreated client has the same account. */
const limiters = new Map<string, KeyLimiter>();

/**
 * The limiter of a key, shared by all clients of the process.
 * @throws InvalidRequestError if another client with the same key uses different limits.
 */
export function limiterOf(apiKey: string, limit: number, windowMs: number, clock: Clock): KeyLimiter {
  const known = limiters.get(apiKey);
  if (known === undefined) {
    const limiter = new KeyLimiter(limit, windowMs, clock);
    limiters.set(apiKey, limiter);
    return limiter;
  }
  if (known.limit === limit && known.windowMs === windowMs) return known;
  throw new InvalidRequestError([
    {
      code: "invalid-option",
      detail: `This process already limits the key to ${known.limit} requests in ${known.windowMs} ms. Give requestLimit and requestWindowMs the same values in all clients with one key.`,
      source: { pointer: "/requestLimit" },
    },
  ]);
}
