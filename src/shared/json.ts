import { printParseErrorCode, visit } from "jsonc-parser";

/** Counts from 1. */
interface JsonFault {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

/** It limits the recursion. */
const MAXIMUM_DEPTH = 64;

class Found extends Error {
  readonly fault: JsonFault;

  constructor(line: number, column: number, reason: string) {
    super(reason);
    this.fault = { line: line + 1, column: column + 1, reason };
  }
}

const REASONS: Readonly<Record<string, string>> = {
  PropertyNameExpected: "a field's name in double quotes is expected here",
  ColonExpected: "':' is expected here",
  CloseBraceExpected: "',' or '}' is expected here",
  CloseBracketExpected: "',' or ']' is expected here",
  EndOfFileExpected: "nothing may follow the closing bracket",
  InvalidCommentToken: "JSON has no comments",
  UnexpectedEndOfString: "the text in quotes does not end",
  InvalidUnicode: "an escape is not \\u and 4 hexadecimal digits",
  InvalidEscapeCharacter: "no such escape exists; write \\\\ for a backslash",
  InvalidCharacter: "a control character must be escaped, such as \\n",
};

/**
 * Refuses repeated fields, of which JSON.parse keeps the last. The fault is sought in the first `most`
 * characters.
 */
export function readJson(
  text: string,
  most?: number,
): { readonly value: unknown } | { readonly fault: JsonFault; readonly cause?: unknown } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    return { fault: findJsonFault(text, most) ?? beyond(text, most, "is not JSON"), cause };
  }
  if (outlineOf(text).fields === fieldsOf(value)) return { value };
  return { fault: findJsonFault(text, most) ?? beyond(text, most, "gives a field twice") };
}

/** Null if none is found. */
export function findJsonFault(text: string, most = text.length): JsonFault | null {
  const open: Set<string>[] = [];
  const stop = (line: number, column: number, reason: string): never => {
    throw new Found(line, column, reason);
  };
  const begin = (_offset: number, _length: number, line: number, column: number): void => {
    if (open.length > MAXIMUM_DEPTH) stop(line, column, `the brackets are more than ${MAXIMUM_DEPTH} deep`);
    open.push(new Set());
  };
  const end = () => void open.pop();
  try {
    visit(
      text.slice(0, most),
      {
        onObjectBegin: begin,
        onArrayBegin: begin,
        onObjectEnd: end,
        onArrayEnd: end,
        onObjectProperty: (name, _offset, _length, line, column) => {
          const names = open.at(-1)!;
          if (names.has(name)) stop(line, column, `the field ${JSON.stringify(name)} is given twice`);
          names.add(name);
        },
        onError: (code, offset, length, line, column) => {
          // What a cut text lacks at its end is no fault.
          if (offset + length >= most && most < text.length) throw new Found(0, 0, "");
          stop(line, column, REASONS[printParseErrorCode(code)] ?? "a value is expected here");
        },
      },
      { disallowComments: true },
    );
    return null;
  } catch (found) {
    if (!(found instanceof Found)) throw found;
    return found.fault.reason === "" ? null : found.fault;
  }
}

function beyond(text: string, most = text.length, what: string): JsonFault {
  const before = text.slice(0, most).split("\n");
  return {
    line: before.length,
    column: before.at(-1)!.length + 1,
    reason: `here or later, the text ${what}`,
  };
}

/**
 * Without parsing, which takes a second for a few megabytes of brackets. Meaningless for a text that is not
 * JSON, but for its depth at most too large.
 */
export function outlineOf(text: string): { readonly depth: number; readonly fields: number } {
  let open = 0;
  let depth = 0;
  let fields = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === BRACKET || code === BRACE) {
      open += 1;
      if (open > depth) depth = open;
    } else if (code === END_BRACKET || code === END_BRACE) open -= 1;
    else if (code === COLON) fields += 1;
  }
  return { depth, fields };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACE = 0x7b;
const END_BRACKET = 0x5d;
const END_BRACE = 0x7d;
const COLON = 0x3a;

/** The text's length if there is none. */
function endOfString(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let start = end;
    while (text.charCodeAt(start - 1) === BACKSLASH) start -= 1;
    if ((end - start) % 2 === 0) return end;
  }
  return text.length;
}

function fieldsOf(value: unknown): number {
  let fields = 0;
  const open = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one !== "object" || one === null) continue;
    const inner = Object.values(one);
    if (!Array.isArray(one)) fields += inner.length;
    for (const part of inner) if (typeof part === "object") open.push(part);
  }
  return fields;
}
