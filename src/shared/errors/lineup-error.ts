/** Private-use characters that enclose a reference in a message. */
const [OPEN, SHOWN, CLOSE] = ["\u{F0000}", "\u{F0001}", "\u{F0002}"];

/**
 * Names that replace the references in a message. `entry` takes the GUID of a player or team, `field` the
 * JSON pointer of a field in the request. They return its name, or null if it has none.
 */
export interface Naming {
  readonly entry?: ((uuid: string) => string | null) | undefined;
  readonly field?: ((pointer: string) => string | null) | undefined;
}

/** A reference to a player or team for use in a message; `named` replaces it by a name. */
export function entryRef(uuid: string): string {
  return reference("entry", uuid, uuid);
}

/** A reference to a field of the request for use in a message; `shown` is the text if nothing replaces it. */
export function fieldRef(pointer: string, shown = pointer): string {
  return reference("field", pointer, shown);
}

function reference(kind: keyof Naming, to: string, shown: string): string {
  return `${OPEN}${kind} ${to}${SHOWN}${shown}${CLOSE}`;
}

/** Replaces each reference in a message by its name in `naming`; a reference without one is kept as it is. */
export function named(message: string, naming: Naming): string {
  return withReferences(message, (kind, to, whole) => naming[kind]?.(to) ?? whole);
}

/** Replaces each reference in a message by its GUID or its field's name in requests. */
export function plain(message: string): string {
  return withReferences(message, (_kind, _to, _whole, shown) => shown);
}

/**
 * Replaces each reference in a message by the text that `textOf` returns. `to` is the GUID or pointer,
 * `shown` the text for a reference without a name, and `whole` the reference itself: return it to keep the
 * reference.
 */
export function withReferences(
  message: string,
  textOf: (kind: keyof Naming, to: string, whole: string, shown: string) => string,
): string {
  const [start = "", ...parts] = message.split(OPEN!);
  return parts.reduce((text, part) => {
    const [middle, end] = [part.indexOf(SHOWN!), part.indexOf(CLOSE!)];
    const space = part.indexOf(" ");
    // These characters may also occur in other text, where they are not a reference.
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

  /**
   * Returns the error with each text replaced by `change`, and each JSON pointer by `moved`. Only errors
   * whose texts can have references do so; the others return themselves.
   */
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
