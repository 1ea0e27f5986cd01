import type { LineupInclude } from "../../../lineup/document/included.ts";
import { RefusedError } from "../answer-error.ts";

/** The resources whose attributes a query may restrict: lineups, and what two relationships include. */
export const FIELD_NAMES = ["FantasyLineup", "selections", "defenseSpecialTeams"] as const;
type FieldName = (typeof FIELD_NAMES)[number];

/** The attributes to return, by one of `FIELD_NAMES`; resources of a missing name are returned whole. */
export type FieldQuery = ReadonlyMap<string, ReadonlySet<string>>;

/** The parameter that restricts the lineups' attributes, one name at a time. */
export const PROPERTIES = "properties[]";
const FIELDS = /^fields\[([^\]]*)\]$/;
/** An attribute's name. It is shorter than a key, so a key put here by mistake does not match. */
const ATTRIBUTE = /^[A-Za-z]\w{0,39}$/;

/** Whether a parameter restricts attributes. */
function isFieldParameter(name: string): boolean {
  return name === PROPERTIES || FIELDS.test(name);
}

/**
 * Reads `fields[...]` and `properties[]`, which both restrict the lineups' attributes. An unknown name in
 * `fields[...]`, such as one in the wrong case, has no effect: it is removed from the parameters.
 * @throws RefusedError (400) for an invalid attribute name
 */
function readFields(parameters: URLSearchParams): FieldQuery {
  const asked = new Map<string, ReadonlySet<string>>();
  for (const parameter of new Set(parameters.keys())) {
    const whose = parameter === PROPERTIES ? "FantasyLineup" : FIELDS.exec(parameter)?.[1];
    if (whose === undefined) continue;
    if (!FIELD_NAMES.includes(whose as FieldName)) {
      parameters.delete(parameter);
      continue;
    }
    const names = namesOf(parameter, parameters.getAll(parameter));
    const before = asked.get(whose);
    asked.set(whose, before ? new Set([...names].filter((name) => before.has(name))) : names);
  }
  return asked;
}

function namesOf(parameter: string, values: readonly string[]): ReadonlySet<string> {
  const names = values.flatMap((value) => value.split(",")).filter((name) => name !== "");
  if (names.every((name) => ATTRIBUTE.test(name))) return new Set(names);
  throw refused(parameter, `${parameter} takes names of attributes, such as points.`);
}

/** The most lineups that a query may request; a body may request more. */
export const QUERY_COUNT = 5;
export const INCLUDES = [
  "selections",
  "defenseSpecialTeams",
  "scoring",
] as const satisfies readonly LineupInclude[];

export interface LineupQuery {
  readonly apiKey: string | null;
  readonly include: readonly LineupInclude[];
  /** The number of lineups; null if the query has none. */
  readonly count: number | null;
  readonly fields: FieldQuery;
  /** The query without the key, with its question mark; empty if nothing is left. */
  readonly shown: string;
}

const PARAMETERS = ["api_key", "include", "count"];
/** Names of this form may appear in errors. A key put in place of a name has digits or is longer. */
const HARMLESS_NAME = /^[A-Za-z_.[\]-]{1,40}$/;

/** Reads a query string without its `?`. @throws RefusedError (400) that names the parameter, not the key. */
export function readQuery(text: string): LineupQuery {
  const parameters = new URLSearchParams(text);
  for (const name of parameters.keys()) {
    if (!PARAMETERS.includes(name) && !isFieldParameter(name)) {
      const shown = HARMLESS_NAME.test(name) ? name : "a parameter";
      throw refused(
        shown,
        `${shown} is not a parameter of this path. It takes ${[...PARAMETERS, "fields[...]", PROPERTIES].join(", ")}.`,
      );
    }
    if (name !== PROPERTIES && parameters.getAll(name).length > 1)
      throw refused(
        HARMLESS_NAME.test(name) ? name : "fields",
        `${HARMLESS_NAME.test(name) ? name : "fields[...]"} is given more than once. Give it once.`,
      );
  }
  const apiKey = parameters.get("api_key");
  parameters.delete("api_key");
  const fields = readFields(parameters);
  const shown = parameters.toString().replaceAll("%2C", ",");
  return {
    apiKey,
    include: readInclude(parameters.get("include")),
    count: readCount(parameters.get("count")),
    fields,
    shown: shown === "" ? "" : `?${shown}`,
  };
}

function readInclude(text: string | null): readonly LineupInclude[] {
  if (text === null || text === "") return [];
  const names = text.split(",").map((part) => {
    const name = INCLUDES.find((known) => known === part);
    if (name) return name;
    throw refused("include", `\`include\` takes ${INCLUDES.join(", ")}, separated by commas.`);
  });
  return INCLUDES.filter((name) => names.includes(name));
}

function readCount(text: string | null): number | null {
  if (text === null) return null;
  const count = Number(text);
  if (/^\d{1,9}$/.test(text) && count >= 1 && count <= QUERY_COUNT) return count;
  throw refused("count", `\`count\` in the query must be a whole number from 1 to ${QUERY_COUNT}.`);
}

function refused(parameter: string, detail: string): RefusedError {
  return new RefusedError("invalid-parameter", detail, { source: { parameter } });
}
