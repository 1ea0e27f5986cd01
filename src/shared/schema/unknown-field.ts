import type * as z from "./zod.ts";

/** The remedy for unknown fields of an object, naming the fields it may have. Null for any other issue. */
export function fieldRemedy({ code, inst }: z.core.$ZodRawIssue): string | null {
  if (code !== "unrecognized_keys") return null;
  return `Remove it, or write one of ${Object.keys((inst as z.ZodMiniObject).shape).join(", ")}.`;
}
