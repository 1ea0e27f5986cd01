import { availableParallelism } from "node:os";
import * as z from "zod";
import { parseInput } from "../../shared/schema/parse.ts";

const handlerLimitsSchema = z.strictObject({
  maxBody: z
    .int()
    .min(1_000)
    .max(100_000_000)
    .default(1_000_000)
    .describe("The largest request body, in bytes."),
  maxPool: z
    .int()
    .min(1)
    .max(20_000)
    .default(2_000)
    .describe("The most players and teams' defenses in one request's pool."),
  maxGames: z.int().min(1).max(1_000).default(64).describe("The most games in one request."),
  concurrency: z
    .int()
    .min(1)
    .max(1_000)
    .default(() => 2 * availableParallelism())
    .describe("How many requests are worked on at a time; others wait in the queue."),
  queue: z.int().min(0).max(100_000).default(100).describe("How many requests may wait; others get 503."),
  timeLimit: z
    .int()
    .min(1)
    .max(3_600_000)
    .default(30_000)
    .describe("Milliseconds for one request: waiting, projections and solving."),
  requestsPerKey: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .default(3_000)
    .describe("Requests of one API key in 5 minutes."),
  answerBytes: z
    .int()
    .min(0)
    .max(1_000_000_000)
    .default(32_000_000)
    .describe("Memory for answers kept for requests that come again, in bytes; 0 keeps none."),
});

/** The limits of a handler's work; every field has a default. */
export type HandlerLimits = z.output<typeof handlerLimitsSchema>;

/**
 * The limits with their defaults filled in.
 * @throws InvalidRequestError that points at the limit.
 */
export function handlerLimits(limits: Partial<HandlerLimits> = {}): HandlerLimits {
  return parseInput(handlerLimitsSchema, limits);
}
