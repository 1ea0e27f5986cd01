import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import type { FieldQuery } from "./request/fields.ts";

type Attributes = Readonly<Record<string, unknown>>;

/**
 * The document with the attributes that the query asks for: `fields[FantasyLineup]` and `properties[]` of the lineups,
 * and of included players and teams those of the relationship that they come from.
 */
export function withFields(document: FantasyLineupDocument, query: FieldQuery): FantasyLineupDocument {
  if (query.size === 0) return document;
  const { data, included } = document;
  return {
    ...document,
    data: data.map((lineup) => sparse(lineup, query.get("FantasyLineup"))),
    ...(included && {
      included: included.map((resource) => sparse(resource, query.get(RELATIONSHIPS[resource.type] ?? ""))),
    }),
  };
}

/** The relationship of a lineup through which resources of a type are included. */
const RELATIONSHIPS: Readonly<Record<string, "selections" | "defenseSpecialTeams">> = {
  Player: "selections",
  Team: "defenseSpecialTeams",
};

function sparse<Entry extends { readonly attributes?: unknown }>(
  entry: Entry,
  names: ReadonlySet<string> | undefined,
): Entry {
  if (names === undefined) return entry;
  const attributes = Object.entries((entry.attributes ?? {}) as Attributes).filter(([name]) =>
    names.has(name),
  );
  return { ...entry, attributes: Object.fromEntries(attributes) };
}
