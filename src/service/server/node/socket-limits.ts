import * as z from "zod";
import { parseInput } from "../../../shared/schema/parse.ts";

const milliseconds = z.int().min(1).max(3_600_000);

const socketLimitsSchema = z.strictObject({
  maxConnections: z
    .int()
    .min(1)
    .max(100_000)
    .default(1_000)
    .describe("Connections at a time; for a further one the longest idle is closed."),
  maxHeader: z
    .int()
    .min(1_000)
    .max(1_000_000)
    .default(16_384)
    .describe("Bytes of a request's line and headers."),
  headersTimeout: milliseconds.default(10_000).describe("Milliseconds for a request's headers to arrive."),
  requestTimeout: milliseconds
    .default(30_000)
    .describe("Milliseconds for a whole request to arrive, body included."),
  keepAliveTimeout: milliseconds
    .default(65_000)
    .describe("Milliseconds for which an idle connection stays open."),
  sendTimeout: milliseconds
    .default(10_000)
    .describe(
      "Milliseconds without progress after which an answer that its client does not read is given up.",
    ),
  maxPipelined: z
    .int()
    .min(1)
    .max(1_000)
    .default(32)
    .describe("Requests that may wait behind a connection's first; with more it is closed."),
  maxDiscard: z
    .int()
    .min(0)
    .max(1_000_000_000)
    .default(10_000_000)
    .describe("Bytes of a body that are read and dropped once its request is answered."),
});

/** What bounds the server's connections; every field has a default. */
export type SocketLimits = z.output<typeof socketLimitsSchema>;

/**
 * The limits with their defaults filled in.
 * @throws InvalidRequestError that points at the limit.
 */
export function socketLimits(limits: Partial<SocketLimits> = {}): SocketLimits {
  return parseInput(socketLimitsSchema, limits);
}
