import { POOL_FIELDS, type PoolField } from "../../../shared/schema/plain.ts";

/**
 * Where a list of the pool is in a JSON text, in bytes: from its opening bracket to after its closing one.
 */
export interface Span {
  readonly field: PoolField;
  readonly start: number;
  readonly end: number;
  /** How many field names the list's text has. */
  readonly fields: number;
  /** The list, if a list with the same text was parsed before; else null. */
  readonly list: KnownList["list"] | null;
}

/** A list that was parsed before, and its text. */
export interface KnownList {
  readonly field: PoolField;
  readonly text: Uint8Array;
  readonly list: readonly unknown[];
  readonly fields: number;
}

/** Finds a list of this field that was parsed before and whose text is at byte `at`; undefined if none is. */
export type KnownAt = (field: PoolField, bytes: Uint8Array, at: number) => KnownList | undefined;

/** A list or map with more members than allowed. */
export interface Oversized {
  /** The keys and indices that lead to the list or map. */
  readonly path: readonly (string | number)[];
  readonly size: number;
}

/** The maximum depth of nesting, and the maximum number of members of a list or map. */
export interface BracketBounds {
  readonly depth: number;
  readonly members: number;
}

/** The structure of a JSON text, as its brackets show it before parsing. */
export interface Brackets {
  /** The depth of nesting outside lists that `KnownAt` found; at most one more than the limit. */
  readonly depth: number;
  /** Of the lists and maps with more members than allowed, the one that ends first; null for none. */
  readonly oversized: Oversized | null;
  /** How many field names the text has. */
  readonly fields: number;
  /** The pool's lists among the fields of the outermost object, in the order of the text. */
  readonly lists: readonly Span[];
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACE = 0x7b;
const END_BRACKET = 0x5d;
const END_BRACE = 0x7d;
const COLON = 0x3a;
const COMMA = 0x2c;

/**
 * Scans the brackets of a JSON text and stops at the first that exceeds the depth limit. For invalid JSON the
 * result is meaningless; the parser reports the fault. Bytes are scanned undecoded, because no byte of a
 * multi-byte UTF-8 character equals a bracket. A list that `knownAt` finds is skipped as a whole: bytes that
 * equal a list's text up to its closing bracket are the same list.
 */
export function readBrackets(bytes: Uint8Array, most: BracketBounds, knownAt: KnownAt): Brackets {
  const lists: Span[] = [];
  /**
   * For the open list or map at each depth: its bracket, where the string before it starts and ends, and the
   * number of commas in it so far.
   */
  const brackets = new Uint8Array(most.depth + 2);
  const nameStarts = new Int32Array(most.depth + 2);
  const nameEnds = new Int32Array(most.depth + 2);
  const commas = new Int32Array(most.depth + 2);
  let oversized: Oversized | null = null;
  let depth = 0;
  let open = 0;
  let inString = false;
  /**
   * Where the last string begins and ends, quotes included. Before a value in an object, it is the field's
   * name.
   */
  let nameStart = 0;
  let nameEnd = 0;
  let field: PoolField | undefined;
  let start = 0;
  let fields = 0;
  let fieldsBefore = 0;
  /** The keys and indices that lead to the open list or map at a depth. */
  const pathTo = (depth: number) =>
    Array.from({ length: depth - 1 }, (_, at) =>
      brackets[at + 1] === BRACE ? nameAt(bytes, nameStarts[at + 2]!, nameEnds[at + 2]!) : commas[at + 1]!,
    );
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (inString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) {
        inString = false;
        nameEnd = at + 1;
      }
    } else if (byte === QUOTE) {
      inString = true;
      nameStart = at;
    } else if (byte === BRACKET || byte === BRACE) {
      if (byte === BRACKET && open === 1 && brackets[1] === BRACE) {
        field = poolFieldAt(bytes, nameStart, nameEnd);
        start = at;
        fieldsBefore = fields;
        const known = field && knownAt(field, bytes, at);
        if (field && known) {
          at += known.text.length - 1;
          fields += known.fields;
          lists.push({ field, start, end: at + 1, fields: known.fields, list: known.list });
          field = undefined;
          continue;
        }
      }
      open += 1;
      if (open > depth) depth = open;
      if (open > most.depth) return { depth, oversized, fields, lists };
      brackets[open] = byte;
      nameStarts[open] = nameStart;
      nameEnds[open] = nameEnd;
      commas[open] = 0;
    } else if (byte === COMMA) commas[open]! += 1;
    else if (byte === COLON) fields += 1;
    else if (byte === END_BRACKET || byte === END_BRACE) {
      if (commas[open]! >= most.members) oversized ??= { path: pathTo(open), size: commas[open]! + 1 };
      open -= 1;
      if (open === 1 && field !== undefined) {
        lists.push({ field, start, end: at + 1, fields: fields - fieldsBefore, list: null });
        field = undefined;
      }
    }
  }
  return { depth, oversized, fields, lists };
}

/** The field name in the quotes from `start` to before `end`; empty if it is no valid JSON string. */
function nameAt(bytes: Uint8Array, start: number, end: number): string {
  try {
    return String(JSON.parse(new TextDecoder().decode(bytes.subarray(start, end))));
  } catch {
    return "";
  }
}

/** The most bytes of a pool field's name; each letter may be escaped. */
const LONGEST_FIELD = 44;

/** The pool field named between the quotes at `start` and `end`; undefined for any other name. */
function poolFieldAt(bytes: Uint8Array, start: number, end: number): PoolField | undefined {
  if (end - start > LONGEST_FIELD) return undefined;
  const name = nameAt(bytes, start, end);
  return POOL_FIELDS.find((field) => field === name);
}
