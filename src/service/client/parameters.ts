import type { Collection, DateKind } from "./collections.ts";
import { type Instant, ONLY_DATE, type ParsedQuery, type ParsedRange, timeOf } from "./query.ts";

/** Query parameters in the order they are sent. */
export type Parameters = readonly (readonly [name: string, value: string])[];

/** A query's parameters, without the API key: the same for equal queries, whatever the order of fields. */
export function parametersOf(collection: Collection, query: ParsedQuery): Parameters {
  const sorted: [string, string][] = [];
  for (const [name, value] of Object.entries(query.values)) {
    if (typeof value === "object")
      sorted.push(...rangeParameters(name, value, collection.dates[name] ?? "datetime"));
    else if (value !== undefined) sorted.push([name, String(value)]);
  }
  for (const [name, attributes] of Object.entries(query.fields ?? {})) {
    if (attributes) sorted.push([`fields[${name}]`, attributes.join(",")]);
  }
  if (query.include?.length) sorted.push(["include", [...new Set(query.include)].sort().join(",")]);
  if (query.count !== undefined) sorted.push(["count", String(query.count)]);
  if (query.page !== undefined) sorted.push(["page", String(query.page)]);
  sorted.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  for (const name of query.properties ?? []) sorted.push(["properties[]", name]);
  // Orders keep their sequence: later ones break ties of earlier ones.
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

/** The parameters with some replaced or added. */
export function withParameters(
  parameters: Parameters,
  changes: Readonly<Record<string, string>>,
): Parameters {
  return [...parameters.filter(([name]) => !(name in changes)), ...Object.entries(changes)];
}

/** The service's format of a date and time: UTC, with its offset; fractions of a second are dropped. */
export function formatInstant(date: Date): string {
  return `${date.toISOString().slice(0, 19)}+00:00`;
}

function rangeParameters(name: string, range: ParsedRange, kind: DateKind): [string, string][] {
  return Object.entries(range).flatMap(([operator, instant]) =>
    instant === undefined ? [] : [[`${name}[${operator}]`, formatBound(instant, kind, operator)]],
  );
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** Formats a bound of a range. What the format cannot express is rounded so that the range grows. */
function formatBound(instant: Instant, kind: DateKind, operator: string): string {
  if (instant === "now" || (kind === "datetime" && typeof instant === "string" && ONLY_DATE.test(instant)))
    return instant;
  const time = typeof instant === "string" ? timeOf(instant) : instant.getTime();
  const unit = kind === "minute" ? MINUTE_MS : SECOND_MS;
  const round = operator.endsWith("after") ? Math.floor : Math.ceil;
  const text = formatInstant(new Date(round(time / unit) * unit));
  return kind === "minute" ? text.slice(0, 16).replace("T", " ") : text;
}
