import type { Clock } from "../../shared/clock.ts";
import { AbortedError, TimeLimitError } from "../../shared/errors.ts";
import { RefusedError } from "./answer-error.ts";

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
export class Admission {
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

/** What may end the wait for a turn. */
export interface WaitBounds {
  readonly signal: AbortSignal;
  /** A moment of the clock's `elapsed`. */
  readonly deadline: number;
  /** Milliseconds from the start to the deadline, for the error. */
  readonly timeLimit: number;
}

/**
 * Lets a few pieces of work run at a time. A free slot goes to the key that has the fewest running, then to the key
 * that waits longest, so that who asks much delays himself and nobody else.
 */
export class Semaphore {
  readonly #slots: number;
  /** Who waits, by key, first come first; a key without anybody waiting is not there. */
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

  /**
   * Waits for a slot, which is free again when the answer is disposed of.
   * @throws AbortedError, or what the signal was aborted with if that is one of this package's errors; TimeLimitError.
   */
  async enter(key: string, bounds: WaitBounds): Promise<Disposable> {
    if (this.#running >= this.#slots) await this.#turn(key, bounds);
    else this.#take(key);
    let left = false;
    return {
      [Symbol.dispose]: () => {
        if (left) return;
        left = true;
        this.#release(key);
      },
    };
  }

  #turn(key: string, { signal, deadline, timeLimit }: WaitBounds): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#forget(key, enter);
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
      const known = this.#waiting.get(key);
      if (known) known.add(enter);
      else this.#waiting.set(key, new Set([enter]));
      if (signal.aborted) abort();
      else signal.addEventListener("abort", abort);
    });
  }

  #forget(key: string, enter: () => void): void {
    const waiting = this.#waiting.get(key);
    waiting?.delete(enter);
    if (waiting?.size === 0) this.#waiting.delete(key);
  }

  #take(key: string): void {
    this.#running += 1;
    this.#runningOf.set(key, (this.#runningOf.get(key) ?? 0) + 1);
  }

  #release(key: string): void {
    this.#running -= 1;
    const left = this.#runningOf.get(key)! - 1;
    if (left === 0) this.#runningOf.delete(key);
    else this.#runningOf.set(key, left);
    this.#callNext();
  }

  #callNext(): void {
    let next: string | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const key of this.#waiting.keys()) {
      const running = this.#runningOf.get(key) ?? 0;
      if (running >= fewest) continue;
      [next, fewest] = [key, running];
    }
    if (next === undefined) return;
    const waiting = this.#waiting.get(next)!;
    const [enter] = waiting;
    // To the end: among keys with as many running, the one that was called longest ago is next.
    this.#waiting.delete(next);
    this.#waiting.set(next, waiting);
    this.#take(next);
    enter!();
  }
}
