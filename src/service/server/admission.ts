import type { Clock } from "../../shared/clock.ts";
import { AbortedError, TimeLimitError } from "../../shared/errors.ts";
import { RefusedError } from "./answer-error.ts";

const RETRY_AFTER = 1;

export interface Place extends Disposable {
  /** Aborted when the client leaves, another key's request takes the place, or all requests are dismissed. */
  readonly signal: AbortSignal;
  refusal(): RefusedError | undefined;
  /** Protects the place from requests of other keys; `keep(false)` ends the protection. */
  keep(isKept?: boolean): void;
}

interface Member {
  kept: boolean;
  readonly turnAway: (reason: RefusedError) => void;
}

/**
 * The requests that are accepted and not yet answered, each with a place. When all places are taken, a
 * request takes over the newest unprotected place of the API key with the most places, if its own key has at
 * least two places fewer. Otherwise it is refused.
 */
export class Admission {
  readonly #places: number;
  readonly #members = new Map<string, Set<Member>>();
  #size = 0;

  constructor(places: number) {
    this.#places = places;
  }

  get size(): number {
    return this.#size;
  }

  /** @throws RefusedError (503) if every place is taken and none can be taken over. */
  admit(key: string, gone?: AbortSignal): Place {
    if (this.#size >= this.#places) this.#makeRoom(key);
    const ended = new AbortController();
    let refusal: RefusedError | undefined;
    const go = () => ended.abort(gone?.reason);
    if (gone?.aborted) go();
    // `AbortSignal.any` costs more than everything else here.
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
      `The server is busy: it has ${this.#places} requests in progress, and your key has its share of them. Try again in ${RETRY_AFTER} s.`,
      { headers: { "retry-after": String(RETRY_AFTER) } },
    );
  }
}

export interface WaitBounds {
  readonly signal: AbortSignal;
  readonly deadline: number;
  readonly timeLimit: number;
}

/**
 * Limits how many pieces of work run at a time: each needs a slot. A free slot goes to the waiting key with
 * the fewest running; keys with equally few take turns. No key takes the last slot, if there are several, so
 * a busy key delays only itself.
 */
export class Semaphore {
  readonly #slots: number;
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #runningOf = new Map<string, number>();
  readonly #clock: Clock;
  #running = 0;

  constructor(slots: number, clock: Clock) {
    this.#slots = slots;
    this.#clock = clock;
  }

  get running(): number {
    return this.#running;
  }

  #isSated(key: string): boolean {
    return (this.#runningOf.get(key) ?? 0) >= Math.max(1, this.#slots - 1);
  }

  async enter(key: string, bounds: WaitBounds): Promise<Disposable> {
    if (this.#running >= this.#slots || this.#isSated(key)) await this.#turn(key, bounds);
    else this.#take(key);
    let left = false;
    const release = () => {
      if (left) return;
      left = true;
      this.#running -= 1;
      this.#runningOf.set(key, this.#runningOf.get(key)! - 1);
      if (this.#runningOf.get(key) === 0) this.#runningOf.delete(key);
      this.#callNext();
    };
    return { [Symbol.dispose]: release };
  }

  #turn(key: string, { signal, deadline, timeLimit }: WaitBounds): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(key) ?? new Set();
      this.#waiting.set(key, waiting);
      const leave = () => {
        waiting.delete(enter);
        if (waiting.size === 0) this.#waiting.delete(key);
        signal.removeEventListener("abort", abort);
        cancel();
      };
      const enter = () => {
        leave();
        resolve();
      };
      const abort = () => {
        leave();
        reject(new AbortedError(signal.reason));
      };
      const cancel = this.#clock.later(Math.max(0, deadline - this.#clock.elapsed()), () => {
        leave();
        reject(new TimeLimitError(timeLimit));
      });
      waiting.add(enter);
      if (signal.aborted) abort();
      else signal.addEventListener("abort", abort);
    });
  }

  #take(key: string): void {
    this.#running += 1;
    this.#runningOf.set(key, (this.#runningOf.get(key) ?? 0) + 1);
  }

  #callNext(): void {
    let next: string | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const key of this.#waiting.keys()) {
      const running = this.#runningOf.get(key) ?? 0;
      if (running >= fewest || this.#isSated(key)) continue;
      [next, fewest] = [key, running];
    }
    if (next === undefined) return;
    const waiting = this.#waiting.get(next)!;
    const [enter] = waiting;
    // Move the key to the end: among keys with equally many running, the one served longest ago is next.
    this.#waiting.delete(next);
    this.#waiting.set(next, waiting);
    this.#take(next);
    enter!();
  }
}
