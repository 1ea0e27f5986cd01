import { POOL_FIELDS, type PoolField } from "../../schema/checked-pool.ts";

/** From the opening bracket of a list to behind its closing one, in bytes. */
export interface Span {
  readonly field: PoolField;
  readonly start: number;
  readonly end: number;
  /** The list, where its text was known. */
  readonly list: List | null;
}

type List = readonly unknown[];

/** A list that was read before, and its text. */
export interface KnownList {
  readonly text: Uint8Array;
  readonly list: List;
}

/** The known list whose text stands at a place, if there is one. */
export type KnownAt = (field: PoolField, bytes: Uint8Array, at: number) => KnownList | undefined;

/** What the brackets of a JSON text show before it is parsed. */
export interface Brackets {
  /** How deep they nest, known lists aside; at most one more than what was asked about. */
  readonly depth: number;
  /** The pool's lists among the fields of the outermost object, as the text spells them, in its order. */
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
 * Reads the brackets of a JSON text, to the first that is deeper than `most`. Of what is no JSON it says nothing of use,
 * which whoever parses it finds out. No byte of a longer UTF-8 sequence looks like a bracket. A known list is passed over
 * as a whole: where a list begins, the same bytes are the same list.
 */
export function readBrackets(bytes: Uint8Array, most: number, knownAt: KnownAt): Brackets {
  const lists: Span[] = [];
  let depth = 0;
  let open = 0;
  let inString = false;
  let field: PoolField | undefined;
  let start = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (inString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === BRACKET || byte === BRACE) {
      if (byte === BRACKET && open === 1) {
        field = fieldBefore(bytes, at);
        start = at;
        const known = field && knownAt(field, bytes, at);
        if (field && known) {
          at += known.text.length - 1;
          lists.push({ field, start, end: at + 1, list: known.list });
          field = undefined;
          continue;
        }
      }
      open += 1;
      if (open > depth) depth = open;
      if (open > most) return { depth, lists };
    } else if (byte === END_BRACKET || byte === END_BRACE) {
      open -= 1;
      if (open === 1 && field !== undefined) {
        lists.push({ field, start, end: at + 1, list: null });
        field = undefined;
      }
    }
  }
  return { depth, lists };
}

/** The names of the fields as JSON spells them. */
const SPELLED = POOL_FIELDS.map((field) => [field, new TextEncoder().encode(`"${field}"`)] as const);

/** The field whose value begins at `from`, if it is one of the pool's and spelled without escapes. */
function fieldBefore(bytes: Uint8Array, from: number): PoolField | undefined {
  const colon = skipSpaceBack(bytes, from - 1);
  if (bytes[colon] !== COLON) return undefined;
  const end = skipSpaceBack(bytes, colon - 1);
  for (const [field, spelled] of SPELLED) {
    const first = end - spelled.length + 1;
    if (!spelled.every((byte, index) => bytes[first + index] === byte)) continue;
    const before = bytes[skipSpaceBack(bytes, first - 1)];
    // Else the quote is no beginning of a name.
    return before === BRACE || before === COMMA ? field : undefined;
  }
  return undefined;
}

function skipSpaceBack(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at -= 1;
  return at;
}
