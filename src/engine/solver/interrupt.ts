import { AbortedError, type LineupError, TimeLimitError } from "../../shared/errors.ts";

export interface Interrupt {
  /** One element in shared memory; nonzero means that the caller no longer waits. */
  readonly flag: Int32Array;
  /** The deadline in milliseconds since the epoch; infinite for no limit. */
  readonly deadline: number;
  /** The time limit that ends at `deadline`, in milliseconds, for the error message. */
  readonly milliseconds: number;
  /** The clock that `deadline` refers to, in milliseconds; by default `now`. */
  readonly now?: (() => number) | undefined;
}

/** Milliseconds since the epoch with the resolution of `performance.now()`, the same in every thread. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

export function timeLeft({ deadline, now: clock = now }: Interrupt): number {
  return deadline - clock();
}

/** The interrupt with the deadline after the fraction `part` of the time that is left. */
export function partOfLeft(interrupt: Interrupt, part: number): Interrupt {
  const left = timeLeft(interrupt);
  return left === Number.POSITIVE_INFINITY
    ? interrupt
    : { ...interrupt, deadline: interrupt.deadline - (1 - part) * left };
}

export function isInterrupted(interrupt: Interrupt): boolean {
  return Atomics.load(interrupt.flag, 0) !== 0 || timeLeft(interrupt) <= 0;
}

/** @throws AbortedError, TimeLimitError if the solve must end. */
export function throwIfInterrupted(interrupt: Interrupt): void {
  // Checked first, because callers also set the flag at the deadline: with a `TimeLimitError`, what was found
  // by then can still be returned.
  if (timeLeft(interrupt) <= 0) throw new TimeLimitError(interrupt.milliseconds);
  if (Atomics.load(interrupt.flag, 0) !== 0) throw new AbortedError();
}

/**
 * The class of the buffer with the flag that stops threads. Web pages have shared memory only if their server
 * enables it; without it, the flag works in one thread only.
 */
const FlagBuffer = typeof SharedArrayBuffer === "undefined" ? ArrayBuffer : SharedArrayBuffer;

const LONGEST_TIMER = 2 ** 31 - 1;

export interface Control {
  readonly signal?: AbortSignal | undefined;
  /** A time on the clock `performance.now()`; at that time the solve throws `TimeLimitError`. */
  readonly deadline?: number | undefined;
  /** The time limit in milliseconds, for the error message; by default, the time left until `deadline`. */
  readonly timeLimit?: number | undefined;
}

/** Ends one request, for any reason: a flag stops running threads, and a signal stops promises. */
export class Stop {
  readonly interrupt: Interrupt;
  #controller: AbortController | undefined;
  /** The error that ended the request; undefined while it runs. */
  ended: LineupError | undefined;
  readonly #release: () => void;

  constructor({ signal, deadline, timeLimit }: Control) {
    const left = deadline === undefined ? Number.POSITIVE_INFINITY : deadline - performance.now();
    const milliseconds = timeLimit ?? Math.max(0, Math.round(left));
    this.interrupt = {
      flag: new Int32Array(new FlagBuffer(Int32Array.BYTES_PER_ELEMENT)),
      deadline: performance.timeOrigin + performance.now() + left,
      milliseconds,
    };
    const onAbort = () => this.end(new AbortedError(signal?.reason));
    const timer = setTimeout(
      () => this.end(new TimeLimitError(milliseconds)),
      Math.min(Math.max(0, left), LONGEST_TIMER),
    );
    // In Node, an unreferenced timer does not keep the process alive.
    if (typeof timer === "object") timer.unref();
    if (left > LONGEST_TIMER) clearTimeout(timer);
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#release = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
    if (signal?.aborted) onAbort();
    else if (left <= 0) this.end(new TimeLimitError(milliseconds));
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.ended !== undefined) this.#controller.abort(this.ended);
    }
    return this.#controller.signal;
  }

  throwIfEnded(): void {
    if (this.ended !== undefined) throw this.ended;
  }

  end(error: LineupError): void {
    if (this.ended !== undefined) return;
    this.ended = error;
    this.#release();
    Atomics.store(this.interrupt.flag, 0, 1);
    this.#controller?.abort(error);
  }
}
