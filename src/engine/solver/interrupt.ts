import { AbortedError, TimeLimitError } from "../../shared/errors.ts";

/** What ends a solve early, in a form that crosses threads and can be asked in the middle of a computation. */
export interface Interrupt {
  /** One element over shared memory; anything but 0 means that nobody waits for the answer. */
  readonly flag: Int32Array;
  /** Milliseconds since the epoch by which the solve must end; infinite where there is no limit. */
  readonly deadline: number;
  /** The length of the limit that `deadline` ends, for the error that names it. */
  readonly milliseconds: number;
}

/** Milliseconds since the epoch with the resolution of `performance.now()`, the same in every thread. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

export function isInterrupted(interrupt: Interrupt): boolean {
  return Atomics.load(interrupt.flag, 0) !== 0 || now() >= interrupt.deadline;
}

/** @throws AbortedError, TimeLimitError when the solve must end. */
export function throwIfInterrupted(interrupt: Interrupt): void {
  if (Atomics.load(interrupt.flag, 0) !== 0) throw new AbortedError();
  if (now() >= interrupt.deadline) throw new TimeLimitError(interrupt.milliseconds);
}
