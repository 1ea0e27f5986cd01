import { RefusedError } from "./refusal.ts";

/** Seconds after which a client may try again when every place is taken. */
const RETRY_AFTER = 1;

/** A request's place among those accepted and not yet answered; disposing of it gives the place back. */
export interface Place extends Disposable {
  /** Aborted when the request's client leaves, or the place is given to another key's request, or all are dismissed. */
  readonly signal: AbortSignal;
  /** Why the place was taken away; undefined where it was not. */
  refusal(): RefusedError | undefined;
  /** From now on no other key's request gets the place, or, with false, may get it again. */
  keep(isKept?: boolean): void;
}

interface Member {
  kept: boolean;
  readonly turnAway: (reason: RefusedError) => void;
}

/**
 * The requests accepted and not yet answered, a bounded number. When all places are taken, a request of a key that has
 * fewer of them than another key gets the newest of that key's.
 */
export class Crowd {
  readonly #places: number;
  /** Each key's requests, oldest first. */
  readonly #members = new Map<string, Set<Member>>();
  #size = 0;

  constructor(places: number) {
    this.#places = places;
  }

  get size(): number {
    return this.#size;
  }

  /**
   * A place for a request of this key, whose client is `gone` when that signal is aborted.
   * @throws RefusedError (503) when every place is taken and no other key has more of them.
   */
  admit(key: string, gone?: AbortSignal): Place {
    if (this.#size >= this.#places) this.#makeRoom(key);
    const ended = new AbortController();
    let refusal: RefusedError | undefined;
    const go = () => ended.abort(gone?.reason);
    if (gone?.aborted) go();
    // Not `AbortSignal.any`, which costs more than all else of a place.
    else gone?.addEventListener("abort", go, { once: true });
    const own = this.#members.get(key) ?? new Set();
    this.#members.set(key, own);
    const leave = () => {
      if (!own.delete(member)) return;
      gone?.removeEventListener("abort", go);
      this.#size -= 1;
      if (own.size === 0) this.#members.delete(key);
    };
    const member: Member = {
      kept: false,
      turnAway: (reason) => {
        leave();
        refusal = reason;
        ended.abort(reason);
      },
    };
    own.add(member);
    this.#size += 1;
    return {
      signal: ended.signal,
      refusal: () => refusal,
      keep: (isKept = true) => {
        member.kept = isKept;
      },
      [Symbol.dispose]: leave,
    };
  }

  /** Turns everybody away, those included who keep their places. */
  dismiss(reason: RefusedError): void {
    for (const members of [...this.#members.values()])
      for (const member of [...members]) member.turnAway(reason);
  }

  #makeRoom(key: string): void {
    const ownSize = this.#members.get(key)?.size ?? 0;
    let largest: ReadonlySet<Member> | undefined;
    for (const members of this.#members.values())
      if (members.size > (largest?.size ?? ownSize + 1)) largest = members;
    const newest = [...(largest ?? [])].findLast((member) => !member.kept);
    if (newest === undefined) throw this.#refusal();
    newest.turnAway(this.#refusal());
  }

  #refusal(): RefusedError {
    return new RefusedError(
      "queue-full",
      `${this.#places} requests are being answered already, and your key has its share of them. Try again in ${RETRY_AFTER} s.`,
      { headers: { "retry-after": String(RETRY_AFTER) } },
    );
  }
}
