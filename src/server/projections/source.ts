import type { FantasyPerformanceDocument } from "../../schema/performances.ts";

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
  readonly signal: AbortSignal;
  /** A moment of `performance.now()`, or of `elapsed` of the clock that stands in for it. */
  readonly deadline: number;
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
  counts(): CacheCounts;
}
