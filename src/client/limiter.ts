import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { InvalidRequestError } from "../errors.ts";
import { abortable, pause } from "./abort.ts";

/** Timers and clocks are true to the millisecond or so; this much longer than the window is safe. */
const MARGIN_MS = 5;

/**
 * At most `limit` requests in any window of `windowMs`. There are `limit` slots, taken in turn, each usable
 * once per window: the sliding window is exact, where one counter with a fixed window would let twice as
 * many pass around its end. Callers are served in the order they came.
 */
class KeyLimiter {
  readonly limit: number;
  readonly windowMs: number;
  readonly #slots: RateLimiterMemory;
  readonly #seconds: number;
  #next = 0;
  #tail: Promise<void> = Promise.resolve();

  constructor(limit: number, windowMs: number) {
    this.limit = limit;
    this.windowMs = windowMs;
    this.#seconds = (windowMs + MARGIN_MS) / 1000;
    this.#slots = new RateLimiterMemory({ points: 1, duration: this.#seconds });
  }

  /** Runs one request when the limit allows it. Its slot stays taken until a window after its end, for the service may have counted it last then. */
  async run<T>(signal: AbortSignal, request: () => Promise<T>): Promise<T> {
    const slot = await this.#inTurn(signal, () => this.#take(signal));
    try {
      return await request();
    } finally {
      await this.#slots.set(slot, 1, this.#seconds);
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

  async #take(signal: AbortSignal): Promise<string> {
    const slot = String(this.#next);
    for (;;) {
      const wait = await this.#slots.consume(slot).then(() => 0, waitOf);
      if (wait === 0) break;
      await pause(wait, signal);
    }
    this.#next = (this.#next + 1) % this.limit;
    return slot;
  }
}

function waitOf(refusal: unknown): number {
  if (refusal instanceof RateLimiterRes) return Math.max(1, refusal.msBeforeNext);
  throw refusal;
}

/** Lives as long as the process: a client that is closed and made anew has the same account. */
const limiters = new Map<string, KeyLimiter>();

/**
 * The limiter of a key, shared by all clients of the process.
 * @throws InvalidRequestError if another client of the same key goes by other figures.
 */
export function limiterOf(apiKey: string, limit: number, windowMs: number): KeyLimiter {
  const known = limiters.get(apiKey);
  if (known === undefined) {
    const limiter = new KeyLimiter(limit, windowMs);
    limiters.set(apiKey, limiter);
    return limiter;
  }
  if (known.limit === limit && known.windowMs === windowMs) return known;
  throw new InvalidRequestError([
    {
      code: "invalid-option",
      detail: `This process already keeps the key to ${known.limit} requests in ${known.windowMs} ms. Give requestLimit and requestWindowMs the same values in all clients of a key.`,
      source: { pointer: "/requestLimit" },
    },
  ]);
}
