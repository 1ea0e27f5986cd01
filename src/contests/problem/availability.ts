import { LastMade } from "../../shared/collections.ts";
import { guidOfId } from "../../shared/guid-bytes.ts";
import type { Resource } from "../../shared/schema/resource.ts";

/** The attributes with which the prediction service marks a Player who cannot play, and the word for each. */
const SIGNS = [
  { attribute: "isInjured", value: true, word: "injured" },
  { attribute: "isSuspended", value: true, word: "suspended" },
  { attribute: "isActive", value: false, word: "not active" },
] as const;

const known = new LastMade<readonly Resource[], ReadonlyMap<string, string>>();

/**
 * Returns who cannot play and why, by GUID, from the Players among a document's resources. A Player without
 * such attributes can play. The same frozen list returns the same object.
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
