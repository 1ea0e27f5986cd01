import { pointerOf } from "../../shared/pointer.ts";
import { openResourceSchema } from "../../shared/schema/entities.ts";
import { linksSchema, type Resource, resourceSchema } from "../../shared/schema/resource.ts";
import * as z from "../../shared/schema/zod.ts";
import type { Redactor } from "./redactor.ts";
import type { CollectionRequest } from "./request.ts";
import { ServiceError } from "./service-error.ts";

/** One page as sent by the service. Unknown members are kept. */
export interface Page<R> {
  readonly links?: Readonly<Record<string, unknown>> | undefined;
  readonly meta?: { readonly totalItems?: number | undefined; readonly [name: string]: unknown } | undefined;
  readonly data: readonly R[];
  readonly included?: readonly Resource[] | undefined;
}

function pageSchema(resource: z.core.$ZodType): z.core.$ZodType {
  return z.looseObject({
    links: z.optional(linksSchema),
    meta: z.optional(z.looseObject({ totalItems: z.optional(z.int().check(z.minimum(0))) })),
    data: z.array(resource),
    included: z.optional(z.array(resourceSchema)),
  });
}

const SPARSE_PAGE = pageSchema(z.extend(openResourceSchema, { id: z.string() }));
const pages = new WeakMap<z.core.$ZodType, z.core.$ZodType>();

function pageOf(resource: z.core.$ZodType): z.core.$ZodType {
  const known = pages.get(resource) ?? pageSchema(resource);
  pages.set(resource, known);
  return known;
}

/** Checks an answer. Sparse answers may lack any attribute. */
export type PageParser<R> = (body: unknown) => Page<R>;

/** @throws ServiceError from the parser; it names the path and the value at that path. */
export function pageParser<R>(request: CollectionRequest, redactor: Redactor, method = "GET"): PageParser<R> {
  const { path, single } = request;
  const schema = request.sparse ? SPARSE_PAGE : pageOf(request.resource);
  return (answer) => {
    const body = single ? asList(answer) : answer;
    const result = z.safeParse(schema, body);
    if (result.success) return result.data as Page<R>;
    const issue = result.error.issues[0] as z.core.$ZodIssue;
    // A single entity was wrapped in a list of one.
    const pointer = pointerOf(single ? issue.path.filter((_, index) => index !== 1) : issue.path);
    // The body is redacted, but its names and values are still untrusted.
    const place = redactor.text(pointer === "" ? "the document" : pointer);
    const detail = redactor.text(`${issue.message} (got ${shown(valueAt(body, issue.path))})`);
    throw new ServiceError(
      "upstream-invalid",
      `${method} ${path}: the answer does not match the schema at ${place}: ${detail}.`,
      {
        upstreamStatus: 200,
        path: redactor.text(pointer),
      },
    );
  };
}

/** Wraps the answer's single entity in a list. */
function asList(answer: unknown): unknown {
  const isObject = typeof answer === "object" && answer !== null && "data" in answer;
  return isObject ? { ...answer, data: [answer.data] } : answer;
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
