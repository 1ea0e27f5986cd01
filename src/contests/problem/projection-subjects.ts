import { guidOfId } from "../../shared/guid-bytes.ts";
import type { FantasyPerformance } from "../../shared/schema/performances.ts";

/** The subject of a projection: the GUIDs of its relationships, null for a relationship it lacks. */
export interface ProjectionSubject {
  readonly player: string | null;
  readonly team: string | null;
  readonly event: string | null;
}

/** Cached subjects of frozen lists, which many requests share. */
const known = new WeakMap<readonly FantasyPerformance[], readonly ProjectionSubject[]>();

/** The subjects of projections, in their order. */
export function subjectsOf(data: readonly FantasyPerformance[]): readonly ProjectionSubject[] {
  const found = known.get(data);
  if (found !== undefined) return found;
  const shared = new Map<string, string | null>();
  const subjects = data.map(
    ({ relationships }): ProjectionSubject => ({
      player: guidOf(relationships.player),
      team: sharedGuidOf(relationships.team, shared),
      event: sharedGuidOf(relationships.event, shared),
    }),
  );
  if (Object.isFrozen(data)) known.set(data, subjects);
  return subjects;
}

function guidOf(relationship: FantasyPerformance["relationships"]["player"]): string | null {
  const id = relationship?.data?.id;
  return id === undefined ? null : guidOfId(id);
}

/** Reads GUIDs of ids, each distinct id once, since many projections share them. */
function sharedGuidOf(
  relationship: FantasyPerformance["relationships"]["team"],
  known: Map<string, string | null>,
): string | null {
  const id = relationship?.data?.id;
  if (id === undefined) return null;
  const found = known.get(id);
  if (found !== undefined) return found;
  const guid = guidOfId(id);
  known.set(id, guid);
  return guid;
}
