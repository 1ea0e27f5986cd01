import type { Clock } from "../../../shared/clock.ts";
import { ServiceTimeoutError } from "../../client/service-error.ts";
import type { WaitBounds } from "../gate.ts";
import type { ReadControl } from "./source.ts";

/** What ends a reading of projections. Its signal and timer are made when asked for: most readings are over at once. */
export class ReadBounds implements ReadControl, Disposable {
  readonly caller: string;
  readonly #bounds: WaitBounds;
  readonly #clock: Clock;
  #late: { readonly own: AbortController; readonly signal: AbortSignal; readonly cancel: () => void } | null =
    null;

  constructor(caller: string, bounds: WaitBounds, clock: Clock) {
    this.caller = caller;
    this.#bounds = bounds;
    this.#clock = clock;
  }

  /** Aborts with the reason, or with `timeout()` when the time is up. */
  get signal(): AbortSignal {
    this.#late ??= this.#watch();
    return this.#late.signal;
  }

  /** What a reading ends with whose time is up. */
  timeout(): ServiceTimeoutError {
    return new ServiceTimeoutError(
      `The prediction service had not given the projections of the listed games after ${this.#bounds.timeLimit} ms. Try again later.`,
    );
  }

  /** Whether the time was up before anything else ended the reading. */
  get isLate(): boolean {
    return this.#late?.own.signal.aborted === true && !this.#bounds.signal.aborted;
  }

  #watch() {
    const { signal, deadline } = this.#bounds;
    const own = new AbortController();
    const left = Math.max(0, deadline - this.#clock.elapsed());
    const cancel = this.#clock.later(left, () => own.abort(this.timeout()));
    return { own, signal: AbortSignal.any([signal, own.signal]), cancel };
  }

  [Symbol.dispose](): void {
    this.#late?.cancel();
  }
}
