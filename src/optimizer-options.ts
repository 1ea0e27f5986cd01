import { AbortedError, InvalidRequestError } from "./errors.ts";
import type { OptimizeOptions } from "./optimizer-contract.ts";
import { MAXIMUM_COUNT } from "./schema/count.ts";
import { optimizeSettingsSchema } from "./schema/options.ts";
import { parseInput } from "./schema/parse.ts";
import type * as z from "./schema/zod.ts";

/** @throws AbortedError if the signal is already aborted, InvalidRequestError */
export function settingsOf<Schema extends z.core.$ZodType<object> = typeof optimizeSettingsSchema>(
  options: OptimizeOptions,
  schema: Schema = optimizeSettingsSchema as unknown as Schema,
) {
  const { signal } = options;
  if (signal?.aborted) throw new AbortedError(signal.reason);
  return { ...(parseInput(schema, options, { parameter: "options" }) as z.output<Schema>), signal };
}

export function checkedCount(count: number): number {
  if (Number.isInteger(count) && count >= 1 && count <= MAXIMUM_COUNT) return count;
  throw new InvalidRequestError([
    {
      code: "invalid-count",
      detail: `count is ${count}; it must be a whole number from 1 to ${MAXIMUM_COUNT}.`,
      source: { parameter: "count" },
    },
  ]);
}
