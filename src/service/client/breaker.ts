import type { Clock } from "../../shared/clock.ts";
import { FailedTry } from "./attempt.ts";
import { ServiceTimeoutError } from "./service-error.ts";

/**
 * A circuit breaker: stops requests for a while to a service that keeps failing, so that they fail at once.
 */
export interface Breaker {
  /**
   * Runs one request unless the breaker is open. After the pause, a single request probes the service for
   * all.
   * @throws FailedTry at once while the breaker is open, else what `request` throws.
   */
  run<T>(request: () => Promise<T>): Promise<T>;
}

/** Milliseconds that other requests wait for the probe: several requests often read the same document. */
const PATIENCE_MS = 1_000;

/** Opens after `failures` failed requests in a row, for `pauseMs` milliseconds. */
export function createBreaker(failures: number, pauseMs: number, clock: Clock): Breaker {
  let inARow = 0;
  let askAgainAt = 0;
  /** Settles when the probe has. */
  let finding: Promise<unknown> | null = null;

  async function run<T>(request: () => Promise<T>): Promise<T> {
    if (inARow >= failures && finding !== null) await settledSoon(finding, clock);
    if (inARow < failures) return attempt(request);
    const left = askAgainAt - clock.elapsed();
    if (left > 0) throw notAsked(inARow, left);
    // Requests that arrive while others wait for the probe learn when to retry.
    askAgainAt = clock.elapsed() + pauseMs;
    const found = attempt(request);
    finding = found;
    try {
      return await found;
    } finally {
      finding = null;
    }
  }

  async function attempt<T>(request: () => Promise<T>): Promise<T> {
    try {
      const answer = await request();
      inARow = 0;
      return answer;
    } catch (error) {
      if (isOutage(error)) {
        inARow += 1;
        if (inARow >= failures) askAgainAt = clock.elapsed() + pauseMs;
      } else if (error instanceof FailedTry) inARow = 0;
      throw error;
    }
  }

  return { run };
}

/** Resolves when the work has ended, with or without success, and after at most `PATIENCE_MS`. */
function settledSoon(work: Promise<unknown>, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.later(PATIENCE_MS, resolve);
    const end = () => {
      cancel();
      resolve();
    };
    work.then(end, end);
  });
}

/** Whether the service itself is down: no answer, a broken one, or a server error. A refusal is an answer. */
function isOutage(error: unknown): boolean {
  if (error instanceof ServiceTimeoutError) return true;
  if (!(error instanceof FailedTry)) return false;
  return error.upstreamStatus === undefined || error.upstreamStatus >= 500;
}

function notAsked(failures: number, leftMs: number): FailedTry {
  return new FailedTry(
    "upstream-unreachable",
    `the service failed ${failures} times in a row; the next request goes out in ${Math.ceil(leftMs / 1000)} s`,
    { transient: false, retryAfterMs: leftMs },
  );
}
