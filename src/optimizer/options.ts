import { AbortedError, InvalidRequestError } from "../shared/errors.ts";
import { MAXIMUM_COUNT } from "../shared/schema/fields.ts";
import { optimizeSettingsSchema } from "../shared/schema/options.ts";
import { parseInput } from "../shared/schema/parse.ts";
import type * as z from "../shared/schema/zod.ts";
import type { OptimizeOptions } from "./contract.ts";

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
