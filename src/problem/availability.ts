import { guidOfId } from "../schema/guid.ts";
import type { Resource } from "../schema/resource.ts";
import { LastMade } from "../shared/last-made.ts";

/** What the prediction service says of a Player who cannot play, and the word for it. */
const SIGNS = [
  { attribute: "isInjured", value: true, word: "injured" },
  { attribute: "isSuspended", value: true, word: "suspended" },
  { attribute: "isActive", value: false, word: "not active" },
] as const;

const known = new LastMade<readonly Resource[], ReadonlyMap<string, string>>();

/**
 * Who cannot play and why, by GUID, as the Players among a document's resources say; who says nothing can. The same
 * object comes for a frozen list again.
 */
export function unavailablePlayers(resources: readonly Resource[] = []): ReadonlyMap<string, string> {
  return known.of(
    resources,
    [],
    () => find(resources),
    () => Object.isFrozen(resources),
  );
}

function find(resources: readonly Resource[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { type, id, attributes } of resources) {
    if (type !== "Player") continue;
    const words = SIGNS.filter(({ attribute, value }) => attributes?.[attribute] === value);
    const uuid = guidOfId(id);
    if (uuid !== null && words.length > 0) found.set(uuid, words.map(({ word }) => word).join(", "));
  }
  return found;
}
