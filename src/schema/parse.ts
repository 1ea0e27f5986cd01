import type * as z from "zod";
import { InvalidRequestError, type RequestIssue } from "../errors.ts";
import { pointerOf } from "../shared/pointer.ts";

/** How many issues an error lists; the first ones say enough. */
const LISTED_ISSUES = 20;

/**
 * Parses what came from outside. Issues point at the request body's field, or, when `from` names a parameter the
 * value came by, at that parameter, with the path in the text.
 * @throws InvalidRequestError with one issue per breach.
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  from?: { readonly parameter: string },
): z.output<Schema> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, LISTED_ISSUES).flatMap((issue) => issuesOf(issue, from));
  throw new InvalidRequestError(issues as [RequestIssue, ...RequestIssue[]]);
}

function issuesOf(issue: z.core.$ZodIssue, from: { readonly parameter: string } | undefined): RequestIssue[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const pointer = pointerOf([...issue.path, key]);
      return {
        code: "unknown-field",
        detail: `${pointer} is not a field of the request. Remove it.`,
        source: from ?? { pointer },
      };
    });
  }
  const pointer = pointerOf(issue.path);
  const missing = issue.code === "invalid_type" && issue.input === undefined;
  const shown = isScalar(issue.input) ? ` (got ${JSON.stringify(issue.input)})` : "";
  const reason = missing ? `is missing; it must be ${issue.expected}` : `${issue.message}${shown}`;
  return [
    {
      code: "invalid-field",
      detail: `${from ? `${from.parameter} ` : ""}${pointer === "" ? "the document" : pointer}: ${reason}.`,
      source: from ?? { pointer },
    },
  ];
}

function isScalar(value: unknown): boolean {
  return (
    value === null ||
    (typeof value === "string" && value.length <= 80) ||
    ["number", "boolean"].includes(typeof value)
  );
}
