import type { Clock } from "../../../shared/clock.ts";
import { Recent } from "../../../shared/collections.ts";
import type { FantasyPerformanceDocument } from "../../../shared/schema/performances.ts";
import { joinProjections, splitByEvent } from "../../../shared/schema/plain.ts";
import { ServiceTimeoutError } from "../../client/service-error.ts";
import type { WaitBounds } from "../admission.ts";

/** The projections of some games and their age. */
export interface Projections {
  /** Checked by `checkProjections`; the same object comes again as long as nothing changed. */
  readonly document: FantasyPerformanceDocument;
  /** When the oldest part was last confirmed by the prediction service; null if it never came from there. */
  readonly fetchedAt: Date | null;
  /** True if the service could not be asked although it was time to. */
  readonly stale: boolean;
}

/** What may end a reading of projections. */
export interface ReadControl {
  /** Whose request it is: the hash of his API key. */
  readonly caller: string;
  /** Aborts when the caller leaves or his time is up. */
  readonly signal: AbortSignal;
}

/** How often projections came from the cache. */
export interface CacheCounts {
  readonly hits: number;
  readonly misses: number;
  readonly stale: number;
}

/** Where a handler's projections come from. */
export interface ProjectionSource {
  /**
   * The projections of the games, which are lower-case GUIDs; none for a game that is not known.
   * @throws ServiceError, AbortedError
   */
  projections(sport: string, games: readonly string[], control: ReadControl): Promise<Projections>;
  /** Whether requests can be expected to find projections. Never waits. */
  isReady(): boolean;
  /** How often projections came from the cache so far. */
  counts(): CacheCounts;
}

/** How many sets of games are remembered. */
const REMEMBERED = 100;

interface Join {
  readonly parts: readonly FantasyPerformanceDocument[];
  readonly whole: FantasyPerformanceDocument;
}

/** Joins games' documents into one, and remembers the last joins: equal parts give the same object. */
export class Joins {
  readonly #joins = new Recent<Join>(REMEMBERED);

  join(key: string, parts: readonly FantasyPerformanceDocument[]): FantasyPerformanceDocument {
    const known = this.#joins.get(key);
    if (known?.parts.length === parts.length && parts.every((part, index) => part === known.parts[index]))
      return known.whole;
    const whole = joinProjections(parts);
    this.#joins.set(key, { parts, whole });
    return whole;
  }
}

/**
 * Projections that never change: those of a FantasyPerformance document. Games are told apart by their GUIDs alone, so
 * one document may serve several sports.
 * @throws InvalidRequestError if the document breaks its schema.
 */
export function documentProjections(document: FantasyPerformanceDocument): ProjectionSource {
  const byEvent = splitByEvent(document);
  const joins = new Joins();
  return {
    projections: async (_sport, games) => {
      const parts = games.flatMap((game) => byEvent.get(game) ?? []);
      return { document: joins.join(games.join(), parts), fetchedAt: null, stale: false };
    },
    isReady: () => true,
    counts: () => ({ hits: 0, misses: 0, stale: 0 }),
  };
}

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
