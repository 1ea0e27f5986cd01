import type { Naming } from "../shared/errors/references.ts";
import type { Resource } from "../shared/schema/resource.ts";

/** What a related resource says of a player or a team; null for a resource of something else. */
export interface IncludedName {
  readonly uuid: string;
  readonly name: string;
  /** The team's short form. */
  readonly team: string;
}

/** A related resource's name, as documents carry it in `included`. */
export function includedName({ attributes = {} }: Resource): IncludedName | null {
  const text = (field: string) => {
    const value = (attributes as Readonly<Record<string, unknown>>)[field];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const uuid = text("uuid");
  const name = text("fullName") ?? text("lastName") ?? text("nickName") ?? uuid;
  if (uuid === null || name === null) return null;
  return { uuid, name, team: text("teamAbbreviation") ?? text("abbreviation") ?? "" };
}

/** What errors call the players and teams of these resources: names, with the GUIDs behind them. */
export function namesOf(included: readonly Resource[]): Naming {
  const known = new Map(
    included.flatMap((resource) => {
      const found = includedName(resource);
      return found === null || found.name === found.uuid ? [] : [[found.uuid.toLowerCase(), found]];
    }),
  );
  return {
    entry(uuid) {
      const found = known.get(uuid);
      if (found === undefined) return null;
      return `${[found.name, found.team].filter((part) => part).join(" ")} (${uuid})`;
    },
  };
}
