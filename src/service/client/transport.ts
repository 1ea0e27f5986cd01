import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhen } from "cockatiel";
import { type Clock, withResolvers } from "../../shared/clock.ts";
import { refuseOption } from "../../shared/errors.ts";
import { outlineOf } from "../../shared/json.ts";
import { abortable, bounded, pause, readStream, reasonOf } from "./abort.ts";
import type { ParsedOptions, ServiceLimits } from "./options.ts";
import { type Redactor, redactError } from "./redactor.ts";
import { ServiceError, type ServiceFailure, ServiceTimeoutError } from "./service-error.ts";

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
  readonly #freeAt: Float64Array;
  #next = 0;
  #tail: Promise<void> = Promise.resolve();

  constructor(limit: number, windowMs: number, clock: Clock) {
    this.limit = limit;
    this.windowMs = windowMs;
    this.#clock = clock;
    this.#freeAt = new Float64Array(limit).fill(Number.NEGATIVE_INFINITY);
  }

  /** Runs a request within the limit. Like the service, counts it until one window after its end. */
  async run<T>(signal: AbortSignal, request: () => Promise<T>): Promise<T> {
    const slot = await this.#take(signal);
    try {
      return await request();
    } finally {
      this.#hold(slot);
    }
  }

  async #take(signal: AbortSignal): Promise<number> {
    const before = this.#tail;
    const turn = withResolvers<void>();
    this.#tail = before.then(() => turn.promise);
    try {
      await abortable(before, signal);
      const slot = this.#next;
      for (;;) {
        const wait = this.#freeAt[slot]! - this.#clock.elapsed();
        if (wait <= 0) break;
        await pause(this.#clock, Math.ceil(wait), signal);
      }
      this.#hold(slot);
      this.#next = (slot + 1) % this.limit;
      return slot;
    } finally {
      turn.resolve();
    }
  }

  #hold(slot: number): void {
    this.#freeAt[slot] = this.#clock.elapsed() + this.windowMs + MARGIN_MS;
  }
}

/** Limiters by API key, kept when clients close: a new client with the key has the same account. */
const limiters = new Map<string, KeyLimiter>();

export function limiterOf(apiKey: string, limit: number, windowMs: number, clock: Clock): KeyLimiter {
  const limiter = limiters.get(apiKey) ?? new KeyLimiter(limit, windowMs, clock);
  limiters.set(apiKey, limiter);
  if (limiter.limit === limit && limiter.windowMs === windowMs) return limiter;
  return refuseOption(
    "/requestLimit",
    `This process already limits the key to ${limiter.limit} requests in ${limiter.windowMs} ms. Give \`requestLimit\` and \`requestWindowMs\` the same values in all clients with one key.`,
  );
}

interface ServiceRequest {
  readonly path: string;
  readonly query: string;
  readonly body?: string;
}

export type Transport = ReturnType<typeof createTransport>;

/**
 * `ask` sends a request within the rate limit and with retries. The answer does not contain the API key.
 * @throws ServiceError, or the signal's reason, from `ask`.
 */
export function createTransport(options: ParsedOptions, redactor: Redactor) {
  const { limits, clock } = options;
  const limiter = limiterOf(options.apiKey, limits.requestLimit, limits.requestWindowMs, clock);
  const breaker = circuitBreaker(handleWhen(isOutage), {
    halfOpenAfter: limits.breakMs,
    breaker: new ConsecutiveBreaker(limits.breakAfter ?? limits.retries + 1),
  });
  const base = options.baseUrl.href.replace(/\/+$/, "");
  const counts = { requests: 0, retries: 0 };

  async function sendOnce({ path, query, body }: ServiceRequest, signal: AbortSignal): Promise<string> {
    const key = `api_key=${encodeURIComponent(options.apiKey)}`;
    const accept = { accept: "application/vnd.api+json" };
    const json = { ...accept, "content-type": "application/json" };
    const posted = body === undefined ? { headers: accept } : { method: "POST", body, headers: json };
    const url = `${base}${path}?${query === "" ? key : `${query}&${key}`}`;
    try {
      // A redirect may lead to another host, which must not receive the key.
      const asked = options.fetch(url, { ...posted, redirect: "manual", signal });
      const response = await abortable(asked, signal);
      if (response.status !== 200) throw await refusalOf(response, clock);
      const bytes = await abortable(readStream(response.body, limits.answerBytes), signal);
      if (bytes !== null) return new TextDecoder().decode(bytes);
      const detail = `the answer is larger than ${limits.answerBytes} bytes`;
      throw new FailedTry("upstream-invalid", detail, { transient: false, upstreamStatus: 200 });
    } catch (error) {
      if (error instanceof FailedTry || signal.aborted) throw error;
      const cause = redactError(error, redactor);
      const detail = `the connection failed: ${rootMessage(cause)}`;
      throw new FailedTry("upstream-unreachable", detail, { transient: true, cause });
    }
  }

  function parsed(text: string): unknown {
    try {
      if (outlineOf(text).depth > MAXIMUM_DEPTH) throw new SyntaxError("its brackets nest too deeply");
      return redactor.json(JSON.parse(text));
    } catch (error) {
      // A JSON parser's message quotes the text, so it is redacted.
      const fields = { transient: true, upstreamStatus: 200, cause: redactError(error, redactor) };
      throw new FailedTry("upstream-invalid", "the answer is not JSON", fields);
    }
  }

  function tryOnce(asked: ServiceRequest, signal: AbortSignal): Promise<unknown> {
    const late = () => new ServiceTimeoutError(`${nameOf(asked)}: no answer within ${limits.tryMs} ms.`);
    return limiter.run(signal, async () => {
      counts.requests += 1;
      return parsed(await bounded(clock, [signal], limits.tryMs, late, (own) => sendOnce(asked, own)));
    });
  }

  async function ask(asked: ServiceRequest, signal: AbortSignal): Promise<unknown> {
    const end = clock.elapsed() + limits.totalMs;
    for (let attempts = 1; ; attempts += 1)
      try {
        return await breaker.execute(() => tryOnce(asked, signal));
      } catch (error) {
        // An outer time limit or the caller ended the request: the service did not fail.
        if (signal.aborted) throw reasonOf(signal);
        const wait = attempts > limits.retries ? null : waitAfter(error, attempts, limits);
        // A try after the time limit cannot succeed, so report the failure now.
        if (wait === null || clock.elapsed() + wait >= end)
          throw failureOf(error, nameOf(asked), attempts, limits);
        await pause(clock, wait, signal);
        counts.retries += 1;
      }
  }

  return { ask, counts };
}

