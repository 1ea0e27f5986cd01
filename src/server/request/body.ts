import { AbortedError, InvalidRequestError, type RequestIssue } from "../../errors.ts";
import type { Incoming } from "../exchange.ts";
import type { HandlerLimits } from "../handler-limits.ts";
import { RefusedError } from "../refusal.ts";

/** The most lineups the body may ask for here. */
export const BODY_COUNT = 10;
const DEFAULT_COUNT = 3;

/** @throws RefusedError (413) if the body is larger than the limit, AbortedError if the client leaves meanwhile. */
export async function readBody(call: Incoming, { maxBody }: HandlerLimits): Promise<Uint8Array> {
  const announced = Number(call.header("content-length") ?? 0);
  const bytes = announced > maxBody ? null : await call.body(maxBody).catch(gone);
  if (bytes !== null) return bytes;
  throw new RefusedError(
    "body-too-large",
    `The body is larger than ${maxBody} bytes. Send a smaller pool.`,
    // What is left of the body stays unread, so the connection is of no further use.
    { headers: { connection: "close" } },
  );
}

function gone(cause: unknown): never {
  throw new AbortedError(cause);
}

/** What the server looks at before the optimizer parses the body; anything may be anything. */
interface Glance {
  readonly count?: unknown;
  readonly players?: unknown;
  readonly teams?: unknown;
  readonly games?: unknown;
}

/**
 * Holds a body against the server's limits, which are narrower than the library's. What is wrong in other ways is
 * left for the optimizer to tell.
 * @throws InvalidRequestError
 */
export function checkSize(body: unknown, limits: HandlerLimits): void {
  const { count, players, teams, games } = glance(body);
  const issues: RequestIssue[] = [];
  const refuse = (pointer: string, code: string, detail: string) =>
    issues.push({ code, detail: `${pointer}: ${detail}`, source: { pointer } });
  if (typeof count === "number" && count > BODY_COUNT)
    refuse("/count", "invalid-field", `must be at most ${BODY_COUNT} (got ${count}).`);
  const pool = lengthOf(players) + lengthOf(teams);
  if (pool > limits.maxPool) {
    refuse(
      "/players",
      "pool-too-large",
      `the pool has ${pool} players and teams; at most ${limits.maxPool} are taken. Leave some out.`,
    );
  }
  if (lengthOf(games) > limits.maxGames) {
    refuse(
      "/games",
      "too-many-games",
      `${lengthOf(games)} are listed; at most ${limits.maxGames} are taken.`,
    );
  }
  const [first, ...rest] = issues;
  if (first) throw new InvalidRequestError([first, ...rest]);
}

/** The body's own count if it has one, else the query's, else 3. A count that is no number is left to the optimizer. */
export function countOf(body: unknown, queryCount: number | null): number | undefined {
  return "count" in glance(body) ? undefined : (queryCount ?? DEFAULT_COUNT);
}

function glance(body: unknown): Glance {
  return typeof body === "object" && body !== null && !Array.isArray(body) ? body : {};
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}
