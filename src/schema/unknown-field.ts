import type * as z from "./zod.ts";

/** What to do about fields that an object does not have: the ones that it may have are named. Null for another issue. */
export function fieldRemedy({ code, inst }: z.core.$ZodRawIssue): string | null {
  if (code !== "unrecognized_keys") return null;
  return `Remove it, or write one of ${Object.keys((inst as z.ZodMiniObject).shape).join(", ")}.`;
}
