import { sha1 as ownSha1, type Sha1 } from "./sha1.ts";

const GUID_LENGTH = 36;
/** The number of bytes of a GUID. */
export const GUID_BYTES = 16;

/** Value of a hexadecimal digit by its character code. */
const DIGITS = Uint8Array.from(
  { length: 128 },
  (_, code) => Number.parseInt(String.fromCharCode(code), 16) || 0,
);
/** The character codes of the two digits of each byte. */
const HIGH = Uint8Array.from({ length: 256 }, (_, value) => (value >> 4).toString(16).charCodeAt(0));
const LOW = Uint8Array.from({ length: 256 }, (_, value) => (value & 15).toString(16).charCodeAt(0));
/** The character codes of the last GUID written, including hyphens. */
const spelled = Array.from("-".repeat(36), (character) => character.charCodeAt(0));

/** Writes the 16 bytes of a GUID of any version. */
export function writeGuid(guid: string, into: Uint8Array, from: number): void {
  for (let byte = 0, at = 0; byte < GUID_BYTES; byte += 1, at += 2) {
    if (guid.charCodeAt(at) === 45) at += 1;
    into[from + byte] = (DIGITS[guid.charCodeAt(at)]! << 4) | DIGITS[guid.charCodeAt(at + 1)]!;
  }
}

/**
 * The version 5 UUID (RFC 9562) of a name: `bytes` begins with the 16 bytes of the namespace, and the name follows.
 */
export function nameGuid(bytes: Uint8Array, length = bytes.length, sha1: Sha1 = ownSha1): string {
  const words = sha1(length === bytes.length ? bytes : bytes.subarray(0, length));
  words[1] = (words[1]! & ~0xf000) | 0x5000;
  words[2] = (words[2]! & 0x3fffffff) | 0x80000000;
  for (let index = 0, at = 0; index < GUID_BYTES; index += 1) {
    const value = (words[index >> 2]! >>> (24 - 8 * (index & 3))) & 255;
    spelled[at] = HIGH[value]!;
    spelled[at + 1] = LOW[value]!;
    at += index === 3 || index === 5 || index === 7 || index === 9 ? 3 : 2;
  }
  return String.fromCharCode.apply(null, spelled);
}

const ENCODER = new TextEncoder();

/** The version 5 UUID (RFC 9562) of a text in a namespace, which is a GUID in lower case. */
export function nameText(text: string, namespace: string): string {
  return nameParts([ENCODER.encode(text)], namespace);
}

/** A buffer for joining parts, reused by every call: off-heap memory is scarce in a server. */
let joined = new Uint8Array(0);

/** The same for a text given as the bytes of its parts. */
export function nameParts(parts: readonly Uint8Array[], namespace: string, sha1?: Sha1): string {
  const length = parts.reduce((sum, part) => sum + part.length, GUID_BYTES);
  if (joined.length < length) joined = new Uint8Array(2 * length);
  writeGuid(namespace, joined, 0);
  let at = GUID_BYTES;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return nameGuid(joined, length, sha1);
}

/** A GUID in lower case, or null for anything else. */
export function plainGuid(value: unknown): string | null {
  if (typeof value !== "string") return null;
  if (GUID.test(value)) return value;
  const lower = value.toLowerCase();
  return GUID.test(lower) ? lower : null;
}

/** The GUID at the end of a JSON:API id such as `/american-football/v2/players/<guid>`, or a bare GUID; null if there is none. */
export function guidOfId(id: string): string | null {
  const { length } = id;
  if (length !== GUID_LENGTH && id[length - GUID_LENGTH - 1] !== "/") return null;
  return plainGuid(id.slice(-GUID_LENGTH));
}

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
