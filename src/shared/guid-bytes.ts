/** Buffers of `sha1` that all calls share: the message schedule, the digest and the last blocks. */
const schedule = new Int32Array(80);
const state = new Int32Array(5);
const tail = new Uint8Array(128);

/** Returns the SHA-1 digest (FIPS 180-4) of bytes as five words, which the next call overwrites. */
export type Sha1 = (bytes: Uint8Array) => Int32Array;

/**
 * The SHA-1 digest (FIPS 180-4) of the first `length` bytes as five words, which the next call overwrites.
 * Synchronous and identical on every platform. For names, not for secrets.
 */
export function sha1(bytes: Uint8Array, length = bytes.length): Int32Array {
  state[0] = 0x67452301;
  state[1] = 0xefcdab89;
  state[2] = 0x98badcfe;
  state[3] = 0x10325476;
  state[4] = 0xc3d2e1f0;
  const left = length & 63;
  const whole = length - left;
  for (let at = 0; at < whole; at += 64) digestBlock(bytes, at);
  // The last blocks have the remaining bytes, a 1 bit, and in their last 8 bytes the length in bits.
  const end = left < 56 ? 64 : 128;
  for (let at = 0; at < left; at += 1) tail[at] = bytes[whole + at]!;
  tail[left] = 0x80;
  tail.fill(0, left + 1, end - 8);
  for (let byte = 1, bits = 8 * length; byte <= 8; byte += 1, bits = Math.floor(bits / 256))
    tail[end - byte] = bits % 256;
  for (let at = 0; at < end; at += 64) digestBlock(tail, at);
  return state;
}

function digestBlock(bytes: Uint8Array, from: number): void {
  const words = schedule;
  for (let at = 0, byte = from; at < 16; at += 1, byte += 4) {
    words[at] = (bytes[byte]! << 24) | (bytes[byte + 1]! << 16) | (bytes[byte + 2]! << 8) | bytes[byte + 3]!;
  }
  for (let at = 16; at < 80; at += 1) {
    const word = words[at - 3]! ^ words[at - 8]! ^ words[at - 14]! ^ words[at - 16]!;
    words[at] = (word << 1) | (word >>> 31);
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  for (let at = 0; at < 20; at += 1) {
    const next = (((a << 5) | (a >>> 27)) + (d ^ (b & (c ^ d))) + e + 0x5a827999 + words[at]!) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  for (let at = 20; at < 40; at += 1) {
    const next = (((a << 5) | (a >>> 27)) + (b ^ c ^ d) + e + 0x6ed9eba1 + words[at]!) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  for (let at = 40; at < 60; at += 1) {
    const next = (((a << 5) | (a >>> 27)) + ((b & c) | (d & (b | c))) + e + 0x8f1bbcdc + words[at]!) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  for (let at = 60; at < 80; at += 1) {
    const next = (((a << 5) | (a >>> 27)) + (b ^ c ^ d) + e + 0xca62c1d6 + words[at]!) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  state[0] = (state[0]! + a) | 0;
  state[1] = (state[1]! + b) | 0;
  state[2] = (state[2]! + c) | 0;
  state[3] = (state[3]! + d) | 0;
  state[4] = (state[4]! + e) | 0;
}

const GUID_LENGTH = 36;
export const GUID_BYTES = 16;

/** Value of a hexadecimal digit by its character code. */
const DIGITS = Uint8Array.from(
  { length: 128 },
  (_, code) => Number.parseInt(String.fromCharCode(code), 16) || 0,
);
/** The character codes of the two digits of each byte. */
const HIGH = Uint8Array.from({ length: 256 }, (_, value) => (value >> 4).toString(16).charCodeAt(0));
const LOW = Uint8Array.from({ length: 256 }, (_, value) => (value & 15).toString(16).charCodeAt(0));
/** The character codes of the GUID that `nameGuid` made last, including hyphens. */
const spelled = Array.from("-".repeat(36), (character) => character.charCodeAt(0));

/** Writes the 16 bytes of a GUID of any version into `into`, starting at index `from`. */
export function writeGuid(guid: string, into: Uint8Array, from: number): void {
  for (let byte = 0, at = 0; byte < GUID_BYTES; byte += 1, at += 2) {
    if (guid.charCodeAt(at) === 45) at += 1;
    into[from + byte] = (DIGITS[guid.charCodeAt(at)]! << 4) | DIGITS[guid.charCodeAt(at + 1)]!;
  }
}

/**
 * The version 5 UUID (RFC 9562) of a name. The first 16 of `bytes` are the namespace, and the others the
 * name. `digest` is a faster SHA-1, if the platform has one.
 */
export function nameGuid(bytes: Uint8Array, length = bytes.length, digest?: Sha1): string {
  const words = digest === undefined ? sha1(bytes, length) : digest(bytes.subarray(0, length));
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

/** A buffer for a namespace and a name, reused by every call: off-heap memory is scarce in a server. */
let joined = new Uint8Array(0);
/** The namespace whose bytes are at the start of `joined`; most calls use the same one as the call before. */
let named = "";

/** Writes the namespace to the start of `joined`, with room for `length` more bytes. */
function startName(namespace: string, length: number): void {
  const enough = joined.length >= GUID_BYTES + length;
  if (!enough) joined = new Uint8Array(2 * (GUID_BYTES + length));
  if (enough && namespace === named) return;
  writeGuid(namespace, joined, 0);
  named = namespace;
}

/** The most bytes of UTF-8 for a unit of UTF-16. */
const BYTES_PER_UNIT = 3;

/** The version 5 UUID (RFC 9562) of a text in a namespace; `namespace` is a GUID in lower case. */
export function nameText(text: string, namespace: string): string {
  startName(namespace, BYTES_PER_UNIT * text.length);
  const { written } = ENCODER.encodeInto(text, joined.subarray(GUID_BYTES));
  return nameGuid(joined, GUID_BYTES + written);
}

/**
 * The version 5 UUID (RFC 9562) of a name in a namespace; `namespace` is a GUID in lower case. The name is
 * the bytes of all `parts`, one after another.
 */
export function nameParts(parts: readonly Uint8Array[], namespace: string, digest?: Sha1): string {
  startName(
    namespace,
    parts.reduce((sum, part) => sum + part.length, 0),
  );
  let at = GUID_BYTES;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return nameGuid(joined, at, digest);
}

/** A GUID in lower case, or null for anything else. */
export function plainGuid(value: unknown): string | null {
  if (typeof value !== "string") return null;
  if (GUID.test(value)) return value;
  const lower = value.toLowerCase();
  return GUID.test(lower) ? lower : null;
}

/**
 * The GUID at the end of an id such as `/american-football/v2/players/<guid>`, or a bare GUID; null without
 * one.
 */
export function guidOfId(id: string): string | null {
  const { length } = id;
  if (length !== GUID_LENGTH && id[length - GUID_LENGTH - 1] !== "/") return null;
  return plainGuid(id.slice(-GUID_LENGTH));
}

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
