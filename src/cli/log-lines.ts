import { write, writeSync } from "node:fs";

const STANDARD_ERROR = 2;

/** Milliseconds between attempts to write to a full pipe. */
const RETRY_MS = 10;
const RETRY_LIMIT = 60_000;

/** Writes before the process ends; retries a full pipe for up to `patience` milliseconds. */
export function sayLast(text: string, patience = RETRY_LIMIT): void {
  const bytes = Buffer.from(text);
  const late = performance.now() + patience;
  let said = 0;
  while (said < bytes.length) {
    try {
      said += writeSync(STANDARD_ERROR, bytes, said);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN" || performance.now() > late) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, RETRY_MS);
    }
  }
}

/** Maximum bytes of lines that wait for a slow reader; further lines are dropped. */
const MOST_WAITING = 4_000_000;

/** When this many bytes of lines wait, they are written at once, without waiting for `DELAY_MS`. */
const BATCH_BYTES = 4_096;

/** Milliseconds after which waiting lines are written, and after which a failed write is retried. */
const DELAY_MS = 200;

/** Milliseconds to wait at the end for a slow reader. */
const PATIENCE_MS = 2_000;

/** Never blocks requests. Retries a full pipe or disk, at the end only for `PATIENCE_MS`. */
export class LogLines implements AsyncDisposable {
  #lines: string[] = [];
  #bytes = 0;
  #batch = Buffer.alloc(0);
  #isWriting = false;
  #onWritten: (error: Error | null) => void = () => {};
  readonly #flushing = setInterval(() => this.#write(), DELAY_MS).unref();
  readonly #onExit = () => sayLast(this.#rest(), PATIENCE_MS);

  constructor() {
    process.on("exit", this.#onExit);
  }

  write(line: string): void {
    const bytes = Buffer.byteLength(line);
    if (this.#bytes + bytes > MOST_WAITING) return;
    this.#lines.push(line);
    this.#bytes += bytes;
    if (this.#bytes >= BATCH_BYTES) this.#write();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#flushing);
    await new Promise<void>((resolve) => {
      setTimeout(resolve, PATIENCE_MS).unref();
      this.#onWritten = (error) => {
        const isDone = this.#bytes === 0 || (error !== null && !isBusy(error));
        if (isDone) resolve();
        else if (error === null) this.#write();
        else setTimeout(() => this.#write(), DELAY_MS);
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
      if (error === null && this.#bytes >= BATCH_BYTES) this.#write();
      this.#onWritten(error);
    });
  }

  #rest(): string {
    return (this.#isWriting ? "" : this.#batch.toString()) + this.#lines.join("");
  }
}

function isBusy({ code }: NodeJS.ErrnoException): boolean {
  return code === "EAGAIN" || code === "EBUSY";
}
