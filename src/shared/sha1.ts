/** The message schedule, the digest and the last blocks; shared by all calls, which never overlap. */
const schedule = new Int32Array(80);
const state = new Int32Array(5);
const tail = new Uint8Array(128);

/** The SHA-1 digest (FIPS 180-4) of bytes as five words, which the next call overwrites. */
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
  // The remaining bytes, a 1 bit, and the length in bits in the last 8 bytes of a block.
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
