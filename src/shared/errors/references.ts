/** Private-use characters that enclose a reference in a message. */
const [OPEN, SHOWN, CLOSE] = ["\u{F0000}", "\u{F0001}", "\u{F0002}"];

/**
 * How the reader of a message names a player or team (by GUID) and a field of the request (by JSON pointer);
 * null if there is no name.
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

function withReferences(
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
