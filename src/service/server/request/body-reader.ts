import { hash, randomUUID } from "node:crypto";
import { fieldsOf, findJsonFault } from "../../../contests/catalog/json-fault.ts";
import { Recent } from "../../../shared/collections.ts";
import { checkPoolList, POOL_FIELDS, type PoolField } from "../../../shared/schema/plain.ts";
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
const REMEMBERED = 50_000;

/** How many recent lists of a field are compared with a body's text before it is read or hashed. */
const AT_HAND = 4;

/** A random placeholder for a cached list, which no caller can guess. */
const KNOWN = randomUUID();
const KNOWN_JSON = Buffer.from(JSON.stringify(KNOWN));

type List = readonly unknown[];

/**
 * Parses bodies as JSON. Lists of a pool whose bytes are unchanged are not parsed again: bodies share the
 * same frozen lists, and so the values derived from them.
 */
export class BodyReader {
  readonly #lists = new Recent<KnownList>(REMEMBERED);
  /** The recently used lists of each field, latest first. */
  readonly #atHand = new Map<PoolField, KnownList[]>(POOL_FIELDS.map((field) => [field, []]));
  readonly #limits: HandlerLimits;
  readonly #most: BracketBounds;

  /** Lists longer than the pool limit are not cached. */
  constructor(limits: HandlerLimits) {
    this.#limits = limits;
    this.#most = { depth: MAXIMUM_DEPTH, members: mostMembers(limits) };
  }

  /**
   * @throws RefusedError (400) if the text is invalid, repeats a field or nests too deeply, with the place;
   * InvalidRequestError (422) for a list or map that is too long to be parsed.
   */
  read(bytes: Uint8Array): unknown {
    const { depth, oversized, fields, lists } = readBrackets(bytes, this.#most, this.#knownAt);
    if (depth > MAXIMUM_DEPTH)
      throw new RefusedError("json-too-deep", `The brackets nest more than ${MAXIMUM_DEPTH} deep.`);
    if (oversized) refuseOversized(oversized, this.#limits);
    const inParts = this.#readInParts(bytes, lists, fields);
    if (inParts !== null) return inParts;
    const value = parseJson(bytes);
    // The text's fields are counted as colons outside strings; a repeated one is missing from the value.
    const fault = fieldsOf(value) === fields ? null : findJsonFault(decode(bytes));
    if (fault === null) return value;
    throw new RefusedError(
      "invalid-json",
      `The body is not sound JSON at line ${fault.line}, column ${fault.column}: ${fault.reason}. Give it once.`,
    );
  }

  /** The body with cached lists inserted; null if it is uncertain that this is what the text says. */
  #readInParts(bytes: Uint8Array, spans: readonly Span[], fields: number): object | null {
    const lists = new Map<PoolField, List>();
    const pieces: Uint8Array[] = [];
    let from = 0;
    let left = fields;
    for (const { field, start, end, fields: own, list: known } of spans) {
      const list = lists.has(field) ? null : (known ?? this.#listOf(field, bytes.subarray(start, end), own));
      if (list === null) return null;
      lists.set(field, list);
      pieces.push(bytes.subarray(from, start), KNOWN_JSON);
      from = end;
      left -= own;
    }
    if (lists.size === 0) return null;
    const rest = parsed(Buffer.concat([...pieces, bytes.subarray(from)]));
    if (typeof rest !== "object" || rest === null || fieldsOf(rest) !== left) return null;
    const body = rest as Record<PoolField, unknown>;
    for (const [field, list] of lists) {
      // A later field of the same name would have replaced it.
      if (body[field] !== KNOWN) return null;
      body[field] = list;
    }
    return body;
  }

  #listOf(field: PoolField, bytes: Uint8Array, fields: number): List | null {
    const key = `${field} ${hash("sha256", bytes, "base64")}`;
    const known = this.#lists.get(key) ?? this.#read(field, bytes, fields);
    if (known === null) return null;
    this.#lists.set(key, known, known.list.length);
    this.#use(field, known);
    return known.list;
  }

  #read(field: PoolField, bytes: Uint8Array, fields: number): KnownList | null {
    const value = parsed(bytes);
    if (!Array.isArray(value) || value.length > this.#limits.maxPool || fieldsOf(value) !== fields)
      return null;
    const list = checkPoolList(field, value);
    // A copy, because the bytes are part of a whole body.
    return list && { text: Uint8Array.from(bytes), list, fields };
  }

  readonly #knownAt: KnownAt = (field, bytes, at) => {
    const known = this.#atHand
      .get(field)!
      .find(({ text }) => Buffer.compare(text, bytes.subarray(at, at + text.length)) === 0);
    if (known) this.#use(field, known);
    return known;
  };

  #use(field: PoolField, known: KnownList): void {
    const atHand = this.#atHand.get(field)!;
    if (atHand[0] !== known)
      this.#atHand.set(field, [known, ...atHand.filter((one) => one !== known)].slice(0, AT_HAND));
  }
}

/** The JSON value of a part; undefined if invalid. The error for the whole text then has the place. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes);
  } catch {
    return undefined;
  }
}
