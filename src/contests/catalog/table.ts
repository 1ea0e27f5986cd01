import { deepFreeze } from "../../shared/deep-freeze.ts";
import { InvalidTableError } from "../../shared/errors.ts";
import { type Breach, showPath, type TableCheck } from "../../shared/schema/breach.ts";
import * as z from "../../shared/schema/zod.ts";
import { shownValue } from "../../shared/shown-value.ts";

/**
 * Parses a table of the given shape, runs the checks, and returns it deeply frozen and independent of
 * `value`.
 * @throws InvalidTableError for the first fault: of the shape, or of the checks in their order.
 */
export function parseTable<Schema extends z.core.$ZodType>(
  schema: Schema,
  checks: readonly TableCheck<z.output<Schema>>[],
  value: unknown,
  file: string,
): z.output<Schema> {
  const result = z.safeParse(schema, withoutSchemaName(value), { reportInput: true });
  if (!result.success) throw refusal(file, shapeBreach(result.error.issues[0]!), result.error);
  for (const check of checks) {
    for (const breach of check(result.data)) throw refusal(file, breach);
  }
  return deepFreeze(result.data);
}

/** Removes `$schema`: a table may name its JSON Schema for the benefit of editors. */
function withoutSchemaName(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("$schema" in value)) return value;
  const { $schema: _, ...table } = value;
  return table;
}

function refusal(file: string, breach: Breach, cause?: unknown): InvalidTableError {
  return new InvalidTableError(file, showPath(breach.path), breach.reason, cause);
}

function shapeBreach(issue: z.core.$ZodIssue): Breach {
  if (issue.code === "unrecognized_keys") {
    return { path: [...issue.path, issue.keys[0]!], reason: "is not a field of the table. Remove it." };
  }
  const wanted = wantedBy(issue);
  return issue.input === undefined
    ? { path: issue.path, reason: `is missing. Add it; it ${wanted}.` }
    : { path: issue.path, reason: `${wanted} (got ${shownValue(issue.input, 80)}).` };
}

function wantedBy(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type")
    return `must be of the type ${issue.expected === "int" ? "whole number" : issue.expected}`;
  if (issue.code === "invalid_value") return `must be one of ${issue.values.map(String).join(", ")}`;
  if (issue.code === "invalid_union") return "must name one of the known kinds";
  return issue.message;
}
