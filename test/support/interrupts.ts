import type { Interrupt } from "../../src/engine/solver/interrupt.ts";
import { now } from "../../src/engine/solver/interrupt.ts";

/** Never interrupts a solve. */
export function free(): Interrupt {
  return { flag: new Int32Array(1), deadline: Number.POSITIVE_INFINITY, milliseconds: 0 };
}

/** A limit of this many milliseconds from now. */
export function within(milliseconds: number): Interrupt {
  return { flag: new Int32Array(1), deadline: now() + milliseconds, milliseconds };
}

/** Stopped before it starts. */
export function stopped(): Interrupt {
  return { ...free(), flag: Int32Array.of(1) };
}
