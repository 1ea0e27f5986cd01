/** Lets work go on together, and some of it only alone. */
export class Turns {
  readonly #running = new Set<Promise<unknown>>();
  #alone: Promise<unknown> = Promise.resolve();

  /** Beside other work of this kind. */
  async together<Result>(work: () => Promise<Result>): Promise<Result> {
    const run = this.#alone.then(work);
    this.#running.add(run);
    try {
      return await run;
    } finally {
      this.#running.delete(run);
    }
  }

  /** When all that came before is done; what comes later waits. */
  alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const run = Promise.allSettled([this.#alone, ...this.#running]).then(work);
    this.#alone = run.catch(() => {});
    return run;
  }
}
