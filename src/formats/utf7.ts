/** A character that UTF-7 wrote as base64 of its UTF-16 units. */
const SHIFT = /\+([A-Za-z0-9+/]{3,})-/g;

/** Decodes remains of UTF-7, such as `+AEA-` for `@`; all other plus signs stay. */
export function decodeUtf7Remains(text: string): string {
  return text.replace(SHIFT, (shift, base64: string) => decoded(base64) ?? shift);
}

/** Null for what is no UTF-7: that is whole UTF-16 units padded with zero bits, all of them printable. */
function decoded(base64: string): string | null {
  if (base64.length % 4 === 1) return null;
  const bytes = atob(base64);
  if (bytes.length % 2 !== 0 || btoa(bytes).replace(/=+$/, "") !== base64) return null;
  const units = Array.from(
    { length: bytes.length / 2 },
    (_, unit) => bytes.charCodeAt(2 * unit) * 256 + bytes.charCodeAt(2 * unit + 1),
  );
  const text = String.fromCharCode(...units);
  return /^[^\p{C}]+$/u.test(text) ? text : null;
}
