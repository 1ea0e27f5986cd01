import { availableParallelism } from "node:os";
import { parseInput } from "../../shared/schema/parse.ts";
import * as z from "../../shared/schema/zod.ts";

export function limit(least: number, most: number, standard: number, description: string) {
  return z.described(z._default(z.whole(least, most), standard), description);
}

const handlerLimitsSchema = z.strictObject({
  maxBody: limit(1_000, 100_000_000, 1_000_000, "The largest request body, in bytes."),
  maxPool: limit(1, 20_000, 2_000, "The most players and team defenses in one request's pool."),
  maxGames: limit(1, 1_000, 64, "The most games in one request."),
  concurrency: limit(
    1,
    1_000,
    2 * availableParallelism(),
    "How many requests are answered at a time; others wait in the queue.",
  ),
  queue: limit(0, 100_000, 100, "How many requests may wait; others get 503."),
  timeLimit: limit(1, 3_600_000, 30_000, "Milliseconds for one request: waiting, projections and solving."),
  requestsPerKey: limit(1, 1_000_000_000, 3_000, "Requests of one API key in 5 minutes."),
  answerBytes: limit(
    0,
    1_000_000_000,
    32_000_000,
    "Memory for answers kept for repeated requests, in bytes; 0 keeps none.",
  ),
});

export type HandlerLimits = z.output<typeof handlerLimitsSchema>;

export function handlerLimits(limits: Partial<HandlerLimits> = {}): HandlerLimits {
  return parseInput(handlerLimitsSchema, limits);
}
