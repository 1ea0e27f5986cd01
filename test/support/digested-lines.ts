import { createHash } from "node:crypto";

/** Of whatever a part makes; equal ones are of the very same. */
export function digestOf(made: unknown): string {
  // The value itself: a library that pages are drawn by gives sets a toJSON of its own.
  const text = JSON.stringify(made, function (this: Readonly<Record<string, unknown>>, key) {
    const value = this[key];
    if (value instanceof Set || value instanceof Map || ArrayBuffer.isView(value))
      return [...(value as Set<unknown>)];
    return typeof value === "number" && !Number.isFinite(value) ? `${value}` : value;
  });
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
