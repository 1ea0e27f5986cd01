import { AbortedError, type LineupError, TimeLimitError } from "../../shared/errors.ts";
import type { Control } from "../solver/contract.ts";
import type { Interrupt } from "../solver/interrupt.ts";

/**
 * The class of the buffer with the flag that stops threads. Web pages have shared memory only if their server
 * enables it; without it, the flag works in one thread only.
 */
const FlagBuffer = typeof SharedArrayBuffer === "undefined" ? ArrayBuffer : SharedArrayBuffer;

/** The longest delay that a timer accepts, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Ends one request, for any reason: a flag stops running threads, and a signal stops promises. */
export class Stop {
  readonly interrupt: Interrupt;
  /** Created on demand: most searches end without use of the signal. */
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

  /** Ends the request once, and stops all of its running work. */
  end(error: LineupError): void {
    if (this.ended !== undefined) return;
    this.ended = error;
    this.#release();
    Atomics.store(this.interrupt.flag, 0, 1);
    this.#controller?.abort(error);
  }
}
