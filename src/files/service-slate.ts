import { eventSchema } from "../shared/schema/entities.ts";
import type { ReadOnly } from "../shared/schema/fields.ts";
import type { FantasyPerformanceDocument } from "../shared/schema/performances.ts";
import * as z from "../shared/schema/zod.ts";

const gamesSchema = z.object({ games: z.array(eventSchema), projections: z.unknown() });

/** A slate from the prediction service: its games, and all their projections with players and teams. */
export interface ServiceSlate {
  readonly games: readonly ReadOnly<z.infer<typeof eventSchema>>[];
  readonly projections: FantasyPerformanceDocument;
}

/** Canonical text of a slate: independent of the order and dates of the service's answer. */
export function serviceSlateText({ games, projections }: ServiceSlate): string {
  const plain = (resources: readonly { readonly id: string; readonly attributes?: object | undefined }[]) =>
    resources
      .map(({ attributes, ...rest }) => ({ ...rest, attributes: { ...attributes, updatedAt: undefined } }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  const { data, included = [] } = projections;
  return JSON.stringify({
    games: plain(games),
    projections: { data: plain(data), included: plain(included) },
  });
}

/** Reads text from `serviceSlateText`; the caller checks the projections. */
export function readServiceSlate(text: string): ServiceSlate {
  const { games, projections } = gamesSchema.parse(JSON.parse(text));
  return { games, projections: projections as FantasyPerformanceDocument };
}
