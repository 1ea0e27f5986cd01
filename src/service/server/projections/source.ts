import type { Clock } from "../../../shared/clock.ts";
import { Recent } from "../../../shared/collections.ts";
import type { FantasyPerformanceDocument } from "../../../shared/schema/performances.ts";
import { joinProjections, splitByEvent } from "../../../shared/schema/plain.ts";
import { ServiceTimeoutError } from "../../client/service-error.ts";
import type { WaitBounds } from "../admission.ts";

/** The projections of some games and their age. */
export interface Projections {
  /** Checked by `checkProjections`; the same object is returned until something changes. */
  readonly document: FantasyPerformanceDocument;
  /** When the prediction service last confirmed the oldest part; null if it never came from there. */
  readonly fetchedAt: Date | null;
  /** True if a refresh was due but the service could not be reached. */
  readonly stale: boolean;
}

/** What can end a reading of projections. */
export interface ReadControl {
  /** The hash of the caller's API key. */
  readonly caller: string;
  /** Aborts when the caller leaves or the time limit is reached. */
  readonly signal: AbortSignal;
}

/** How often projections came from the cache. */
export interface CacheCounts {
  readonly hits: number;
  readonly misses: number;
  readonly stale: number;
}

/** The source of a handler's projections. */
export interface ProjectionSource {
  /** The projections of games, given as lower-case GUIDs. @throws ServiceError, AbortedError */
  projections(sport: string, games: readonly string[], control: ReadControl): Promise<Projections>;
  /** Whether requests are likely to find projections. Never waits. */
  isReady(): boolean;
  /** How often projections have come from the cache. */
  counts(): CacheCounts;
}

/** How many sets of games are cached. */
const REMEMBERED = 100;

interface Join {
  readonly parts: readonly FantasyPerformanceDocument[];
  readonly whole: FantasyPerformanceDocument;
}

/** Joins games' documents into one and caches the last results: equal parts return the same object. */
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
 * Constant projections from a FantasyPerformance document. Games are identified by GUID alone, so one
 * document may serve several sports.
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

/** Bounds a reading of projections. Signal and timer are made on demand: most readings end at once. */
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

  /** Aborts with the reason, or with `timeout()` at the time limit. */
  get signal(): AbortSignal {
    this.#late ??= this.#watch();
    return this.#late.signal;
  }

  /** The error of a reading that reaches its time limit. */
  timeout(): ServiceTimeoutError {
    return new ServiceTimeoutError(
      `The prediction service had not given the projections of the listed games after ${this.#bounds.timeLimit} ms. Try again later.`,
    );
  }

  /** Whether the time limit ended the reading first. */
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