/** The deepest nesting of an answer; JSON.parse needs a second for megabytes of brackets. */
const MAXIMUM_DEPTH = 64;

interface FailedTryFields {
  readonly transient: boolean;
  readonly upstreamStatus?: number;
  readonly retryAfterMs?: number | null;
  readonly cause?: Error;
}

class FailedTry extends Error {
  readonly code: ServiceFailure;
  readonly fields: FailedTryFields;

  constructor(code: ServiceFailure, detail: string, fields: FailedTryFields) {
    super(detail);
    this.code = code;
    this.fields = fields;
  }
}

async function refusalOf({ status, headers, body }: Response, clock: Clock): Promise<FailedTry> {
  // The body is dropped: it may quote the request. Unread, it would keep its socket open.
  await body?.cancel().catch(() => {});
  const transient = status === 429 || status === 408 || status >= 500;
  const retryAfterMs = transient ? milliseconds(headers.get("retry-after"), clock) : null;
  const detail = `the service answered with status ${status}${REMEDIES[status] ?? ""}`;
  return new FailedTry("upstream-status", detail, { transient, upstreamStatus: status, retryAfterMs });
}

const REMEDIES: Readonly<Record<number, string>> = {
  401: "; check the API key",
  403: "; check the API key and what its account may read",
  404: "; check the address, the sport and what is asked for",
  429: "; the key exceeds its rate limit, here or elsewhere",
};

/** `Retry-After` in milliseconds, from seconds or a date; null if missing or unreadable. */
function milliseconds(header: string | null, clock: Clock): number | null {
  if (header === null) return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - clock.now());
}

function rootMessage(error: Error): string {
  let root = error;
  while (root.cause instanceof Error) root = root.cause;
  return root.message === "" ? ("code" in root ? String(root.code) : root.name) : root.message;
}

/**
 * Milliseconds from a failed try to the next; null for none. A wait that the service requests is added to the
 * client's own pause, which is random so that callers do not all return at once.
 */
function waitAfter(error: unknown, attempts: number, limits: ServiceLimits): number | null {
  const grown = limits.retryDelayMs * 2 ** (attempts - 1) * (1 + Math.random());
  const own = Math.min(grown, limits.maximumRetryDelayMs);
  if (error instanceof ServiceTimeoutError) return own;
  if (!(error instanceof FailedTry) || !error.fields.transient) return null;
  return (error.fields.retryAfterMs ?? 0) + own;
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
  const { upstreamStatus, retryAfterMs, cause } = error.fields;
  const tried = attempts === 1 ? "" : ` (tried ${attempts} times)`;
  const retryAfter = retryAfterMs == null ? undefined : Math.ceil(retryAfterMs / 1000);
  const fields = { upstreamStatus, attempts, retryAfter, cause };
  return new ServiceError(error.code, `${name}: ${error.message}${tried}.`, fields);
}

/** Whether the service is down. Other answers, even refusals and invalid ones, show that it is up. */
function isOutage(error: unknown): boolean {
  if (error instanceof ServiceTimeoutError) return true;
  return error instanceof FailedTry && (error.fields.upstreamStatus ?? 500) >= 500;
}
