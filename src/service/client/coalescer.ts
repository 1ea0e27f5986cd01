import { abortable, throwIfAborted } from "./abort.ts";

/** A running piece of work and the number of callers that wait for it. */
interface Flight<T> {
  readonly controller: AbortController;
  readonly result: Promise<T>;
  callers: number;
}

/**
 * Shares one running piece of work among simultaneous callers of the same key. A caller whose signal aborts
 * stops waiting; when no caller waits any more, the work is aborted.
 */
export class Coalescer<T> {
  readonly #flights = new Map<string, Flight<T>>();

  /**
   * Joins the work running for `key`, or starts it. The signal that `start` receives aborts when no caller is
   * left.
   */
  async join(
    key: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    throwIfAborted(signal);
    const flight = this.#flights.get(key) ?? this.#start(key, start);
    flight.callers += 1;
    try {
      return await abortable(flight.result, signal);
    } finally {
      flight.callers -= 1;
      if (flight.callers === 0) this.#end(key, flight);
    }
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    const flight: Flight<T> = { controller, result: start(controller.signal), callers: 0 };
    this.#flights.set(key, flight);
    const settled = () => this.#end(key, flight);
    flight.result.then(settled, settled);
    return flight;
  }

  /** Forgets work that is finished or aborted, so that no later caller joins it. */
  #end(key: string, flight: Flight<T>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
    flight.controller.abort();
  }
}
