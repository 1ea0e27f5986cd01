import type { ErrorObject } from "../shared/errors.ts";
import type { Resource } from "../shared/schema/resources.ts";

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

const GUIDS = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

/** Errors that name people and teams by GUIDs, with the names that are known of them beside these. */
export function withNames(
  errors: readonly ErrorObject[],
  included: readonly Resource[],
): readonly ErrorObject[] {
  if (!errors.some(({ detail }) => detail.search(GUIDS) >= 0)) return errors;
  const known = new Map(
    included.flatMap((resource) => {
      const found = includedName(resource);
      return found === null || found.name === found.uuid ? [] : [[found.uuid.toLowerCase(), found]];
    }),
  );
  const named = (uuid: string) => {
    const found = known.get(uuid);
    return found === undefined
      ? uuid
      : `${[found.name, found.team].filter((part) => part).join(" ")} (${uuid})`;
  };
  return errors.map((error) => ({ ...error, detail: error.detail.replaceAll(GUIDS, named) }));
}
