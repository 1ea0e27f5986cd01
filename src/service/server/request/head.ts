import { MIMEType } from "node:util";
import type { LineupInclude } from "../../../lineup/document/included.ts";
import { RefusedError } from "../answer-error.ts";
import { type Incoming, JSON_API } from "../exchange.ts";

export const FIELD_NAMES = ["FantasyLineup", "selections", "defenseSpecialTeams"] as const;
type FieldName = (typeof FIELD_NAMES)[number];

/** The attributes to return, by one of `FIELD_NAMES`; resources of a missing name are returned whole. */
export type FieldQuery = ReadonlyMap<string, ReadonlySet<string>>;

export const PROPERTIES = "properties[]";
const FIELDS = /^fields\[([^\]]*)\]$/;
/** An attribute's name. It is shorter than a key, so a key put here by mistake does not match. */
const ATTRIBUTE = /^[A-Za-z]\w{0,39}$/;

export const QUERY_COUNT = 5;
export const INCLUDES = [
  "selections",
  "defenseSpecialTeams",
  "scoring",
] as const satisfies readonly LineupInclude[];

export interface LineupQuery {
  readonly apiKey: string | null;
  readonly include: readonly LineupInclude[];
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
    const isHarmless = HARMLESS_NAME.test(name);
    if (!PARAMETERS.includes(name) && name !== PROPERTIES && !FIELDS.test(name)) {
      const shown = isHarmless ? name : "a parameter";
      const known = [...PARAMETERS, "fields[...]", PROPERTIES].join(", ");
      throw refused(shown, `${shown} is not a parameter of this path. It takes ${known}.`);
    }
    if (name !== PROPERTIES && parameters.getAll(name).length > 1)
      throw refused(
        isHarmless ? name : "fields",
        `${isHarmless ? name : "fields[...]"} is given more than once. Give it once.`,
      );
  }
  const apiKey = parameters.get("api_key");
  parameters.delete("api_key");
  const fields = readFields(parameters);
  const shown = parameters.toString().replaceAll("%2C", ",");
  const include = (parameters.get("include") || null)?.split(",") ?? [];
  if (!include.every((name) => (INCLUDES as readonly string[]).includes(name)))
    throw refused("include", `\`include\` takes ${INCLUDES.join(", ")}, separated by commas.`);
  return {
    apiKey,
    include: INCLUDES.filter((name) => include.includes(name)),
    count: readCount(parameters.get("count")),
    fields,
    shown: shown === "" ? "" : `?${shown}`,
  };
}

/**
 * Reads `fields[...]` and `properties[]`, which both restrict the lineups' attributes. An unknown name in
 * `fields[...]` has no effect: it is removed from the parameters. @throws RefusedError (400)
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
    const names = parameters.getAll(parameter).flatMap((value) => value.split(",").filter(Boolean));
    if (!names.every((name) => ATTRIBUTE.test(name)))
      throw refused(parameter, `${parameter} takes names of attributes, such as points.`);
    const before = asked.get(whose);
    asked.set(whose, new Set(before ? names.filter((name) => before.has(name)) : names));
  }
  return asked;
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

const JSON_TYPE = "application/json";

export function checkMediaType(call: Incoming): void {
  const type = mediaType(call.header("content-type") ?? "");
  const isUtf8 = () =>
    [...type!.params].every(([name, value]) => name === "charset" && value.toLowerCase() === "utf-8");
  const isReadable = type?.essence === JSON_API ? isBare(type) : type?.essence === JSON_TYPE && isUtf8();
  if (!isReadable)
    throw new RefusedError(
      "unsupported-media-type",
      `The body must be JSON. Send it with Content-Type: ${JSON_TYPE}; charset=utf-8, or ${JSON_API} without parameters.`,
    );
  const encoding = call.header("content-encoding");
  if (encoding !== null && encoding.toLowerCase() !== "identity")
    throw new RefusedError(
      "unsupported-media-type",
      "The body must not be compressed. Send it without Content-Encoding.",
      { headers: { "accept-encoding": "identity" } },
    );
}

/** An element of the list in an `Accept` header; commas inside quotes belong to the element. */
const LIST_ELEMENT = /(?:[^,"]|"(?:[^"\\]|\\.)*")+/g;

/**
 * Checks that the caller accepts JSON:API answers. The most specific matching range in the header decides,
 * and refuses with `q=0`. Ranges of JSON:API with parameters other than a profile do not match; a header with
 * such a range and no matching one is refused. @throws RefusedError (406)
 */
export function checkAccept(call: Incoming): void {
  const header = call.header("accept");
  if (header === null) return;
  const ranges = (header.match(LIST_ELEMENT) ?? []).flatMap((text) => mediaType(text) ?? []);
  const named = ranges.filter(({ essence }) => essence === JSON_API);
  const decisive = [
    named.filter(isBare),
    ...["application/*", "*/*"].map((essence) => ranges.filter((range) => range.essence === essence)),
  ].find((found) => found.length > 0);
  // An unreadable weight counts as 1.
  const isWanted = ({ params }: MIMEType) => !(Number(params.get("q") ?? 1) <= 0);
  if (decisive === undefined ? named.length === 0 : decisive.some(isWanted)) return;
  throw new RefusedError(
    "not-acceptable",
    `The request's Accept header excludes the answer's type, ${JSON_API}. Add this type without parameters to the header, or leave the header out.`,
  );
}

function mediaType(text: string): MIMEType | null {
  try {
    return new MIMEType(text.trim());
  } catch {
    return null;
  }
}

/** Whether a range has no parameters but `profile`; `q` belongs to the list, not to the type. */
function isBare(type: MIMEType): boolean {
  return [...type.params.keys()].every((name) => name === "profile" || name === "q");
}
