import type { Clock } from "../shared/clock.ts";
import { FailedTry } from "./attempt.ts";
import { ServiceTimeoutError } from "./service-error.ts";

/** Asks a service that keeps failing no more for a while: each request then fails at once. */
export interface Breaker {
  /**
   * Runs one request, unless the service has failed too often in a row; once the pause is over, one request finds out
   * for all.
   * @throws FailedTry at once while the service is not asked, else what `request` throws.
   */
  run<T>(request: () => Promise<T>): Promise<T>;
}

/** Milliseconds for which others wait for the request that finds out: a document is often read by several requests at once. */
const PATIENCE_MS = 1_000;

/** Opens after `failures` failed requests in a row, for `pauseMs` milliseconds. */
export function createBreaker(failures: number, pauseMs: number, clock: Clock): Breaker {
  let inARow = 0;
  let askAgainAt = 0;
  /** Settles when the request that finds out has. */
  let finding: Promise<unknown> | null = null;

  async function run<T>(request: () => Promise<T>): Promise<T> {
    if (inARow >= failures && finding !== null) await settledSoon(finding, clock);
    if (inARow < failures) return attempt(request);
    const left = askAgainAt - clock.elapsed();
    if (left > 0) throw notAsked(inARow, left);
    // Whoever comes later than others wait for this one is told when to come again.
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

/** Resolves when work has ended well or not, and after `PATIENCE_MS` at the latest. */
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

/** Whether the service itself is down: no answer, a broken one, or a server's error. A refusal is an answer. */
function isOutage(error: unknown): boolean {
  if (error instanceof ServiceTimeoutError) return true;
  if (!(error instanceof FailedTry)) return false;
  return error.upstreamStatus === undefined || error.upstreamStatus >= 500;
}

function notAsked(failures: number, leftMs: number): FailedTry {
  return new FailedTry(
    "upstream-unreachable",
    `the service failed ${failures} times in a row; it is asked again in ${Math.ceil(leftMs / 1000)} s`,
    { transient: false, retryAfterMs: leftMs },
  );
}
