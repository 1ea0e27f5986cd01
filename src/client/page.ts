import * as z from "zod";
import { linksSchema, type Resource, resourceSchema } from "../schema/resource.ts";
import { pointerOf } from "../shared/pointer.ts";
import { type CollectionName, RESOURCE_SCHEMAS } from "./collections.ts";
import type { ResourceOf } from "./query.ts";
import type { Redactor } from "./redactor.ts";
import { ServiceError } from "./service-error.ts";

/** One page as the service sends it. Unknown members are kept. */
export interface Page<R> {
  readonly links?: Readonly<Record<string, unknown>> | undefined;
  readonly meta?: { readonly totalItems?: number | undefined; readonly [name: string]: unknown } | undefined;
  readonly data: readonly R[];
  readonly included?: readonly Resource[] | undefined;
}

function pageSchema(resource: z.ZodType): z.ZodType {
  return z.looseObject({
    links: linksSchema.optional(),
    meta: z.looseObject({ totalItems: z.int().min(0).optional() }).optional(),
    data: z.array(resource),
    included: z.array(resourceSchema).optional(),
  });
}

const SPARSE_PAGE = pageSchema(resourceSchema.extend({ type: z.string().optional() }));
const PAGES = Object.fromEntries(
  Object.entries(RESOURCE_SCHEMAS).map(([name, schema]) => [name, pageSchema(schema)]),
) as Record<CollectionName, z.ZodType>;

/** Checks an answer. `sparse` asks for no attribute, since the query left some out. */
export type PageParser<Name extends CollectionName> = (body: unknown) => Page<ResourceOf<Name>>;

/** @throws ServiceError from the parser; it names the path and the value there. */
export function pageParser<Name extends CollectionName>(
  name: Name,
  sparse: boolean,
  path: string,
  redactor: Redactor,
): PageParser<Name> {
  const schema: z.ZodType = sparse ? SPARSE_PAGE : PAGES[name];
  return (body) => {
    const result = schema.safeParse(body);
    if (result.success) return result.data as Page<ResourceOf<Name>>;
    const issue = result.error.issues[0] as z.core.$ZodIssue;
    const pointer = pointerOf(issue.path);
    // The body is redacted, its names and values are not trusted to be.
    const place = redactor.text(pointer === "" ? "the document" : pointer);
    const detail = redactor.text(`${issue.message} (got ${shown(valueAt(body, issue.path))})`);
    throw new ServiceError(
      "upstream-invalid",
      `GET ${path}: the answer breaks the schema at ${place}: ${detail}.`,
      {
        upstreamStatus: 200,
        path: redactor.text(pointer),
      },
    );
  };
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    body,
  );
}

const LONGEST_SHOWN = 80;

function shown(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}...`;
}
