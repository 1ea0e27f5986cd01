import { bounded, pause, reasonOf } from "./abort.ts";
import { FailedTry, type ServiceAnswer, tryOnce } from "./attempt.ts";
import { createBreaker } from "./breaker.ts";
import { Coalescer } from "./coalescer.ts";
import { limiterOf } from "./limiter.ts";
import type { ParsedOptions, ServiceLimits } from "./options.ts";
import type { Redactor } from "./redactor.ts";
import { ServiceError, ServiceTimeoutError } from "./service-error.ts";

/** Counters of the transport. */
interface TransportCounts {
  requests: number;
  retries: number;
}

/** A request to the service: `path?query`, and the body to post, if any. */
interface ServiceRequest {
  readonly path: string;
  readonly query: string;
  /** JSON. */
  readonly body?: string;
}

/**
 * Sends requests: within the rate limit, with retries, once for simultaneous equal requests; answers are
 * parsed and contain no key.
 */
export interface Transport {
  ask(asked: ServiceRequest, signal: AbortSignal): Promise<ServiceAnswer>;
  readonly counts: Readonly<TransportCounts>;
}

/** @throws ServiceError, or the signal's reason, from `ask`. */
export function createTransport(options: ParsedOptions, redactor: Redactor): Transport {
  const { limits } = options;
  const limiter = limiterOf(options.apiKey, limits.requestLimit, limits.requestWindowMs, options.clock);
  const breaker = createBreaker(limits.breakAfter ?? limits.retries + 1, limits.breakMs, options.clock);
  const base = options.baseUrl.href.replace(/\/+$/, "");
  const parts = {
    fetch: options.fetch,
    redactor,
    clock: options.clock,
    answerBytes: limits.answerBytes,
  };
  const flights = new Coalescer<ServiceAnswer>();
  const counts: TransportCounts = { requests: 0, retries: 0 };

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
    for (let attempts = 1; ; attempts += 1) {
      if (attempts > 1) counts.retries += 1;
      try {
        return await breaker.run(() => request(asked, signal));
      } catch (error) {
        // An outer time limit or the caller ended it, not this try.
        if (signal.aborted) throw reasonOf(signal);
        const wait = attempts > limits.retries ? null : waitAfter(error, attempts, limits);
        // A try beyond the time limit cannot succeed, so report the cause now.
        if (wait === null || options.clock.elapsed() + wait >= end)
          throw failureOf(error, nameOf(asked), attempts);
        await pause(options.clock, wait, signal);
      }
    }
  }

  return { ask, counts };
}

/**
 * Milliseconds from a failed try to the next; null if there is none. A wait that the service requests is
 * added to the client's own pause, which is random so that callers do not all return at once.
 */
function waitAfter(error: unknown, attempts: number, limits: ServiceLimits): number | null {
  const grown = limits.retryDelayMs * 2 ** (attempts - 1) * (1 + Math.random());
  const own = Math.min(grown, limits.maximumRetryDelayMs);
  if (error instanceof ServiceTimeoutError) return own;
  if (!(error instanceof FailedTry) || !error.transient) return null;
  const asked = error.retryAfterMs ?? 0;
  // A wait beyond the time limit cannot succeed, so report it now.
  return asked < limits.totalMs ? asked + own : null;
}

/** A request as errors name it. */
function nameOf({ path, body }: ServiceRequest): string {
  return `${body === undefined ? "GET" : "POST"} ${path}`;
}

function failureOf(error: unknown, name: string, attempts: number): unknown {
  if (error instanceof ServiceTimeoutError) return new ServiceTimeoutError(error.message, { attempts });
  if (!(error instanceof FailedTry)) return error;
  const tried = attempts === 1 ? "" : ` (tried ${attempts} times)`;
  return new ServiceError(error.code, `${name}: ${error.message}${tried}.`, {
    upstreamStatus: error.upstreamStatus,
    attempts,
    retryAfter: error.retryAfterMs === null ? undefined : Math.ceil(error.retryAfterMs / 1000),
    cause: error.cause,
  });
}
