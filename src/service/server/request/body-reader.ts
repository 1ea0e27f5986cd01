import { randomUUID } from "node:crypto";
import { fieldsOf, findJsonFault } from "../../../contests/catalog/json-fault.ts";
import { checkPoolList, type PoolField } from "../../../shared/schema/plain.ts";
import { RefusedError } from "../answer-error.ts";
import type { HandlerLimits } from "../handler-limits.ts";
import { mostMembers, refuseOversized } from "./body.ts";
import { type BracketBounds, type KnownAt, type KnownList, readBrackets, type Span } from "./brackets.ts";

/** The deepest nesting accepted; lineup requests need 5 levels. */
const MAXIMUM_DEPTH = 16;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Parses a JSON text. @throws RefusedError (400) with the place of the fault. */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const fault = text.trim() === "" ? null : findJsonFault(text, cause);
    throw new RefusedError(
      "invalid-json",
      fault
        ? `The body is not JSON at line ${fault.line}, column ${fault.column}: ${fault.reason}.`
        : "The body is empty. Send the lineup request as JSON.",
      { cause },
    );
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    const detail = "The body is not UTF-8 text. Send it in that encoding.";
    throw new RefusedError("invalid-encoding", detail, { cause });
  }
}

/** The most players in all cached lists: about 40 MB with their texts and derived values. */
const CACHED_PLAYERS = 50_000;
/**
 * A cached list counts as at least this many players. This limits how many lists each body is compared with.
 */
const SMALLEST_LIST = 100;

/**
 * Replaces a cached list in a body while the rest is parsed. It is random, so that no caller can guess it.
 */
const PLACEHOLDER = randomUUID();
const PLACEHOLDER_JSON = Buffer.from(JSON.stringify(PLACEHOLDER));

/**
 * Parses bodies as JSON. A list of pool players or teams with the same bytes as before is not parsed again:
 * bodies share the frozen list, and with it the values derived from it.
 */
export class BodyReader {
  /** The cached lists, the most recently used one first. */
  #cached: readonly KnownList[] = [];
  readonly #limits: HandlerLimits;
  readonly #most: BracketBounds;

  /** Lists longer than the pool limit are not cached. */
  constructor(limits: HandlerLimits) {
    this.#limits = limits;
    this.#most = { depth: MAXIMUM_DEPTH, members: mostMembers(limits) };
  }

  /**
   * Parses a body.
   * @throws RefusedError (400) if the text is invalid, repeats a field or nests too deeply, with the place;
   * InvalidRequestError (422) for a list or map that is too long to be parsed.
   */
  read(bytes: Uint8Array): unknown {
    const { depth, oversized, fields, lists } = readBrackets(bytes, this.#most, this.#knownAt);
    if (depth > MAXIMUM_DEPTH)
      throw new RefusedError(
        "json-too-deep",
        `Lists and objects nest more than ${MAXIMUM_DEPTH} deep. Use fewer levels.`,
      );
    if (oversized) refuseOversized(oversized, this.#limits);
    const inParts = this.#readInParts(bytes, lists, fields);
    if (inParts !== null) return inParts;
    const value = parseJson(bytes);
    // The text's fields are counted as colons outside strings; a repeated one is missing from the value.
    const fault = fieldsOf(value) === fields ? null : findJsonFault(decode(bytes));
    if (fault === null) return value;
    throw new RefusedError(
      "invalid-json",
      `The body is not valid JSON at line ${fault.line}, column ${fault.column}: ${fault.reason}. Give it once.`,
    );
  }

  /** Parses the pool's uncached lists and the body's rest; null if the body must be parsed as a whole. */
  #readInParts(bytes: Uint8Array, spans: readonly Span[], fields: number): object | null {
    const lists = new Map<PoolField, KnownList["list"]>();
    const pieces: Uint8Array[] = [];
    let from = 0;
    let left = fields;
    for (const { field, start, end, fields: own, list: known } of spans) {
      const list = lists.has(field)
        ? null
        : (known ?? this.#readList(field, bytes.subarray(start, end), own));
      if (list === null) return null;
      lists.set(field, list);
      pieces.push(bytes.subarray(from, start), PLACEHOLDER_JSON);
      from = end;
      left -= own;
    }
    if (lists.size === 0) return null;
    const rest = parsed(Buffer.concat([...pieces, bytes.subarray(from)]));
    if (typeof rest !== "object" || rest === null || fieldsOf(rest) !== left) return null;
    const body = rest as Record<PoolField, unknown>;
    for (const [field, list] of lists) {
      // A later field of the same name would have replaced it.
      if (body[field] !== PLACEHOLDER) return null;
      body[field] = list;
    }
    return body;
  }

  /** Parses and caches a list; null if it is too long or has to be checked by the request's schema. */
  #readList(field: PoolField, bytes: Uint8Array, fields: number): KnownList["list"] | null {
    const value = parsed(bytes);
    if (!Array.isArray(value) || value.length > this.#limits.maxPool || fieldsOf(value) !== fields)
      return null;
    const list = checkPoolList(field, value);
    // A copy, because the bytes are part of a whole body.
    if (list !== null) this.#cache({ field, text: Uint8Array.from(bytes), list, fields });
    return list;
  }

  /** Caches a list as the most recently used one; drops others beyond `CACHED_PLAYERS`. */
  #cache(latest: KnownList): void {
    let left = CACHED_PLAYERS;
    this.#cached = [latest, ...this.#cached.filter((one) => one !== latest)].filter(({ list }) => {
      left -= Math.max(SMALLEST_LIST, list.length);
      return left >= 0;
    });
  }

  readonly #knownAt: KnownAt = (field, bytes, at) => {
    const known = this.#cached.find(
      (one) =>
        one.field === field && Buffer.compare(one.text, bytes.subarray(at, at + one.text.length)) === 0,
    );
    if (known) this.#cache(known);
    return known;
  };
}

/** Parses a part of the body; undefined if it is invalid. Parsing the whole body then reports the place. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes);
  } catch {
    return undefined;
  }
}
