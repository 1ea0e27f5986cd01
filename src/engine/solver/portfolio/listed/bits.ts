/** Sets of whole numbers as bits of 32-bit words. */

export function add(bits: Uint32Array, at: number): void {
  bits[at >>> 5]! |= 1 << (at & 31);
}

export function remove(bits: Uint32Array, at: number): void {
  bits[at >>> 5]! &= ~(1 << (at & 31));
}

export function has(bits: Uint32Array, at: number): boolean {
  return (bits[at >>> 5]! & (1 << (at & 31))) !== 0;
}

/** The place of the lowest bit of a word that is not 0. */
export function lowest(word: number): number {
  return 31 - Math.clz32(word & -word);
}
