/** Rows of so many bytes each, numbered in the order in which they were added; equal ones are one. */
export class RowSet {
  /** Row i is the `width` bytes from `i * width` on. */
  bytes: Uint8Array;
  size = 0;
  readonly width: number;
  /** A hash table, open addressing: the number of a row and 1, or 0. */
  #table = new Int32Array(64);
  #hashes = new Int32Array(32);

  constructor(width: number) {
    this.width = width;
    this.bytes = new Uint8Array(32 * width);
  }

  /** The number of the row, which is added where there was none like it. */
  add(row: Uint8Array): number {
    const hash = this.#hash(row);
    let mask = this.#table.length - 1;
    let place = hash & mask;
    for (let entry = this.#table[place]!; entry !== 0; entry = this.#table[place]!) {
      if (this.#hashes[entry - 1] === hash && this.#holds(entry - 1, row)) return entry - 1;
      place = (place + 1) & mask;
    }
    if (this.size === this.#hashes.length) {
      this.#grow();
      mask = this.#table.length - 1;
      place = this.#freePlace(hash, mask);
    }
    const number = this.size;
    this.size += 1;
    this.#table[place] = number + 1;
    this.#hashes[number] = hash;
    const from = number * this.width;
    for (let index = 0; index < this.width; index += 1) this.bytes[from + index] = row[index]!;
    return number;
  }

  #hash(row: Uint8Array): number {
    let hash = 0;
    for (let index = 0; index < this.width; index += 1) {
      hash = Math.imul(hash ^ row[index]!, 0x01000193);
      hash ^= hash >>> 15;
    }
    return hash;
  }

  #holds(number: number, row: Uint8Array): boolean {
    const from = number * this.width;
    for (let index = 0; index < this.width; index += 1)
      if (this.bytes[from + index] !== row[index]) return false;
    return true;
  }

  #freePlace(hash: number, mask: number): number {
    let place = hash & mask;
    while (this.#table[place] !== 0) place = (place + 1) & mask;
    return place;
  }

  /** Room for twice as many, with the table never more than half full. */
  #grow(): void {
    const room = 2 * this.#hashes.length;
    const [bytes, hashes] = [this.bytes, this.#hashes];
    this.bytes = new Uint8Array(room * this.width);
    this.bytes.set(bytes);
    this.#hashes = new Int32Array(room);
    this.#hashes.set(hashes);
    this.#table = new Int32Array(2 * room);
    for (let number = 0; number < this.size; number += 1)
      this.#table[this.#freePlace(hashes[number]!, 2 * room - 1)] = number + 1;
  }
}
