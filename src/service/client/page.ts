import { pointerOf, shownValue } from "../../shared/pointer.ts";
import { linksSchema, type Resource, resourceSchema } from "../../shared/schema/resource.ts";
import * as z from "../../shared/schema/zod.ts";
import type { Redactor } from "./redactor.ts";
import { ServiceError } from "./service-error.ts";

/** One page as sent by the service. Unknown members are kept. */
export interface Page<R> {
  readonly links?: Readonly<Record<string, unknown>> | undefined;
  readonly meta?: { readonly totalItems?: number | undefined; readonly [name: string]: unknown } | undefined;
  readonly data: readonly R[];
  readonly included?: readonly Resource[] | undefined;
}

export function pageSchema(resource: z.core.$ZodType): z.core.$ZodType {
  return z.looseObject({
    links: z.optional(linksSchema),
    meta: z.optional(z.looseObject({ totalItems: z.optional(z.int().check(z.minimum(0))) })),
    data: z.array(resource),
    included: z.optional(z.array(resourceSchema)),
  });
}

export interface PageTarget {
  /** The path from the sport on, such as `/basketball/v2/players`. */
  readonly path: string;
  /** Whether the path has a single entity rather than a list. */
  readonly single: boolean;
  readonly schema: z.core.$ZodType;
}

/** The most characters of a wrong value in a message. */
const LONGEST_SHOWN = 80;

/**
 * Checks an answer against the schema of its page.
 * @throws ServiceError with the place and the wrong value
 */
export function parsePage<R>(
  answer: unknown,
  { path, single, schema }: PageTarget,
  redactor: Redactor,
  method = "GET",
): Page<R> {
  const body = single ? asList(answer) : answer;
  const result = z.safeParse(schema, body, { reportInput: true });
  if (result.success) return result.data as Page<R>;
  const issue = result.error.issues[0] as z.core.$ZodIssue;
  // A single entity was wrapped in a list of one.
  const pointer = pointerOf(single ? issue.path.filter((_, index) => index !== 1) : issue.path);
  // The body is redacted, but its names and values are still untrusted.
  const place = redactor.text(pointer === "" ? "the document" : pointer);
  const detail = redactor.text(
    `${issue.message} (got ${issue.input === undefined ? "nothing" : shownValue(issue.input, LONGEST_SHOWN)})`,
  );
  throw new ServiceError(
    "upstream-invalid",
    `${method} ${path}: the answer does not match the schema at ${place}: ${detail}.`,
    { upstreamStatus: 200, path: redactor.text(pointer) },
  );
}

/** Wraps the answer's single entity in a list. */
function asList(answer: unknown): unknown {
  const isObject = typeof answer === "object" && answer !== null && "data" in answer;
  return isObject ? { ...answer, data: [answer.data] } : answer;
}
