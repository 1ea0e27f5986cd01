import type { z } from "zod";
import { InvalidRequestError, type RequestIssue } from "../errors.ts";

/** How many issues an error lists; the first ones say enough. */
const LISTED_ISSUES = 20;

/**
 * Parses what came from outside. `root` is the pointer of the value itself: "" for a request body.
 * @throws InvalidRequestError with one issue per breach, each pointing at its field.
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  root = "",
): z.output<Schema> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, LISTED_ISSUES).flatMap((issue) => issuesOf(issue, root));
  throw new InvalidRequestError(issues as [RequestIssue, ...RequestIssue[]]);
}

/** The JSON pointer (RFC 6901) of a path of keys below `root`. */
export function pointerOf(path: readonly PropertyKey[], root = ""): string {
  return root + path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

function issuesOf(issue: z.core.$ZodIssue, root: string): RequestIssue[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const pointer = pointerOf([...issue.path, key], root);
      return {
        code: "unknown-field",
        detail: `${pointer} is not a field of the request. Remove it.`,
        source: { pointer },
      };
    });
  }
  const pointer = pointerOf(issue.path, root);
  const shown = "input" in issue && isScalar(issue.input) ? ` (got ${JSON.stringify(issue.input)})` : "";
  return [
    {
      code: "invalid-field",
      detail: `${pointer === "" ? "The document" : pointer}: ${issue.message}${shown}.`,
      source: { pointer },
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
