import { RefusedError } from "./refusal.ts";

/** Seconds after which a client may try again when every place is taken. */
const RETRY_AFTER = 1;

/** A request's place among those accepted and not yet answered; disposing of it gives the place back. */
export interface Place extends Disposable {
  /** Aborted with a RefusedError if the place was given to another key's request. */
  readonly signal: AbortSignal;
  /** From now on the request keeps its place to the end. */
  keep(): void;
}

/**
 * The requests accepted and not yet answered, a bounded number. When all places are taken, a request of a key that has
 * fewer of them than another key gets the newest of that key's.
 */
export class Crowd {
  readonly #places: number;
  /** How to turn away each key's requests, oldest first; those that keep their places hold null. */
  readonly #members = new Map<string, Map<symbol, (() => void) | null>>();
  #size = 0;

  constructor(places: number) {
    this.#places = places;
  }

  get size(): number {
    return this.#size;
  }

  /** @throws RefusedError (503) when every place is taken and no other key has more of them. */
  admit(key: string): Place {
    if (this.#size >= this.#places) this.#makeRoom(key);
    const turnedAway = new AbortController();
    const id = Symbol();
    const own = this.#members.get(key) ?? new Map<symbol, (() => void) | null>();
    this.#members.set(key, own);
    const leave = () => {
      if (!own.delete(id)) return;
      this.#size -= 1;
      if (own.size === 0) this.#members.delete(key);
    };
    own.set(id, () => {
      leave();
      turnedAway.abort(this.#refusal());
    });
    this.#size += 1;
    return {
      signal: turnedAway.signal,
      keep: () => {
        if (own.has(id)) own.set(id, null);
      },
      [Symbol.dispose]: leave,
    };
  }

  #makeRoom(key: string): void {
    const ownSize = this.#members.get(key)?.size ?? 0;
    let largest: ReadonlyMap<symbol, (() => void) | null> | undefined;
    for (const members of this.#members.values())
      if (members.size > (largest?.size ?? ownSize + 1)) largest = members;
    const turnAway = [...(largest?.values() ?? [])].findLast((member) => member !== null);
    if (turnAway == null) throw this.#refusal();
    turnAway();
  }

  #refusal(): RefusedError {
    return new RefusedError(
      "queue-full",
      `${this.#places} requests are being answered already, and your key has its share of them. Try again in ${RETRY_AFTER} s.`,
      { headers: { "retry-after": String(RETRY_AFTER) } },
    );
  }
}
