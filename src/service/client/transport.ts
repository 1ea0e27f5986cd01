import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhen, retry } from "cockatiel";
import type { Clock } from "../../shared/clock.ts";
import { refuseOption } from "../../shared/errors.ts";
import { abortable, bounded, pause, reasonOf } from "./abort.ts";
import { FailedTry, type ServiceAnswer, tryOnce } from "./attempt.ts";
import { Coalescer } from "./coalescer.ts";
import type { ParsedOptions, ServiceLimits } from "./options.ts";
import type { Redactor } from "./redactor.ts";
import { ServiceError, ServiceTimeoutError } from "./service-error.ts";

/** Milliseconds added to the limit's window: timers and clocks are accurate to about a millisecond. */
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
  /** When each slot is free again, in milliseconds of `Clock.elapsed`. */
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
   * Runs one request within the limit. Like the service, counts the request until one window after its end.
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

/** Limiters by API key, kept when clients close: a new client with the key has the same account. */
const limiters = new Map<string, KeyLimiter>();

/**
 * The limiter of an API key, which all clients in the process share.
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
  return refuseOption(
    "/requestLimit",
    `This process already limits the key to ${known.limit} requests in ${known.windowMs} ms. Give \`requestLimit\` and \`requestWindowMs\` the same values in all clients with one key.`,
  );
}

/** A request to the service: `path?query`, and the body to post, if any. */
interface ServiceRequest {
  readonly path: string;
  readonly query: string;
  /** The body to post, as JSON text. */
  readonly body?: string;
}

export type Transport = ReturnType<typeof createTransport>;

/**
 * Makes the function `ask`, which sends a request within the rate limit and with retries; simultaneous equal
 * requests are sent once. The answer is parsed and does not contain the API key.
 * @throws ServiceError, or the signal's reason, from `ask`.
 */
export function createTransport(options: ParsedOptions, redactor: Redactor) {
  const { limits } = options;
  const limiter = limiterOf(options.apiKey, limits.requestLimit, limits.requestWindowMs, options.clock);
  const breaker = circuitBreaker(handleWhen(isOutage), {
    halfOpenAfter: limits.breakMs,
    breaker: new ConsecutiveBreaker(limits.breakAfter ?? limits.retries + 1),
  });
  const base = options.baseUrl.href.replace(/\/+$/, "");
  const parts = { ...options, redactor };
  const flights = new Coalescer<ServiceAnswer>();
  const counts = { requests: 0, retries: 0 };

  async function request(asked: ServiceRequest, signal: AbortSignal): Promise<ServiceAnswer> {
    const { path, query, body } = asked;
    const late = () => new ServiceTimeoutError(`${nameOf(asked)}: no answer within ${limits.tryMs} ms.`);
    const key = `api_key=${encodeURIComponent(options.apiKey)}`;
    const url = `${base}${path}?${query === "" ? key : `${query}&${key}`}`;
    return limiter.run(signal, () => {
      counts.requests += 1;
      return bounded(options.clock, [signal], limits.tryMs, late, (own) =>
        tryOnce({ url, body }, own, parts),
      );
    });
  }

  function ask(asked: ServiceRequest, signal: AbortSignal): Promise<ServiceAnswer> {
    const { path, query, body = "" } = asked;
    return flights.join(`${path}?${query} ${body}`, signal, (own) => askWithRetries(asked, own));
  }

  async function askWithRetries(asked: ServiceRequest, signal: AbortSignal): Promise<ServiceAnswer> {
    const end = options.clock.elapsed() + limits.totalMs;
    let attempts = 0;
    let wait = 0;
    const isRetried = (error: Error): boolean => {
      const next = waitAfter(error, attempts, limits);
      wait = next ?? 0;
      // A try after the time limit cannot succeed, so report the failure now.
      return next !== null && !signal.aborted && options.clock.elapsed() + next < end;
    };
    const again = retry(handleWhen(isRetried), { maxAttempts: limits.retries });
    try {
      return await again.execute(async () => {
        // The library's own pauses do not end when the signal aborts.
        if (wait > 0) await pause(options.clock, wait, signal);
        attempts += 1;
        if (attempts > 1) counts.retries += 1;
        return breaker.execute(() => request(asked, signal));
      });
    } catch (error) {
      // An outer time limit or the caller ended the request: the service did not fail.
      if (signal.aborted) throw reasonOf(signal);
      throw failureOf(error, nameOf(asked), attempts, limits);
    }
  }

  return { ask, counts };
}

/**
 * Milliseconds from a failed try to the next; null if there is to be no other try. A wait that the service
 * requests is added to the client's own pause, which is random so that callers do not all return at once.
 */
function waitAfter(error: unknown, attempts: number, limits: ServiceLimits): number | null {
  const grown = limits.retryDelayMs * 2 ** (attempts - 1) * (1 + Math.random());
  const own = Math.min(grown, limits.maximumRetryDelayMs);
  if (error instanceof ServiceTimeoutError) return own;
  if (!(error instanceof FailedTry) || !error.fields.transient) return null;
  const asked = error.fields.retryAfterMs ?? 0;
  return asked + own;
}

function nameOf({ path, body }: ServiceRequest): string {
  return `${body === undefined ? "GET" : "POST"} ${path}`;
}

function failureOf(error: unknown, name: string, attempts: number, { breakMs }: ServiceLimits): unknown {
  if (error instanceof BrokenCircuitError) {
    const retryAfter = Math.ceil(breakMs / 1000);
    const detail = `${name}: the service failed several times in a row; the next request goes out within ${retryAfter} s.`;
    return new ServiceError("upstream-unreachable", detail, { attempts, retryAfter });
  }
  if (error instanceof ServiceTimeoutError) return new ServiceTimeoutError(error.message, { attempts });
  if (!(error instanceof FailedTry)) return error;
  const { upstreamStatus, retryAfterMs } = error.fields;
  const tried = attempts === 1 ? "" : ` (tried ${attempts} times)`;
  return new ServiceError(error.code, `${name}: ${error.message}${tried}.`, {
    upstreamStatus,
    attempts,
    retryAfter: retryAfterMs == null ? undefined : Math.ceil(retryAfterMs / 1000),
    cause: error.cause,
  });
}

/**
 * Whether the service itself is down: no answer, a broken connection, or a server error (500 or more). Other
 * answers, even refusals and invalid ones, show that it is up.
 */
function isOutage(error: unknown): boolean {
  if (error instanceof ServiceTimeoutError) return true;
  if (!(error instanceof FailedTry)) return false;
  return (error.fields.upstreamStatus ?? 500) >= 500;
}
