import { write } from "node:fs";
import { STANDARD_ERROR, sayLast } from "./last-words.ts";

/** Bytes of lines that may wait for a slow reader; then lines are dropped. */
const MOST_WAITING = 4_000_000;

/** Bytes of lines written at once while requests come fast. */
const BATCH = 4_096;

/** Milliseconds after which lines are written, however few, and after which a write that failed is tried again. */
const DELAY = 200;

/** Milliseconds that a slow reader has for the last lines. */
const PATIENCE = 2_000;

/**
 * Log lines on standard error, written without holding up requests. What cannot be written (the pipe or the disk is
 * full) waits, is tried again, and is given up when the process ends: a log never keeps a process alive.
 */
export class LogLines implements AsyncDisposable {
  #lines: string[] = [];
  #bytes = 0;
  /** What is being written, or has to be written first. */
  #batch = Buffer.alloc(0);
  #isWriting = false;
  /** Called when a write has ended, with its error. */
  #onWritten: (error: Error | null) => void = () => {};
  readonly #flushing = setInterval(() => this.#write(), DELAY).unref();
  readonly #onExit = () => sayLast(this.#rest(), PATIENCE);

  constructor() {
    process.on("exit", this.#onExit);
  }

  /** Takes a line with its end. */
  write(line: string): void {
    const bytes = Buffer.byteLength(line);
    if (this.#bytes + bytes > MOST_WAITING) return;
    this.#lines.push(line);
    this.#bytes += bytes;
    if (this.#bytes >= BATCH) this.#write();
  }

  /** Settles when all lines are written, or one write failed, or the reader took too long. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#flushing);
    await new Promise<void>((resolve) => {
      setTimeout(resolve, PATIENCE).unref();
      this.#onWritten = (error) => {
        const isDone = this.#bytes === 0 || (error !== null && !isBusy(error));
        if (isDone) resolve();
        else if (error === null) this.#write();
        else setTimeout(() => this.#write(), DELAY);
      };
      if (this.#bytes === 0) resolve();
      else this.#write();
    });
    process.off("exit", this.#onExit);
  }

  #write(): void {
    if (this.#isWriting || this.#bytes === 0) return;
    this.#batch = Buffer.concat([this.#batch, Buffer.from(this.#lines.join(""))]);
    this.#lines = [];
    this.#isWriting = true;
    write(STANDARD_ERROR, this.#batch, (error, written) => {
      this.#isWriting = false;
      this.#batch = this.#batch.subarray(error ? 0 : written);
      this.#bytes -= error ? 0 : written;
      if (error === null && this.#bytes >= BATCH) this.#write();
      this.#onWritten(error);
    });
  }

  #rest(): string {
    return (this.#isWriting ? "" : this.#batch.toString()) + this.#lines.join("");
  }
}

/** Whether a write may succeed in a moment: its reader has not caught up. */
function isBusy({ code }: NodeJS.ErrnoException): boolean {
  return code === "EAGAIN" || code === "EBUSY";
}
