import { Recent } from "../../../shared/collections.ts";
import type { FantasyPerformanceDocument } from "../../../shared/schema/performances.ts";
import { joinProjections, splitByEvent } from "../../../shared/schema/plain.ts";

/** The projections of some games and their age. */
export interface Projections {
  /** Checked by `checkProjections`; the same object is returned until something changes. */
  readonly document: FantasyPerformanceDocument;
  /**
   * When the prediction service last confirmed the least recent of the games' projections; null if they are
   * not from the service.
   */
  readonly fetchedAt: Date | null;
  /** True if a refresh was due but failed, or took too long. */
  readonly stale: boolean;
}

export interface ReadControl {
  /** The hash of the caller's API key. */
  readonly caller: string;
  /** Aborts when the caller leaves or the time limit is reached. */
  readonly signal: AbortSignal;
}

/** How often a game's projections came from the cache, were fetched, or were served after they expired. */
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
  counts(): CacheCounts;
}

/** Bytes of cached projections that several games' documents are joined to, and of what is derived from them. */
export const JOINED_BYTES = 64_000_000;

/** About how many bytes a joined document takes; its resources are those of the games' own documents. */
export function joinedBytes({ data, included = [] }: FantasyPerformanceDocument): number {
  return 1_000 + BYTES_OF_RESOURCE * (data.length + included.length);
}

const BYTES_OF_RESOURCE = 500;

/**
 * Constant projections from a FantasyPerformance document. Games are identified by GUID alone, so one
 * document may serve several sports.
 * @throws InvalidRequestError if the document breaks its schema.
 */
export function documentProjections(document: FantasyPerformanceDocument): ProjectionSource {
  const byEvent = splitByEvent(document);
  const joined = new Recent<FantasyPerformanceDocument>(JOINED_BYTES);
  return {
    projections: async (_sport, games) => {
      const key = games.join();
      const document = joined.get(key) ?? joinProjections(games.flatMap((game) => byEvent.get(game) ?? []));
      joined.set(key, document, joinedBytes(document));
      return { document, fetchedAt: null, stale: false };
    },
    isReady: () => true,
    counts: () => ({ hits: 0, misses: 0, stale: 0 }),
  };
}
