import * as z from "zod";
import { guid } from "../schema/guid.ts";
import type { Collection, FilterKind } from "./collections.ts";

const FILTERS: Readonly<Record<FilterKind, z.ZodType<string>>> = {
  text: z.string().min(1).max(200),
  guid,
  position: z.string().min(1).max(40),
};

const INSTANT = /^(now|\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?)$/;

const instant = z.union([z.date(), z.string().regex(INSTANT)], {
  error: "must be a valid Date, yyyy-mm-dd, an ISO 8601 date and time, or now",
});

const range = z.strictObject({
  after: instant.optional(),
  before: instant.optional(),
  strictly_after: instant.optional(),
  strictly_before: instant.optional(),
});

const attributes = z.array(z.string().regex(/^[\w.-]+$/, "must be an attribute's name")).min(1);

/** What every query may hold; the rest is the collection's own. */
function commonFields(collection: Collection) {
  return {
    order: orderOf(collection.orders).optional(),
    include: z
      .array(z.string().refine(oneOf(collection.includes), { error: listed(collection.includes) }))
      .optional(),
    count: z.int().min(1).optional(),
    page: z.int().min(1).optional(),
    fields: optionals([collection.type, ...collection.includes], attributes).optional(),
    properties: attributes.optional(),
  };
}

/** A query after the collection's schema has passed it; `values` are its filters and date ranges. */
export interface ParsedQuery extends z.output<z.ZodObject<ReturnType<typeof commonFields>>> {
  readonly values: Readonly<Record<string, string | ParsedRange | undefined>>;
}

/** A date range after parsing. */
export type ParsedRange = z.output<typeof range>;

/** The schema of a collection's queries: its filters and dates, and what all collections share. */
export function querySchema(collection: Collection) {
  const values: Record<string, z.ZodType<string | ParsedRange | undefined>> = {};
  for (const [name, kind] of Object.entries(collection.filters)) values[name] = FILTERS[kind].optional();
  for (const name of Object.keys(collection.dates)) values[name] = range.optional();
  return z
    .strictObject({ ...commonFields(collection), ...values })
    .transform(({ order, include, count, page, fields, properties, ...rest }): ParsedQuery => {
      return { order, include, count, page, fields, properties, values: rest };
    });
}

/** A record, not an object with a field for each name: it keeps the order that the caller gave. */
function orderOf(names: readonly string[]) {
  return z.record(z.string().refine(oneOf(names), { error: listed(names) }), z.enum(["asc", "desc"]));
}

function optionals<Schema extends z.ZodType>(names: readonly string[], schema: Schema) {
  return z.strictObject(Object.fromEntries(names.map((name) => [name, schema.optional()])));
}

function oneOf(names: readonly string[]): (name: string) => boolean {
  return (name) => names.includes(name);
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? "nothing can be included here" : `must be one of ${names.join(", ")}`;
}
