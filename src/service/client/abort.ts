import { setMaxListeners } from "node:events";
import { type Clock, withResolvers } from "../../shared/clock.ts";
import { AbortedError, LineupError } from "../../shared/errors.ts";

/** The error for an aborted signal: its reason, or an AbortedError if that is no error of this package. */
export function reasonOf(signal: AbortSignal): LineupError {
  return signal.reason instanceof LineupError ? signal.reason : new AbortedError(signal.reason);
}

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw reasonOf(signal);
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

/** Adds a listener, which the caller has to remove: many calls may share a signal. */
function listen(signal: AbortSignal, abort: () => void): void {
  setMaxListeners(0, signal);
  signal.addEventListener("abort", abort, { once: true });
}

/**
 * The result of `work`, or null if it takes longer than `ms` milliseconds; the work then continues. Rejects as
 * soon as the signal aborts, and leaves no timer behind.
 */
export async function unlessLate<T>(
  clock: Clock,
  ms: number,
  work: Promise<T>,
  signal?: AbortSignal,
): Promise<T | null> {
  const late = withResolvers<null>();
  const cancel = clock.later(ms, () => late.resolve(null));
  try {
    return await abortable(Promise.race([work, late.promise]), signal);
  } finally {
    cancel();
  }
}

export async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  await unlessLate(clock, ms, new Promise(() => {}), signal);
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

interface Flight<T> {
  readonly controller: AbortController;
  readonly result: Promise<T>;
  callers: number;
}

/**
 * Shares one running piece of work among simultaneous callers of the same key. A caller whose signal aborts
 * stops waiting; when no caller waits any more, the work is aborted.
 */
export class Coalescer<T> {
  readonly #flights = new Map<string, Flight<T>>();

  async join(
    key: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    throwIfAborted(signal);
    let flight = this.#flights.get(key);
    if (flight === undefined) {
      const controller = new AbortController();
      flight = { controller, result: start(controller.signal), callers: 0 };
      this.#flights.set(key, flight);
    }
    flight.callers += 1;
    try {
      return await abortable(flight.result, signal);
    } finally {
      flight.callers -= 1;
      if (flight.callers === 0) {
        this.#flights.delete(key);
        flight.controller.abort();
      }
    }
  }
}

/** Reads a whole stream. Returns null if it is longer than `limit` bytes, and leaves the rest unread. */
export async function readStream(
  stream: AsyncIterable<Uint8Array> | null,
  limit: number,
): Promise<Uint8Array | null> {
  if (stream === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
