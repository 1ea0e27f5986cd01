import type { FantasyPerformanceDocument } from "../../../shared/schema/performances.ts";

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
