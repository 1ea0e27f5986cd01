import { guid, type ReadOnly } from "../../shared/schema/fields.ts";
import type { openResourceSchema, Resource } from "../../shared/schema/resource.ts";
import * as z from "../../shared/schema/zod.ts";
import type { COLLECTIONS, Collection, CollectionName, DateKind } from "./collections.ts";

type Table = typeof COLLECTIONS;

/** An instant in UTC: a `Date`, `yyyy-mm-dd`, an ISO 8601 date and time, or `now`. */
export type Instant = Date | string;

/** A range of dates. `after` and `before` include the instant itself; the strict ones do not. */
export interface DateRange {
  readonly after?: Instant;
  readonly before?: Instant;
  readonly strictly_after?: Instant;
  readonly strictly_before?: Instant;
}

export type Direction = "asc" | "desc";

interface SharedQuery<Order extends string, Include extends string, Kind extends string> {
  /** The properties to sort by; later ones break ties of earlier ones. */
  readonly order?: { readonly [Property in Order]?: Direction };
  readonly include?: readonly Include[];
  /** Resources per page; the service's default is 30. */
  readonly count?: number;
  /** The only page to read, from 1; all pages by default. */
  readonly page?: number;
  /** Attributes to return, by resource type or, for included entities, by relation name. */
  readonly fields?: { readonly [Type in Kind]?: readonly string[] };
  /** Attributes to return of the queried type. */
  readonly properties?: readonly string[];
}

/** A query of a collection; the names are the service's parameter names. */
export type CollectionQuery<Name extends CollectionName> = {
  readonly [Filter in Table[Name]["filters"][number]]?: string;
} & {
  readonly [Property in keyof Table[Name]["dates"]]?: DateRange;
} & SharedQuery<
    Table[Name]["orders"][number],
    Table[Name]["includes"][number],
    Table[Name]["type"] | Table[Name]["includes"][number]
  >;

/** A query for whole resources. */
export type WholeQuery<Name extends CollectionName> = CollectionQuery<Name> & {
  readonly fields?: never;
  readonly properties?: never;
};

/** A query that restricts the attributes returned, so that any of them may be missing. */
export type SparseQuery<Name extends CollectionName> = CollectionQuery<Name> &
  (Required<Pick<CollectionQuery<Name>, "fields">> | Required<Pick<CollectionQuery<Name>, "properties">>);

export type ResourceOf<Name extends CollectionName> = ReadOnly<z.output<Table[Name]["schema"]>>;

export type SparseResource = Pick<Resource, "id" | "attributes" | "relationships"> & {
  readonly type?: string;
};

/** A resource that the client does not check. Those of `summaries/...` have no id. */
export type OpenResource = ReadOnly<z.output<typeof openResourceSchema>>;

type PerformancePath = `events/${string}/performances` | "performances/diamonds" | "performances/hottest";

type NameAt<Path extends string> =
  | (Path extends PerformancePath ? "performances" : never)
  | { [Name in CollectionName]: Path extends Table[Name]["path"] ? Name : never }[CollectionName];

/** The lists of the service, by the path after `/{sport}/v2/`. Any other path is accepted too. */
export type ListPath =
  | Table[CollectionName]["path"]
  | PerformancePath
  | "conferences"
  | "divisions"
  | "injury_impacts"
  | "leagues"
  | `markets/events/${string}/performances`
  | "ranks"
  | "rounds"
  | "seasonal_performances"
  | "series_simulations"
  | "simulations"
  | `summaries/performances/period/${string}/${string}`
  | `summaries/performances/pregame/${string}`
  | "tournaments"
  | "win_losses";

export type ResourceAt<Path extends string> = [NameAt<Path>] extends [never]
  ? OpenResource
  : ResourceOf<NameAt<Path>>;

export type QueryAt<Path extends string> = [NameAt<Path>] extends [never]
  ? OpenQuery
  : WholeQuery<NameAt<Path>>;

/** A query of a list that the client does not know. Any filter is accepted. */
export type OpenQuery = SharedQuery<string, string, string> & {
  readonly [filter: string]:
    | string
    | number
    | boolean
    | DateRange
    | readonly string[]
    | Readonly<Record<string, Direction>>
    | Readonly<Record<string, readonly string[]>>
    | undefined;
};

/** An entity, given its resource type's name or its collection's path; `OpenResource` if that is unknown. */
export type EntityOf<Type extends string> = {
  [Name in CollectionName]: Type extends Table[Name]["type" | "path"] ? Name : never;
}[CollectionName] extends infer Name extends CollectionName
  ? [Name] extends [never]
    ? OpenResource
    : ResourceOf<Name>
  : OpenResource;

export type EntityQuery = Pick<SharedQuery<string, string, string>, "include" | "fields" | "properties">;

const INSTANT = /^(now|\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?)$/;
const ONLY_DATE = /^\d{4}-\d{2}-\d{2}$/;
const WITH_OFFSET = /(Z|[+-]\d{2}:\d{2})$/;

const instant = z.union([z.date(), z.string().check(z.regex(INSTANT), z.refine(isOfCalendar))], {
  error: "must be a valid Date, yyyy-mm-dd, an ISO 8601 date and time, or now",
});

/** A date's milliseconds since 1970. Without an offset it is UTC, as everywhere in the service. */
function timeOf(text: string): number {
  if (ONLY_DATE.test(text)) return Date.parse(text);
  const iso = text.replace(" ", "T");
  return Date.parse(WITH_OFFSET.test(iso) ? iso : `${iso}Z`);
}

