import type { Naming } from "../shared/errors/references.ts";
import type { Resource } from "../shared/schema/resource.ts";

/** The name of a player or a team in a related resource. */
export interface IncludedName {
  readonly uuid: string;
  readonly name: string;
  /** The team's abbreviation. */
  readonly team: string;
}

/** Reads the name in a related resource of a document's `included`; null for other resources. */
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

/** The names of these players and teams for error messages, by GUID. */
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
