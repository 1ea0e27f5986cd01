import { turn } from "../../../shared/turn.ts";

/** Bytes of a body that is read in a turn of its own; a slate of hundreds of players has a third of them. */
const LARGE = 200_000;

/**
 * Has large bodies read one after another, each in a turn of the event loop of its own: many may arrive in one turn, and
 * nobody else would be answered until all are read.
 */
export class LargeBodies {
  #last: Promise<void> = Promise.resolve();

  /** Settles when a body of so many bytes may be read: at once where it is none of the large ones. */
  async wait(bytes: number): Promise<void> {
    if (bytes < LARGE) return;
    this.#last = this.#last.then(turn);
    await this.#last;
  }
}
