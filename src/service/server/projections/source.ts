import { Recent } from "../../../shared/collections.ts";
import type { FantasyPerformanceDocument } from "../../../shared/schema/performances.ts";
import { joinProjections, splitByEvent } from "../../../shared/schema/plain.ts";

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
