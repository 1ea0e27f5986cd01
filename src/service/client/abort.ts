import { setMaxListeners } from "node:events";
import type { Clock } from "../../shared/clock.ts";
import { AbortedError, LineupError } from "../../shared/errors.ts";

/** The error for an aborted signal: its reason, or an AbortedError if that is no error of this package. */
export function reasonOf(signal: AbortSignal): LineupError {
  return signal.reason instanceof LineupError ? signal.reason : new AbortedError(signal.reason);
}

/** Settles like `work`, or rejects as soon as the signal aborts, even if `work` ignores the signal. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(reasonOf(signal));
    if (signal.aborted) abort();
    listen(signal, abort);
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** Waits for `ms` milliseconds; rejects as soon as the signal aborts, and leaves no timer behind. */
export async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  let cancel = () => {};
  const over = new Promise<void>((resolve) => {
    cancel = clock.later(ms, resolve);
  });
  try {
    await abortable(over, signal);
  } finally {
    cancel();
  }
}

/**
 * Runs `work` with a signal that aborts when one of `outer` does, or after `ms` milliseconds (with the error
 * `late()`). Rejects as soon as that signal aborts.
 */
export async function bounded<T>(
  clock: Clock,
  outer: readonly (AbortSignal | undefined)[],
  ms: number,
  late: () => LineupError,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const follow = () => {
    const ended = outer.find((signal) => signal?.aborted);
    if (ended) controller.abort(reasonOf(ended));
  };
  follow();
  for (const signal of outer) if (signal) listen(signal, follow);
  const cancel = clock.later(ms, () => controller.abort(late()));
  try {
    throwIfAborted(controller.signal);
    return await abortable(work(controller.signal), controller.signal);
  } finally {
    cancel();
    for (const signal of outer) signal?.removeEventListener("abort", follow);
  }
}

/** The result of `work`, or null if it takes longer than `ms` milliseconds; the work then continues. */
export async function unlessLate<T>(
  clock: Clock,
  ms: number,
  work: Promise<T>,
  signal?: AbortSignal,
): Promise<T | null> {
  const late = new AbortedError();
  try {
    return await bounded(
      clock,
      [signal],
      ms,
      () => late,
      () => work,
    );
  } catch (error) {
    if (error === late) return null;
    throw error;
  }
}

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw reasonOf(signal);
}

/** Adds a listener, which the caller has to remove: many calls may share a signal. */
function listen(signal: AbortSignal, abort: () => void): void {
  setMaxListeners(0, signal);
  signal.addEventListener("abort", abort, { once: true });
}
