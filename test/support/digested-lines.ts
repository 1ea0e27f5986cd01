import { createHash } from "node:crypto";

/** A digest of any value; equal digests mean equal values. */
export function digestOf(made: unknown): string {
  // The value itself: a library for drawing pages adds a toJSON to sets.
  const text = JSON.stringify(made, function (this: Readonly<Record<string, unknown>>, key) {
    const value = this[key];
    if (value instanceof Set || value instanceof Map || ArrayBuffer.isView(value))
      return [...(value as Set<unknown>)];
    return typeof value === "number" && !Number.isFinite(value) ? `${value}` : value;
  });
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
