import { hash, randomUUID } from "node:crypto";
import { checkPoolList, type PoolField } from "../../schema/checked-pool.ts";
import { Recent } from "../../shared/recent.ts";
import { readBrackets, type Span } from "./brackets.ts";
import { checkDepth, MAXIMUM_DEPTH, parseJson } from "./json.ts";

/** Entries of all lists that are remembered: some 30 MB with what is made of them. */
const REMEMBERED = 50_000;

/** Stands for a list that is known already; no caller can know it. */
const KNOWN = randomUUID();
const KNOWN_JSON = Buffer.from(JSON.stringify(KNOWN));

type List = readonly unknown[];

/**
 * Reads bodies as JSON. The lists of a pool that came before, to the byte, are not read again: bodies that have them in
 * common get the same frozen lists, and so share what is made of them.
 */
export class BodyReader {
  readonly #lists = new Recent<List>(REMEMBERED);
  readonly #longest: number;

  /** Lists of more than `longest` entries are not remembered. */
  constructor(longest: number) {
    this.#longest = longest;
  }

  /** @throws RefusedError (400) that says where the text is broken, or that it nests too deeply. */
  read(bytes: Uint8Array): unknown {
    const { depth, lists } = readBrackets(bytes, MAXIMUM_DEPTH);
    checkDepth(depth);
    return this.#readInParts(bytes, lists) ?? parseJson(bytes);
  }

  /** The body with its known lists in place; null where it is not plain that this is what its text says. */
  #readInParts(bytes: Uint8Array, spans: readonly Span[]): object | null {
    const lists = new Map<PoolField, List>();
    const pieces: Uint8Array[] = [];
    let from = 0;
    for (const { field, start, end } of spans) {
      const list = lists.has(field) ? null : this.#listOf(field, bytes.subarray(start, end));
      if (list === null) return null;
      lists.set(field, list);
      pieces.push(bytes.subarray(from, start), KNOWN_JSON);
      from = end;
    }
    if (lists.size === 0) return null;
    const rest = parsed(Buffer.concat([...pieces, bytes.subarray(from)]));
    if (typeof rest !== "object" || rest === null) return null;
    const body = rest as Record<PoolField, unknown>;
    for (const [field, list] of lists) {
      // A later field of the same name would have taken its place.
      if (body[field] !== KNOWN) return null;
      body[field] = list;
    }
    return body;
  }

  #listOf(field: PoolField, bytes: Uint8Array): List | null {
    const key = `${field} ${hash("sha256", bytes, "base64")}`;
    const known = this.#lists.get(key);
    if (known !== undefined) return known;
    const value = parsed(bytes);
    if (!Array.isArray(value) || value.length > this.#longest) return null;
    const list = checkPoolList(field, value);
    if (list !== null) this.#lists.set(key, list, list.length);
    return list;
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
