/** The first thing wrong with a JSON text; `line` and `column` count from 1. */
interface JsonFault {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

/** Deeper than any table goes; keeps the recursion short. */
const MAXIMUM_DEPTH = 64;

const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Finds where a text stops being JSON, or says a field twice; null for a sound text. JSON.parse keeps the last
 * of two equal fields silently, and not every Node version says where a text is broken.
 */
export function findJsonFault(text: string): JsonFault | null {
  const scan = new Scan(text);
  try {
    scan.document();
    return null;
  } catch (fault) {
    if (!(fault instanceof Stop)) throw fault;
    const before = text.slice(0, fault.at).split("\n");
    return { line: before.length, column: before[before.length - 1]!.length + 1, reason: fault.reason };
  }
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
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  document(): void {
    this.value(0);
    if (this.at < this.text.length) this.stop("nothing may follow the closing bracket");
  }

  private value(depth: number): void {
    if (depth > MAXIMUM_DEPTH) this.stop(`the brackets are more than ${MAXIMUM_DEPTH} deep`);
    this.token(SPACE);
    if (this.next("{")) this.fields(depth);
    else if (this.next("[")) this.elements(depth);
    else if (!this.token(STRING) && !this.token(SCALAR)) this.stop("a value is expected here");
    this.token(SPACE);
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
    this.token(SPACE);
    const start = this.at;
    if (!this.token(STRING)) this.stop("a field's name in double quotes is expected here");
    const name = String(JSON.parse(this.text.slice(start, this.at)));
    if (names.has(name)) throw new Stop(start, `the field ${JSON.stringify(name)} is given twice`);
    names.add(name);
    if (!this.next(":")) this.stop("':' is expected here");
    this.value(depth + 1);
  }

  /** Steps over `mark` and the space around it. */
  private next(mark: string): boolean {
    this.token(SPACE);
    if (this.text[this.at] !== mark) return false;
    this.at += 1;
    this.token(SPACE);
    return true;
  }

  private token(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return false;
    this.at = pattern.lastIndex;
    return true;
  }

  private stop(reason: string): never {
    throw new Stop(this.at, reason);
  }
}
