import { AbortedError, InvalidRequestError, type RequestIssue } from "../../../shared/errors.ts";
import { outlineOf, readJson } from "../../../shared/json.ts";
import { RefusedError } from "../answer-error.ts";
import type { Incoming } from "../exchange.ts";
import type { HandlerLimits } from "../handler-limits.ts";

export const DEFAULT_COUNT = 3;

/** @throws RefusedError (413) if the body exceeds the limit; AbortedError if the client leaves. */
export async function readBody(call: Incoming, { maxBody }: HandlerLimits): Promise<Uint8Array> {
  const announced = Number(call.header("content-length") ?? 0);
  const clientGone = (cause: unknown) => {
    throw new AbortedError(cause);
  };
  const bytes = announced > maxBody ? null : await call.body(maxBody).catch(clientGone);
  if (bytes !== null) return bytes;
  throw new RefusedError("body-too-large", `The body is larger than ${maxBody} bytes. Send a smaller pool.`);
}

/** The deepest nesting accepted; lineup requests need 5 levels. */
const MAXIMUM_DEPTH = 16;

/** The characters in which a fault is sought: a search takes ten times as long as parsing. */
const MOST_SEARCHED = 200_000;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** @throws RefusedError (400) if the text is invalid, repeats a field or nests too deeply, with the place */
export function parseBody(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  if (text.trim() === "")
    throw new RefusedError("invalid-json", "The body is empty. Send the lineup request as JSON.");
  if (outlineOf(text).depth > MAXIMUM_DEPTH)
    throw new RefusedError(
      "json-too-deep",
      `Lists and objects nest more than ${MAXIMUM_DEPTH} deep. Use fewer levels.`,
    );
  const read = readJson(text, MOST_SEARCHED);
  if ("value" in read) return read.value;
  const { line, column, reason } = read.fault;
  const place = `at line ${line}, column ${column}: ${reason}.`;
  throw new RefusedError(
    "invalid-json",
    read.cause === undefined
      ? `The body is not valid JSON ${place} Give it once.`
      : `The body is not JSON ${place}`,
    { cause: read.cause },
  );
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    const detail = "The body is not UTF-8 text. Send it in that encoding.";
    throw new RefusedError("invalid-encoding", detail, { cause });
  }
}

/** The most items in one list of a portfolio, such as its rules, and in all its lists and fields. */
const [MOST_LISTED, MOST_VALUES] = [1_000, 5_000];

/** The most names in `positions`: more than any contest has positions and slots. */
const MOST_POSITIONS = 100;

const LIST_LIMITS: readonly {
  readonly paths: readonly string[];
  readonly code: string;
  readonly most: (limits: HandlerLimits) => number;
  readonly remedy: string;
}[] = [
  {
    paths: ["avoid", "lock", "exclude", "exposure", "rules"].map((field) => `/portfolio/${field}`),
    code: "portfolio-too-large",
    most: () => MOST_LISTED,
    remedy: "Use fewer.",
  },
  { paths: ["/games"], code: "too-many-games", most: ({ maxGames }) => maxGames, remedy: "Leave some out." },
  {
    paths: ["/include/players", "/include/teams", "/exclude/players", "/exclude/teams"],
    code: "pool-too-large",
    most: ({ maxPool }) => maxPool,
    remedy: "Name each once.",
  },
  {
    paths: ["/positions"],
    code: "too-many-positions",
    most: () => MOST_POSITIONS,
    remedy: "Name only the contest's positions and slots.",
  },
];

/**
 * Checks a body against the server's limits, so that oversized bodies cost little. The optimizer reports all
 * other faults. @throws InvalidRequestError
 */
export function checkSize(body: unknown, limits: HandlerLimits, mostLineups: number): void {
  const issues: RequestIssue[] = [];
  const refuse = (pointer: string, code: string, detail: string) =>
    issues.push({ code, detail: `${pointer}: ${detail}`, source: { pointer } });
  const at = (pointer: string) => pointer.slice(1).split("/").reduce(fieldOf, body);
  for (const pointer of ["/count", "/portfolio/lineups"]) {
    const count = at(pointer);
    if (typeof count === "number" && count > mostLineups)
      refuse(pointer, "invalid-field", `must be at most ${mostLineups} (got ${count}).`);
  }
  const pool = sizeOf(at("/players")) + sizeOf(at("/teams"));
  if (pool > limits.maxPool)
    refuse(
      "/players",
      "pool-too-large",
      `the pool has ${pool} players and teams, but at most ${limits.maxPool} are allowed. Leave some out.`,
    );
  for (const { paths, code, most, remedy } of LIST_LIMITS)
    for (const pointer of paths) {
      const size = sizeOf(at(pointer));
      if (size <= most(limits)) continue;
      refuse(pointer, code, `${size} are listed, but at most ${most(limits)} are allowed. ${remedy}`);
    }
  if (valuesIn(at("/portfolio"), MOST_VALUES) > MOST_VALUES) {
    const detail = `it has more than ${MOST_VALUES} values in all its lists and fields. Use fewer.`;
    refuse("/portfolio", "portfolio-too-large", detail);
  }
  const [first, ...rest] = issues;
  if (first) throw new InvalidRequestError([first, ...rest]);
}

export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

function sizeOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

function valuesIn(value: unknown, most: number): number {
  let seen = 0;
  const count = (one: unknown): void => {
    if (typeof one !== "object" || one === null) return;
    for (const part of Array.isArray(one) ? one : Object.values(one)) {
      seen += 1;
      if (seen > most) return;
      count(part);
    }
  };
  count(value);
  return seen;
}

/** The query's count, or 3 without one; undefined if the body has a count, which the optimizer reads. */
export function countOf(body: unknown, queryCount: number | null): number | undefined {
  return fieldOf(body, "count") === undefined ? (queryCount ?? DEFAULT_COUNT) : undefined;
}
