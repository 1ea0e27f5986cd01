import { writeSync } from "node:fs";

/** The file descriptor of standard error. */
export const STANDARD_ERROR = 2;

/** Milliseconds between looks whether a full pipe takes more, and for how long that is tried by default. */
const PAUSE = 10;
const PATIENCE = 60_000;

/**
 * Says something on standard error before the process ends at once. A pipe does not wait for its reader by itself: what
 * a full one does not take would be lost.
 */
export function sayLast(text: string, patience = PATIENCE): void {
  const bytes = Buffer.from(text);
  const late = performance.now() + patience;
  let said = 0;
  while (said < bytes.length) {
    try {
      said += writeSync(STANDARD_ERROR, bytes, said);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN" || performance.now() > late) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, PAUSE);
    }
  }
}
