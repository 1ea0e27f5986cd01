import { SOLVER_NAMES } from "../engine/solver/registry.ts";
import { AbortedError, invalidRequest } from "../shared/errors.ts";
import { MAXIMUM_COUNT } from "../shared/schema/fields.ts";
import { optimizeSettingsSchema } from "../shared/schema/options.ts";
import { parseInput } from "../shared/schema/parse.ts";
import * as z from "../shared/schema/zod.ts";
import type { OptimizeOptions } from "./contract.ts";

/** In milliseconds. More time hardly improves a portfolio; a whole command takes less than a minute. */
export const TOGETHER_TIME_LIMIT = 50_000;

/** How many portfolios an optimizer solves at a time: at least two, so that a server can keep a place free. */
export function portfoliosAtOnce(threads: number): number {
  return threads === 0 ? 1 : Math.max(2, threads);
}

export const searchSettingsSchema = z.object({
  threads: z.optional(z.whole(0, 256)),
  solver: z.optional(z.enum(["auto", ...SOLVER_NAMES])),
  timeLimit: z.optional(z.number().check(z.positive())),
  explanationLimit: z.optional(z.number().check(z.positive())),
  onlyAvailable: z.optional(z.boolean()),
});

/**
 * Parses the options of a call, and returns them with the signal.
 * @throws AbortedError if it is aborted, InvalidRequestError
 */
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
  throw invalidRequest(
    "invalid-count",
    "count",
    `count is ${count}; it must be a whole number from 1 to ${MAXIMUM_COUNT}.`,
  );
}
