import { hash, randomUUID } from "node:crypto";
import { findJsonFault } from "../../../contests/catalog/json-fault.ts";
import { Recent } from "../../../shared/collections.ts";
import { checkPoolList, POOL_FIELDS, type PoolField } from "../../../shared/schema/plain.ts";
import { RefusedError } from "../answer-error.ts";
import type { HandlerLimits } from "../handler-limits.ts";
import { mostMembers, refuseOversized } from "./body.ts";
import { type BracketBounds, type KnownAt, type KnownList, readBrackets, type Span } from "./brackets.ts";

/** No lineup request goes deeper than 5. */
const MAXIMUM_DEPTH = 16;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * A text's JSON value.
 * @throws RefusedError (400) that says where the text is broken.
 */
export function parseJson(bytes: Uint8Array): unknown {
  return parse(decode(bytes));
}

/**
 * Refuses a text in which an object has a field twice: JSON.parse takes the last without a word. `fields` is how often the
 * text names a field, as its colons outside strings show; the value has as many unless one is given twice.
 * @throws RefusedError (400) that says where.
 */
function refuseRepeatedFields(bytes: Uint8Array, value: unknown, fields: number): void {
  if (fieldsOf(value) === fields) return;
  const fault = findJsonFault(decode(bytes));
  if (fault === null) return;
  throw new RefusedError(
    "invalid-json",
    `The body is not sound JSON at line ${fault.line}, column ${fault.column}: ${fault.reason}. Give it once.`,
  );
}

/** How many fields all objects of a value have. */
function fieldsOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const parts = Array.isArray(value) ? value : Object.values(value);
  let fields = Array.isArray(value) ? 0 : parts.length;
  for (const part of parts) if (typeof part === "object") fields += fieldsOf(part);
  return fields;
}

/** @throws RefusedError (400) for brackets that nest too deeply. */
function checkDepth(depth: number): void {
  if (depth > MAXIMUM_DEPTH)
    throw new RefusedError("json-too-deep", `The brackets nest more than ${MAXIMUM_DEPTH} deep.`);
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new RefusedError("invalid-encoding", "The body is not UTF-8 text. Send it in that encoding.", {
      cause,
    });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const fault = text.trim() === "" ? null : findJsonFault(text);
    throw new RefusedError(
      "invalid-json",
      fault
        ? `The body is not JSON at line ${fault.line}, column ${fault.column}: ${fault.reason}.`
        : "The body is empty. Send the lineup request as JSON.",
      { cause },
    );
  }
}

/** Entries of all lists that are remembered: some 40 MB with their texts and what is made of them. */
const REMEMBERED = 50_000;

/** Lists of a field that are looked for in a body's text before anything is read or hashed. */
const AT_HAND = 4;

/** Stands for a list that is known already; no caller can know it. */
const KNOWN = randomUUID();
const KNOWN_JSON = Buffer.from(JSON.stringify(KNOWN));

type List = readonly unknown[];

/**
 * Reads bodies as JSON. The lists of a pool that came before, to the byte, are not read again: bodies that have them in
 * common get the same frozen lists, and so share what is made of them.
 */
export class BodyReader {
  readonly #lists = new Recent<KnownList>(REMEMBERED);
  /** Those of each field that were used last, the very last first. */
  readonly #atHand = new Map<PoolField, KnownList[]>(POOL_FIELDS.map((field) => [field, []]));
  readonly #limits: HandlerLimits;
  readonly #most: BracketBounds;

  /** Lists that are longer than a pool may be are not remembered. */
  constructor(limits: HandlerLimits) {
    this.#limits = limits;
    this.#most = { depth: MAXIMUM_DEPTH, members: mostMembers(limits) };
  }

  /**
   * @throws RefusedError (400) that says where the text is broken or has a field twice, or that it nests too deeply;
   * InvalidRequestError (422) for a list or map that is too long to be parsed.
   */
  read(bytes: Uint8Array): unknown {
    const { depth, oversized, fields, lists } = readBrackets(bytes, this.#most, this.#knownAt);
    checkDepth(depth);
    if (oversized) refuseOversized(oversized, this.#limits);
    const inParts = this.#readInParts(bytes, lists, fields);
    if (inParts !== null) return inParts;
    const value = parseJson(bytes);
    refuseRepeatedFields(bytes, value, fields);
    return value;
  }

  /** The body with its known lists in place; null where it is not plain that this is what its text says. */
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
      // A later field of the same name would have taken its place.
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
    // A copy: the bytes are part of a whole body.
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

/** The JSON value of a part; undefined where it has none, which the whole text then tells with its place. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes);
  } catch {
    return undefined;
  }
}
