import { turn } from "../../../../shared/turn.ts";
import { type Interrupt, throwIfInterrupted } from "../../interrupt.ts";

/** Work between two looks at the interrupt. */
const STRIDE = 2e6;

/** Counts the steps of a search, which ends after so many of them: at the same place in every run, whatever the time. */
export class Effort {
  readonly #most: number;
  readonly #interrupt: Interrupt;
  #done = 0;
  #looked = Number.NEGATIVE_INFINITY;

  constructor(most: number, interrupt: Interrupt) {
    this.#most = most;
    this.#interrupt = interrupt;
  }

  add(steps: number): void {
    this.#done += steps;
  }

  get isOver(): boolean {
    return this.#done >= this.#most;
  }

  /**
   * Now and then lets other events have their turn.
   * @throws AbortedError, TimeLimitError
   */
  async breathe(): Promise<void> {
    if (this.#done <= this.#looked + STRIDE) return;
    this.#looked = this.#done;
    await turn();
    throwIfInterrupted(this.#interrupt);
  }
}
