import { splitByEvent } from "../../../shared/schema/checked-projections.ts";
import type { FantasyPerformanceDocument } from "../../../shared/schema/performances.ts";
import { Joins } from "./joined.ts";
import type { ProjectionSource } from "./source.ts";

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
