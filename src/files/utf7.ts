/**
 * A character that UTF-7 wrote as base64 of its UTF-16 units, if a minus ends it. Matches at every plus sign, so that no
 * text is read more than once.
 */
const SHIFT = /\+([A-Za-z0-9+/]*)(-?)/g;
const SHORTEST_BASE64 = 3;

/** Decodes remains of UTF-7, such as `+AEA-` for `@`; all other plus signs stay. */
export function decodeUtf7Remains(text: string): string {
  return text.replace(SHIFT, (shift, base64: string, end: string) =>
    end === "" || base64.length < SHORTEST_BASE64 ? shift : (decoded(base64) ?? shift),
  );
}

/** Null for what is no UTF-7: that is whole UTF-16 units padded with zero bits, all of them printable. */
function decoded(base64: string): string | null {
  if (base64.length % 4 === 1) return null;
  const bytes = atob(base64);
  if (bytes.length % 2 !== 0 || btoa(bytes).replace(/=+$/, "") !== base64) return null;
  const text = Array.from({ length: bytes.length / 2 }, (_, unit) =>
    String.fromCharCode(bytes.charCodeAt(2 * unit) * 256 + bytes.charCodeAt(2 * unit + 1)),
  ).join("");
  return /^[^\p{C}]+$/u.test(text) ? text : null;
}
