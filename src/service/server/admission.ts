import { type Clock, withResolvers } from "../../shared/clock.ts";
import { TimeLimitError } from "../../shared/errors.ts";
import { bounded } from "../client/abort.ts";
import { RefusedError } from "./answer-error.ts";

const RETRY_AFTER = 1;

export interface Place extends Disposable {
  /** Aborted when the client leaves, or with a RefusedError that the request is to be answered with. */
  readonly signal: AbortSignal;
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
        ended.abort(reason);
      },
    };
    own.add(member);
    this.#size += 1;
    return {
      signal: ended.signal,
      keep: (isKept = true) => (member.kept = isKept),
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
  /** The keys of the work that runs. */
  readonly #running: string[] = [];
  readonly #clock: Clock;

  constructor(slots: number, clock: Clock) {
    this.#slots = slots;
    this.#clock = clock;
  }

  get running(): number {
    return this.#running.length;
  }

  #runningOf(key: string): number {
    return this.#running.filter((one) => one === key).length;
  }

  #admits(key: string): boolean {
    return this.running < this.#slots && this.#runningOf(key) < Math.max(1, this.#slots - 1);
  }

  async enter(key: string, bounds: WaitBounds): Promise<Disposable> {
    if (this.#admits(key)) this.#running.push(key);
    else await this.#turn(key, bounds);
    let left = false;
    const release = () => {
      if (!left) this.#release(key);
      left = true;
    };
    return { [Symbol.dispose]: release };
  }

  async #turn(key: string, { signal, deadline, timeLimit }: WaitBounds): Promise<void> {
    const waiting = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, waiting);
    const { promise, resolve: enter } = withResolvers<void>();
    waiting.add(enter);
    const late = () => new TimeLimitError(timeLimit);
    try {
      await bounded(this.#clock, [signal], deadline - this.#clock.elapsed(), late, () => promise);
    } catch (error) {
      // The slot may have come together with the reason not to take it.
      if (!waiting.delete(enter)) this.#release(key);
      else if (waiting.size === 0) this.#waiting.delete(key);
      throw error;
    }
  }

  #release(key: string): void {
    this.#running.splice(this.#running.indexOf(key), 1);
    const [next] = [...this.#waiting.keys()]
      .filter((one) => this.#admits(one))
      .sort((a, b) => this.#runningOf(a) - this.#runningOf(b));
    if (next === undefined) return;
    const waiting = this.#waiting.get(next)!;
    const [enter] = waiting;
    waiting.delete(enter!);
    // Move the key to the end: among keys with equally many running, the one served longest ago is next.
    this.#waiting.delete(next);
    if (waiting.size > 0) this.#waiting.set(next, waiting);
    this.#running.push(next);
    enter!();
  }
}
