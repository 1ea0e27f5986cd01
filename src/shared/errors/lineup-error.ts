/** Private-use characters that enclose a reference in a message. */
const [OPEN, SHOWN, CLOSE] = ["\u{F0000}", "\u{F0001}", "\u{F0002}"];

/**
 * The names that a reader knows: of a player or team, by GUID, and of a request's field, by JSON pointer.
 * Null if there is none.
 */
export interface Naming {
  readonly entry?: ((uuid: string) => string | null) | undefined;
  readonly field?: ((pointer: string) => string | null) | undefined;
}

/** A reference to a player or team in a message. */
export function entryRef(uuid: string): string {
  return reference("entry", uuid, uuid);
}

/** A reference to a field of the request in a message; `shown` is its name in requests. */
export function fieldRef(pointer: string, shown = pointer): string {
  return reference("field", pointer, shown);
}

function reference(kind: keyof Naming, to: string, shown: string): string {
  return `${OPEN}${kind} ${to}${SHOWN}${shown}${CLOSE}`;
}

/** Replaces references by the reader's names; references without such a name stay. */
export function named(message: string, naming: Naming): string {
  return withReferences(message, (kind, to, whole) => naming[kind]?.(to) ?? whole);
}

/** Replaces references by the request's own names. */
export function plain(message: string): string {
  return withReferences(message, (_kind, _to, _whole, shown) => shown);
}

/** Replaces each reference of a message. */
export function withReferences(
  message: string,
  textOf: (kind: keyof Naming, to: string, whole: string, shown: string) => string,
): string {
  const [start = "", ...parts] = message.split(OPEN!);
  return parts.reduce((text, part) => {
    const [middle, end] = [part.indexOf(SHOWN!), part.indexOf(CLOSE!)];
    const space = part.indexOf(" ");
    // Such characters in other text are not a reference.
    if (space === -1 || middle < space || end < middle) return `${text}${OPEN}${part}`;
    const kind = part.slice(0, space) as keyof Naming;
    const whole = `${OPEN}${part.slice(0, end)}${CLOSE}`;
    const shown = part.slice(middle + SHOWN!.length, end);
    return `${text}${textOf(kind, part.slice(space + 1, middle), whole, shown)}${part.slice(end + CLOSE!.length)}`;
  }, start);
}

/** The place of an error in a request: a JSON pointer into the body, or the name of a query parameter. */
export type ErrorSource = { readonly pointer: string } | { readonly parameter: string };

/** One JSON:API error object. */
export interface ErrorObject {
  readonly status: string;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly source?: ErrorSource;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/**
 * Who has to act. `input`: the caller must correct the request. `infeasible`: the request is valid, but no
 * lineup satisfies it. `stopped`: the caller or a limit ended the work. `upstream`: the prediction service
 * failed. `fault`: the machine or the program is broken.
 */
export type ErrorKind = "input" | "infeasible" | "stopped" | "upstream" | "fault";

interface ErrorFields {
  readonly code: string;
  readonly kind: ErrorKind;
  readonly status: number;
  readonly title: string;
  readonly source?: ErrorSource | undefined;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  readonly cause?: unknown;
}

/**
 * The base class of every error this package throws on purpose. `message` is the JSON:API `detail`: it names
 * the value, the place and the remedy. `code` is stable, so compare it rather than the text.
 */
export abstract class LineupError extends Error {
  readonly code: string;
  readonly kind: ErrorKind;
  /** HTTP status. */
  readonly status: number;
  readonly title: string;
  readonly source: ErrorSource | undefined;
  readonly meta: Readonly<Record<string, unknown>> | undefined;

  constructor(detail: string, fields: ErrorFields) {
    super(plain(detail), fields.cause === undefined ? undefined : { cause: fields.cause });
    this.code = fields.code;
    this.kind = fields.kind;
    this.status = fields.status;
    this.title = fields.title;
    this.source = fields.source;
    this.meta = fields.meta;
  }

  /** The same error in other words: `change` gets each detail, `moved` each JSON pointer. */
  reworded(_change: (detail: string) => string, _moved?: (pointer: string) => string): LineupError {
    return this;
  }

  /** The error as JSON:API error objects, one per fault. */
  toErrorObjects(): ErrorObject[] {
    return [
      {
        status: String(this.status),
        code: this.code,
        title: this.title,
        detail: this.message,
        ...(this.source && { source: this.source }),
        ...(this.meta && { meta: this.meta }),
      },
    ];
  }
}
