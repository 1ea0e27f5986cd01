/** The first fault of a JSON text; `line` and `column` count from 1. */
interface JsonFault {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

/** The most levels of nesting, more than any table needs; it limits the recursion. */
const MAXIMUM_DEPTH = 64;

/**
 * The most characters scanned, which takes a few tens of milliseconds. Faults after them are found by
 * JSON.parse.
 */
const MAXIMUM_SCAN = 1_500_000;

const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const NEWLINE = 0x0a;
const COLON = 0x3a;

/**
 * Parses JSON; refuses repeated fields, of which JSON.parse keeps the last. `cause` is the error of
 * JSON.parse, if it refused the text.
 */
export function readJson(
  text: string,
): { readonly value: unknown } | { readonly fault: JsonFault; readonly cause?: unknown } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    return { fault: findJsonFault(text, cause)!, cause };
  }
  return hasDuplicateField(text, value) ? { fault: findJsonFault(text)! } : { value };
}

/**
 * Returns the first place where a text is not valid JSON or repeats a field; null for a valid text.
 * JSON.parse silently keeps the last of two equal fields, and some Node versions do not report where a text
 * is broken. The scan goes character by character because servers read megabytes of text: regular expressions
 * take ten times as long. `cause` is the error of JSON.parse, if it refused the text: it locates faults
 * beyond the part that is scanned.
 */
export function findJsonFault(text: string, cause?: unknown): JsonFault | null {
  const scan = new Scan(text);
  try {
    scan.document();
    return null;
  } catch (fault) {
    if (!(fault instanceof Stop)) throw fault;
    const { at, reason } = fault.at < MAXIMUM_SCAN ? fault : faultBeyond(text, cause);
    let line = 1;
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1 && end < at; end = text.indexOf("\n", start)) {
      line += 1;
      start = end + 1;
      // Counts empty lines without a search for each.
      for (; start < at && text.charCodeAt(start) === NEWLINE; start += 1) line += 1;
    }
    return { line, column: at - start + 1, reason };
  }
}

/**
 * The fault that the message of JSON.parse (`cause`) describes. If the message has neither its position nor
 * enough of the text around it, the fault is placed where the scan ended.
 */
function faultBeyond(text: string, cause: unknown): Stop {
  if (!(cause instanceof SyntaxError))
    return new Stop(MAXIMUM_SCAN, "a field is given twice, here or later in this long text");
  const { message } = cause;
  const [, words, position] = /^(.*?)(?: in JSON)? at position (\d+)/s.exec(message) ?? [];
  if (position !== undefined) return new Stop(Number(position), plain(words!));
  if (message.includes("end of JSON")) return new Stop(text.length, "the text ends too early");
  const [, what, token, around] =
    /^(Unexpected token '(.+?)'), \.\.\."(.*)"(?:\.\.\.)? is not/s.exec(message) ?? [];
  const found = around ? text.indexOf(around, MAXIMUM_SCAN - around.length) : -1;
  if (found !== -1 && found === text.lastIndexOf(around!)) {
    const at = found + QUOTED_BEFORE;
    if (text.startsWith(token!, at)) return new Stop(at, plain(what!));
  }
  return new Stop(MAXIMUM_SCAN, `here or later in this long text, ${plain(message)}`);
}

/** The number of characters before an unexpected token that the message of JSON.parse quotes. */
const QUOTED_BEFORE = 10;

function plain(words: string): string {
  return words.slice(0, 1).toLowerCase() + words.slice(1);
}

class Stop {
  readonly at: number;
  readonly reason: string;

  constructor(at: number, reason: string) {
    this.at = at;
    this.reason = reason;
  }
}

class Scan {
  private readonly text: string;
  /** The index at which the scan ends, which may be before the end of the text. */
  private readonly end: number;
  private at = 0;

  constructor(text: string) {
    this.text = text;
    this.end = Math.min(text.length, MAXIMUM_SCAN);
  }

