import { writeSync } from "node:fs";

/** The file descriptor of standard error. */
export const STANDARD_ERROR = 2;

/** Milliseconds between attempts to write to a full pipe, and the default time limit. */
const PAUSE = 10;
const PATIENCE = 60_000;

/** Writes to standard error before the process ends, and retries while a pipe is full. */
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
