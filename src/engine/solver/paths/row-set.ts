/** How many rows there is room for at first. */
const ROWS_AT_FIRST = 32;

/** Rows of so many bytes each, numbered in the order in which they were added; equal ones are one. */
export class RowSet {
  /** Row i is the `width` bytes from `i * width` on. */
  bytes: Uint8Array;
  size = 0;
  readonly width: number;
  /** A hash table, open addressing, never more than half full: the number of a row and 1, or 0. */
  #table = new Int32Array(2 * ROWS_AT_FIRST);

  constructor(width: number) {
    this.width = width;
    this.bytes = new Uint8Array(ROWS_AT_FIRST * width);
  }

  /** The number of the row, which is added where there was none like it. */
  add(row: Uint8Array): number {
    const known = this.#table[this.#placeOf(row, 0)]!;
    if (known !== 0) return known - 1;
    if (2 * this.size === this.#table.length) this.#grow();
    this.bytes.set(row, this.size * this.width);
    this.size += 1;
    this.#table[this.#placeOf(row, 0)] = this.size;
    return this.size - 1;
  }

  /** Where the table has a row that begins at `from`, or the free place for it. */
  #placeOf(rows: Uint8Array, from: number): number {
    const mask = this.#table.length - 1;
    let place = hashOf(rows, from, this.width) & mask;
    for (let entry = this.#table[place]!; entry !== 0; entry = this.#table[place]!) {
      if (this.#holds(entry - 1, rows, from)) break;
      place = (place + 1) & mask;
    }
    return place;
  }

  #holds(number: number, rows: Uint8Array, from: number): boolean {
    const own = number * this.width;
    for (let index = 0; index < this.width; index += 1)
      if (this.bytes[own + index] !== rows[from + index]) return false;
    return true;
  }

  #grow(): void {
    const { bytes } = this;
    this.bytes = new Uint8Array(2 * bytes.length);
    this.bytes.set(bytes);
    this.#table = new Int32Array(2 * this.#table.length);
    for (let number = 0; number < this.size; number += 1)
      this.#table[this.#placeOf(bytes, number * this.width)] = number + 1;
  }
}

function hashOf(rows: Uint8Array, from: number, width: number): number {
  let hash = 0;
  for (let index = 0; index < width; index += 1) {
    hash = Math.imul(hash ^ rows[from + index]!, 0x01000193);
    hash ^= hash >>> 15;
  }
  return hash;
}