  document(): void {
    this.value(0);
    if (this.at < this.text.length) this.stop("nothing may follow the closing bracket");
  }

  private value(depth: number): void {
    if (depth > MAXIMUM_DEPTH) this.stop(`the brackets are more than ${MAXIMUM_DEPTH} deep`);
    this.space();
    if (this.at >= MAXIMUM_SCAN) this.stop("the scan ends here");
    if (this.next("{")) this.fields(depth);
    else if (this.next("[")) this.elements(depth);
    else if (!this.string() && !this.scalar()) this.stop("a value is expected here");
    this.space();
  }

  private elements(depth: number): void {
    if (this.next("]")) return;
    do this.value(depth + 1);
    while (this.next(","));
    if (!this.next("]")) this.stop("',' or ']' is expected here");
  }

  private fields(depth: number): void {
    if (this.next("}")) return;
    const names = new Set<string>();
    do this.field(depth, names);
    while (this.next(","));
    if (!this.next("}")) this.stop("',' or '}' is expected here");
  }

  private field(depth: number, names: Set<string>): void {
    this.space();
    const start = this.at;
    if (!this.string()) this.stop("a field's name in double quotes is expected here");
    const spelled = this.text.slice(start + 1, this.at - 1);
    const name = spelled.includes("\\") ? String(JSON.parse(`"${spelled}"`)) : spelled;
    if (names.has(name)) throw new Stop(start, `the field ${JSON.stringify(name)} is given twice`);
    names.add(name);
    if (!this.next(":")) this.stop("':' is expected here");
    this.value(depth + 1);
  }

  /** Steps over `mark` and the whitespace around it; false if `mark` does not come next. */
  private next(mark: string): boolean {
    this.space();
    if (this.text[this.at] !== mark) return false;
    this.at += 1;
    this.space();
    return true;
  }

  private space(): void {
    for (; this.at < this.end; this.at += 1) {
      const code = this.text.charCodeAt(this.at);
      if (code !== SPACE && code !== NEWLINE && code !== 0x0d && code !== 0x09) return;
    }
  }

  /** Steps over a string; false if no complete string starts here. */
  private string(): boolean {
    const { text } = this;
    if (text.charCodeAt(this.at) !== QUOTE) return false;
    for (let at = this.at + 1; at < this.end; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.at = at + 1;
        return true;
      }
      if (code < SPACE) return false;
      if (code !== BACKSLASH) continue;
      ESCAPE.lastIndex = at;
      if (!ESCAPE.test(text)) return false;
      at = ESCAPE.lastIndex - 1;
    }
    if (this.end < text.length) throw new Stop(this.end, "the scan ends here");
    return false;
  }

  private scalar(): boolean {
    SCALAR.lastIndex = this.at;
    if (!SCALAR.test(this.text)) return false;
    this.at = SCALAR.lastIndex;
    return true;
  }

  private stop(reason: string): never {
    throw new Stop(this.at, reason);
  }
}

/**
 * Whether a valid text repeats a field: it then names more fields than its parsed `value` has. Counting them
 * is about as fast as parsing.
 */
function hasDuplicateField(text: string, value: unknown): boolean {
  return fieldsOfText(text) > fieldsOf(value);
}

/** The number of strings in a valid text that are followed by a colon. */
function fieldsOfText(text: string): number {
  let fields = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at)) {
    at = text.indexOf('"', at + 1);
    while (isEscaped(text, at)) at = text.indexOf('"', at + 1);
    do at += 1;
    while (text.charCodeAt(at) <= SPACE);
    if (text.charCodeAt(at) === COLON) fields += 1;
  }
  return fields;
}

function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text.charCodeAt(start - 1) === BACKSLASH) start -= 1;
  return (at - start) % 2 === 1;
}

/** The total number of fields in all objects of a value. */
export function fieldsOf(value: unknown): number {
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
