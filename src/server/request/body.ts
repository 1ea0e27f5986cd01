import { AbortedError, InvalidRequestError, type RequestIssue } from "../../errors.ts";
import { pointerOf } from "../../shared/pointer.ts";
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
  throw new RefusedError("body-too-large", `The body is larger than ${maxBody} bytes. Send a smaller pool.`);
}

function gone(cause: unknown): never {
  throw new AbortedError(cause);
}

/** A list in the body, or a map, that is held against a limit before anything else is made of it. */
interface Counted {
  /** The keys that lead to it. */
  readonly path: readonly [string, ...string[]];
  readonly code: string;
  readonly most: (limits: HandlerLimits) => number;
  readonly remedy: string;
}

/** Names that `positions` may hold: more than any contest has positions and slots. */
const MOST_POSITIONS = 100;

const POOL = { code: "pool-too-large", most: ({ maxPool }: HandlerLimits) => maxPool };

const COUNTED: readonly Counted[] = [
  { path: ["games"], code: "too-many-games", most: ({ maxGames }) => maxGames, remedy: "Leave some out." },
  ...["include", "exclude"].flatMap((field) =>
    ["players", "teams"].map(
      (kind): Counted => ({ path: [field, kind], ...POOL, remedy: "Name each once." }),
    ),
  ),
  {
    path: ["positions"],
    code: "too-many-positions",
    most: () => MOST_POSITIONS,
    remedy: "Name the contest's positions alone.",
  },
];

/**
 * Holds a body against the server's limits, which are narrower than the library's, so that no more than they allow is
 * ever looked at closely. What is wrong in other ways is left for the optimizer to tell.
 * @throws InvalidRequestError
 */
export function checkSize(body: unknown, limits: HandlerLimits): void {
  const issues: RequestIssue[] = [];
  const refuse = (pointer: string, code: string, detail: string) =>
    issues.push({ code, detail: `${pointer}: ${detail}`, source: { pointer } });
  const count = fieldOf(body, "count");
  if (typeof count === "number" && count > BODY_COUNT)
    refuse("/count", "invalid-field", `must be at most ${BODY_COUNT} (got ${count}).`);
  const pool = sizeOf(fieldOf(body, "players")) + sizeOf(fieldOf(body, "teams"));
  if (pool > limits.maxPool) {
    refuse(
      "/players",
      POOL.code,
      `the pool has ${pool} players and teams; at most ${limits.maxPool} are taken. Leave some out.`,
    );
  }
  for (const { path, code, most, remedy } of COUNTED) {
    const size = sizeOf(path.reduce(fieldOf, body));
    if (size > most(limits))
      refuse(pointerOf(path), code, `${size} are listed; at most ${most(limits)} are taken. ${remedy}`);
  }
  const [first, ...rest] = issues;
  if (first) throw new InvalidRequestError([first, ...rest]);
}

/** The body's own count if it has one, else the query's, else 3. A count that is no number is left to the optimizer. */
export function countOf(body: unknown, queryCount: number | null): number | undefined {
  return fieldOf(body, "count") === undefined ? (queryCount ?? DEFAULT_COUNT) : undefined;
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

function sizeOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}
