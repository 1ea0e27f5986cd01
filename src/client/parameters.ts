import type { Collection, DateKind } from "./collections.ts";
import type { Instant } from "./query.ts";
import type { ParsedQuery, ParsedRange } from "./query-schema.ts";

/** Query parameters in the order they are sent. */
export type Parameters = readonly (readonly [name: string, value: string])[];

/** The parameters of a query without the key. Equal queries give equal parameters, whatever the order of their fields. */
export function parametersOf(collection: Collection, query: ParsedQuery): Parameters {
  const sorted: [string, string][] = [];
  for (const [name, value] of Object.entries(query.values)) {
    if (typeof value === "string") sorted.push([name, value]);
    else if (value) sorted.push(...rangeParameters(name, value, collection.dates[name] ?? "datetime"));
  }
  for (const [name, attributes] of Object.entries(query.fields ?? {})) {
    if (attributes) sorted.push([`fields[${name}]`, attributes.join(",")]);
  }
  if (query.include?.length) sorted.push(["include", [...new Set(query.include)].sort().join(",")]);
  if (query.count !== undefined) sorted.push(["count", String(query.count)]);
  if (query.page !== undefined) sorted.push(["page", String(query.page)]);
  sorted.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  for (const name of query.properties ?? []) sorted.push(["properties[]", name]);
  // Orders stay as given: later ones break the ties of earlier ones.
  for (const [name, direction] of Object.entries(query.order ?? {})) {
    if (direction) sorted.push([`order[${name}]`, direction]);
  }
  return sorted;
}

/** The query string: brackets and spaces percent-encoded. */
export function encodeParameters(parameters: Parameters): string {
  return parameters
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&");
}

/** The same parameters with some set to other values, or added. */
export function withParameters(
  parameters: Parameters,
  changes: Readonly<Record<string, string>>,
): Parameters {
  return [...parameters.filter(([name]) => !(name in changes)), ...Object.entries(changes)];
}

/** A date and time in UTC with the offset the interface writes. */
export function formatInstant(date: Date): string {
  return date.toISOString().replace("Z", "+00:00");
}

function rangeParameters(name: string, range: ParsedRange, kind: DateKind): [string, string][] {
  return Object.entries(range).flatMap(([operator, instant]) =>
    instant === undefined ? [] : [[`${name}[${operator}]`, written(instant, kind, operator)]],
  );
}

const MINUTE_MS = 60_000;

/** A `Date` between two minutes widens the range, so that nothing asked for is lost. */
function written(instant: Instant, kind: DateKind, operator: string): string {
  if (typeof instant === "string") return instant;
  if (kind === "datetime") return formatInstant(instant);
  const round = operator.endsWith("after") ? Math.floor : Math.ceil;
  const minute = new Date(round(instant.getTime() / MINUTE_MS) * MINUTE_MS);
  return minute.toISOString().slice(0, 16).replace("T", " ");
}
