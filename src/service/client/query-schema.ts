import * as z from "zod";
import { guid } from "../../shared/schema/fields.ts";
import { timeOf } from "./abort.ts";
import type { Collection, FilterKind } from "./collections.ts";

const FILTERS: Readonly<Record<FilterKind, z.core.$ZodType<string>>> = {
  text: z.string().min(1).max(200),
  guid,
  position: z.string().min(1).max(40),
};

const INSTANT = /^(now|\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?)$/;

const instant = z.union([z.date(), z.string().regex(INSTANT).refine(isOfCalendar)], {
  error: "must be a valid Date, yyyy-mm-dd, an ISO 8601 date and time, or now",
});

/** Whether the day exists in its month: 31 February does not. */
function isOfCalendar(text: string): boolean {
  if (text === "now") return true;
  const day = text.slice(0, 10);
  const midnight = Date.parse(day);
  return (
    !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day) && !Number.isNaN(timeOf(text))
  );
}

const range = z.strictObject({
  after: instant.optional(),
  before: instant.optional(),
  strictly_after: instant.optional(),
  strictly_before: instant.optional(),
});

const attributes = z.array(z.string().regex(/^[\w.-]+$/, "must be an attribute's name")).min(1);

const direction = z.enum(["asc", "desc"]);

const names = z.string().regex(/^[A-Za-z][\w.]*$/, "must be a name such as homeTeam");

/** The schema of queries whose fields only the service knows. */
export const openQuerySchema = z
  .looseObject({
    order: z.record(names, direction).optional(),
    include: z.array(names).optional(),
    count: z.int().min(1).optional(),
    page: z.int().min(1).optional(),
    fields: z.record(names, attributes).optional(),
    properties: attributes.optional(),
  })
  .transform(({ order, include, count, page, fields, properties, ...rest }, context): ParsedQuery => {
    const values: Record<string, FilterValue | undefined> = {};
    for (const [name, value] of Object.entries(rest)) {
      const parsed = openFilter.optional().safeParse(value);
      if (!parsed.success)
        context.addIssue({
          code: "custom",
          path: [name],
          message: "must be text, a number, true, false, or a range of dates",
        });
      else if (!names.safeParse(name).success || name === "api_key")
        context.addIssue({ code: "custom", path: [name], message: "is not a filter's name" });
      else values[name] = parsed.data;
    }
    return { order, include, count, page, fields, properties, values };
  });

const openFilter = z.union([z.string().min(1).max(200), z.number(), z.boolean(), range]);

/** The fields of every query; the rest is the collection's own. */
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

/** A query that passed its collection's schema; `values` are its filters and date ranges. */
export interface ParsedQuery {
  readonly order?: Readonly<Record<string, "asc" | "desc">> | undefined;
  readonly include?: readonly string[] | undefined;
  readonly count?: number | undefined;
  readonly page?: number | undefined;
  readonly fields?: Readonly<Record<string, readonly string[] | undefined>> | undefined;
  readonly properties?: readonly string[] | undefined;
  readonly values: Readonly<Record<string, FilterValue | undefined>>;
}

/** The value of a filter or a date. */
type FilterValue = string | number | boolean | ParsedRange;

/** A date range after parsing. */
export type ParsedRange = z.output<typeof range>;

/** The schema of a collection's queries: its filters and dates, and the fields that all collections share. */
export function querySchema(collection: Collection) {
  const values: Record<string, z.core.$ZodType<string | ParsedRange | undefined>> = {};
  for (const [name, kind] of Object.entries(collection.filters)) values[name] = z.optional(FILTERS[kind]);
  for (const name of Object.keys(collection.dates)) values[name] = range.optional();
  return z
    .strictObject({ ...commonFields(collection), ...values })
    .transform(({ order, include, count, page, fields, properties, ...rest }): ParsedQuery => {
      return { order, include, count, page, fields, properties, values: rest };
    });
}

/** A record rather than an object with named fields, because it keeps the caller's order. */
function orderOf(names: readonly string[]) {
  return z.record(z.string(), direction).superRefine((order, context) => {
    for (const name of Object.keys(order).filter((one) => !names.includes(one)))
      context.addIssue({
        code: "custom",
        path: [name],
        message: `is not an order here; it ${listed(names)}`,
      });
  });
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
