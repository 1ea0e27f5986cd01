/** Characters of no text: they enclose a reference in a message. */
const [OPEN, SHOWN, CLOSE] = ["\u{F0000}", "\u{F0001}", "\u{F0002}"];

/** What the reader of a message calls a player or team, by GUID, and a field of the request, by JSON pointer; null for no name. */
export interface Naming {
  readonly entry?: ((uuid: string) => string | null) | undefined;
  readonly field?: ((pointer: string) => string | null) | undefined;
}

/** A player or team in a message, by GUID. */
export function entryRef(uuid: string): string {
  return reference("entry", uuid, uuid);
}

/** A field of the request in a message, by JSON pointer; `shown` is what requests call it. */
export function fieldRef(pointer: string, shown = pointer): string {
  return reference("field", pointer, shown);
}

function reference(kind: keyof Naming, to: string, shown: string): string {
  return `${OPEN}${kind} ${to}${SHOWN}${shown}${CLOSE}`;
}

/** A message in which references have the reader's names; those without a name stay references. */
export function named(message: string, naming: Naming): string {
  return withReferences(message, (kind, to, whole) => naming[kind]?.(to) ?? whole);
}

/** A message as text, in which references have the request's own names. */
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
    // What somebody else wrote with these characters is no reference.
    if (space === -1 || middle < space || end < middle) return `${text}${OPEN}${part}`;
    const kind = part.slice(0, space) as keyof Naming;
    const whole = `${OPEN}${part.slice(0, end)}${CLOSE}`;
    const shown = part.slice(middle + SHOWN!.length, end);
    return `${text}${textOf(kind, part.slice(space + 1, middle), whole, shown)}${part.slice(end + CLOSE!.length)}`;
  }, start);
}
