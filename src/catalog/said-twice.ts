const COLON = 0x3a;
const BACKSLASH = 0x5c;
const LAST_SPACE = 0x20;

/**
 * Whether a sound JSON text gives some field twice, of which JSON.parse keeps the last without a word; `value` is what it
 * made of the text. About as fast as parsing is, so that large documents can be asked; `findJsonFault` says where.
 */
export function saysFieldTwice(text: string, value: unknown): boolean {
  return fieldsOfText(text) > fieldsOf(value);
}

/** How many strings of a sound text a colon follows. */
function fieldsOfText(text: string): number {
  let fields = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at)) {
    at = text.indexOf('"', at + 1);
    while (isEscaped(text, at)) at = text.indexOf('"', at + 1);
    do at += 1;
    while (text.charCodeAt(at) <= LAST_SPACE);
    if (text.charCodeAt(at) === COLON) fields += 1;
  }
  return fields;
}

function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text.charCodeAt(start - 1) === BACKSLASH) start -= 1;
  return (at - start) % 2 === 1;
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