function isOfCalendar(text: string): boolean {
  if (text === "now") return true;
  const day = text.slice(0, 10);
  const midnight = Date.parse(day);
  return (
    !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day) && !Number.isNaN(timeOf(text))
  );
}

const bound = z.optional(instant);
const range = z.strictObject({ after: bound, before: bound, strictly_after: bound, strictly_before: bound });

type ParsedRange = z.output<typeof range>;

const attributes = z
  .array(z.string().check(z.regex(/^[\w.-]+$/, "must be an attribute's name")))
  .check(z.minLength(1));

const direction = z.enum(["asc", "desc"]);

const names = z.string().check(z.regex(/^[A-Za-z][\w.]*$/, "must be a name such as homeTeam"));

function sharedFields<Order extends z.core.$ZodType, Fields extends z.core.$ZodType>(
  order: Order,
  include: z.core.$ZodType<string>,
  fields: Fields,
) {
  return {
    order: z.optional(order),
    include: z.optional(z.array(include)),
    count: z.optional(z.int().check(z.minimum(1))),
    page: z.optional(z.int().check(z.minimum(1))),
    fields: z.optional(fields),
    properties: z.optional(attributes),
  };
}

type Shared = SharedQuery<string, string, string>;

/** Its other fields are the filters. */
export type ParsedQuery = { readonly [Name in keyof Shared]?: Shared[Name] | undefined } & {
  readonly [filter: string]: unknown;
};

const filter = z.optional(z.union([z.text(200), z.number(), z.boolean(), range]));

const openFilter = z.custom(
  (value) => z.safeParse(filter, value).success,
  "must be text, a number, true, false, or a range of dates",
);

const openFields = sharedFields(z.record(names, direction), names, z.record(names, attributes));

export const openQuerySchema = z.catchall(z.object(openFields), openFilter).check(
  z.superRefine((query: Readonly<Record<string, unknown>>, { issues }) => {
    for (const [name, input] of Object.entries(query))
      if (!z.safeParse(names, name).success || name === "api_key")
        issues.push({ code: "custom", path: [name], message: "is not a filter's name", input });
  }),
);

function filterOf(name: string): z.core.$ZodType<string> {
  if (name.endsWith(".uuid")) return guid;
  return z.text(name === "position" ? 40 : 200);
}

export function querySchema({ filters, dates, orders, includes, type }: Collection) {
  const known =
    includes.length === 0 ? "nothing can be included here" : `must be one of ${includes.join(", ")}`;
  const fieldsOf = <Schema extends z.core.$ZodType>(
    all: readonly string[],
    schemaOf: (name: string) => Schema,
  ) => Object.fromEntries(all.map((name) => [name, z.optional(schemaOf(name))]));
  return z.strictObject({
    ...fieldsOf(filters, filterOf),
    ...fieldsOf(Object.keys(dates), () => range),
    ...sharedFields(
      orderOf(orders),
      z.string().check(z.refine((name) => includes.includes(name), { error: known })),
      z.strictObject(fieldsOf([type, ...includes], () => attributes)),
    ),
  });
}

/** A record, because it keeps the caller's order of properties. */
function orderOf(known: readonly string[]) {
  const message = `is not a field to sort by; it must be one of ${known.join(", ")}`;
  return z.record(z.string(), direction).check(
    z.superRefine((order, context) => {
      for (const name of Object.keys(order))
        if (!known.includes(name)) context.addIssue({ code: "custom", path: [name], message });
    }),
  );
}

export type Parameters = readonly (readonly [name: string, value: string])[];

/** A query's parameters, without the API key: the same for equal queries, whatever the order of fields. */
export function parametersOf(dates: Collection["dates"], query: ParsedQuery): Parameters {
  const { order = {}, include = [], fields = {}, properties = [], ...values } = query;
  const sorted: [string, string][] = [];
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    if (typeof value !== "object") sorted.push([name, String(value)]);
    else
      for (const [operator, instant] of Object.entries(value as ParsedRange))
        if (instant !== undefined)
          sorted.push([`${name}[${operator}]`, formatBound(instant, dates[name] ?? "datetime", operator)]);
  }
  for (const [name, attributes] of Object.entries(fields))
    if (attributes) sorted.push([`fields[${name}]`, attributes.join(",")]);
  if (include.length > 0) sorted.push(["include", [...new Set(include)].sort().join(",")]);
  sorted.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  for (const name of properties) sorted.push(["properties[]", name]);
  // Orders keep their sequence: later ones break ties of earlier ones.
  for (const [name, direction] of Object.entries(order))
    if (direction) sorted.push([`order[${name}]`, direction]);
  return sorted;
}

export function encodeParameters(parameters: Parameters): string {
  return parameters.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
}

/** Formats a bound of a range. What the format cannot express is rounded so that the range grows. */
function formatBound(instant: Instant, kind: DateKind, operator: string): string {
  if (instant === "now" || (kind === "datetime" && typeof instant === "string" && ONLY_DATE.test(instant)))
    return instant;
  const time = typeof instant === "string" ? timeOf(instant) : instant.getTime();
  const unit = kind === "minute" ? 60_000 : 1_000;
  const round = operator.endsWith("after") ? Math.floor : Math.ceil;
  const text = new Date(round(time / unit) * unit).toISOString();
  return kind === "minute" ? text.slice(0, 16).replace("T", " ") : `${text.slice(0, 19)}+00:00`;
}
