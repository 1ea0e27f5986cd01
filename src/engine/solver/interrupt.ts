import { AbortedError, TimeLimitError } from "../../shared/errors.ts";

/** Ends a solve early; it can be sent between threads and checked during a computation. */
export interface Interrupt {
  /** One element in shared memory; nonzero means that the caller no longer waits. */
  readonly flag: Int32Array;
  /** The deadline in milliseconds since the epoch; infinite for no limit. */
  readonly deadline: number;
  /** The length of the limit that ends at `deadline`, for the error. */
  readonly milliseconds: number;
}

/** Milliseconds since the epoch with the resolution of `performance.now()`, the same in every thread. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

export function isInterrupted(interrupt: Interrupt): boolean {
  return Atomics.load(interrupt.flag, 0) !== 0 || now() >= interrupt.deadline;
}

/** @throws AbortedError, TimeLimitError if the solve must end. */
export function throwIfInterrupted(interrupt: Interrupt): void {
  // At the deadline the caller stops waiting too; what was found by then is still an answer.
  if (now() >= interrupt.deadline) throw new TimeLimitError(interrupt.milliseconds);
  if (Atomics.load(interrupt.flag, 0) !== 0) throw new AbortedError();
}
