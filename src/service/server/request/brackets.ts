import { POOL_FIELDS, type PoolField } from "../../../shared/schema/plain.ts";

/** From the opening bracket of a list to behind its closing one, in bytes. */
export interface Span {
  readonly field: PoolField;
  readonly start: number;
  readonly end: number;
  /** How often its text names a field. */
  readonly fields: number;
  /** The list, where its text was known. */
  readonly list: List | null;
}

type List = readonly unknown[];

/** A list that was read before, and its text. */
export interface KnownList {
  readonly text: Uint8Array;
  readonly list: List;
  /** How many fields its objects have. */
  readonly fields: number;
}

/** The known list whose text stands at a place, if there is one. */
export type KnownAt = (field: PoolField, bytes: Uint8Array, at: number) => KnownList | undefined;

/** A list or map with more members than were asked about. */
export interface Oversized {
  /** The keys and indices that lead to it. */
  readonly path: readonly (string | number)[];
  readonly size: number;
}

/** What is asked about. */
export interface BracketBounds {
  readonly depth: number;
  readonly members: number;
}

/** What the brackets of a JSON text show before it is parsed. */
export interface Brackets {
  /** How deep they nest, known lists aside; at most one more than what was asked about. */
  readonly depth: number;
  /** The first list or map to end that has more members than was asked about. */
  readonly oversized: Oversized | null;
  /** How often the text names a field. */
  readonly fields: number;
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
 * Reads the brackets of a JSON text, to the first that is deeper than `most` has it. Of what is no JSON it says nothing of use,
 * which whoever parses it finds out. No byte of a longer UTF-8 sequence looks like a bracket. A known list is passed over
 * as a whole: where a list begins, the same bytes are the same list.
 */
export function readBrackets(bytes: Uint8Array, most: BracketBounds, knownAt: KnownAt): Brackets {
  const lists: Span[] = [];
  /** By depth, where the open list or map begins, and the commas in it so far. */
  const starts = new Int32Array(most.depth + 2);
  const commas = new Int32Array(most.depth + 2);
  let oversized: Oversized | null = null;
  let depth = 0;
  let open = 0;
  let inString = false;
  let field: PoolField | undefined;
  let start = 0;
  let fields = 0;
  let fieldsBefore = 0;
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
      starts[open] = at;
      commas[open] = 0;
    } else if (byte === COMMA) commas[open]! += 1;
    else if (byte === COLON) fields += 1;
    else if (byte === END_BRACKET || byte === END_BRACE) {
      if (commas[open]! >= most.members)
        oversized ??= { path: pathOf(bytes, starts, commas, open), size: commas[open]! + 1 };
      open -= 1;
      if (open === 1 && field !== undefined) {
        lists.push({ field, start, end: at + 1, fields: fields - fieldsBefore, list: null });
        field = undefined;
      }
    }
  }
  return { depth, oversized, fields, lists };
}

/** The keys and indices that lead to what is open at this depth. */
function pathOf(
  bytes: Uint8Array,
  starts: Int32Array,
  commas: Int32Array,
  open: number,
): (string | number)[] {
  return Array.from({ length: open - 1 }, (_, index) => {
    const parent = index + 1;
    return bytes[starts[parent]!] === BRACE ? nameBefore(bytes, starts[parent + 1]!) : commas[parent]!;
  });
}

/** The name of the field whose value begins at `from`; empty where what stands there is none. */
function nameBefore(bytes: Uint8Array, from: number): string {
  const end = skipSpaceBack(bytes, skipSpaceBack(bytes, from - 1) - 1);
  let start = end - 1;
  while (start > 0 && (bytes[start] !== QUOTE || isEscaped(bytes, start))) start -= 1;
  try {
    return String(JSON.parse(new TextDecoder().decode(bytes.subarray(start, end + 1))));
  } catch {
    return "";
  }
}

function isEscaped(bytes: Uint8Array, at: number): boolean {
  let before = at - 1;
  while (bytes[before] === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
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
