import { AbortedError, TimeLimitError } from "../../shared/errors.ts";

/** Ends a solve early; it can be sent between threads and checked during a computation. */
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

/** Milliseconds until the deadline; infinite for no limit. */
export function timeLeft({ deadline, now: clock = now }: Interrupt): number {
  return deadline - clock();
}

/**
 * Returns the interrupt with an earlier deadline: after the fraction `part` (0 to 1) of the time that is
 * left.
 */
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
