/** Where a lineup may lack so few of some entries, those that it lacks are counted. */
const FEW = 2;

/** Which lineups have many entries in common with another. Per entry a bit for each lineup that has it. */
export class Neighbours {
  #lineups = 0;
  /** 32-bit words per entry. */
  #words = 4;
  #bits: Int32Array;
  readonly #entries: number;
  /** More entries than this in common are too many; below 0 where no two lineups may be. */
  readonly mostCommon: number;
  readonly #digits: Int32Array;

  /** `seats` is the most entries that a lineup has. */
  constructor(entries: number, seats: number, mostCommon: number) {
    this.#entries = entries;
    this.mostCommon = mostCommon;
    this.#bits = new Int32Array(entries * this.#words);
    this.#digits = new Int32Array(Math.max(3, 32 - Math.clz32(seats)));
  }

  add(entries: Iterable<number>): void {
    if (this.#lineups === 32 * this.#words) this.#grow();
    const word = this.#lineups >> 5;
    for (const entry of entries) this.#bits[entry * this.#words + word]! |= 1 << (this.#lineups & 31);
    this.#lineups += 1;
  }

  /**
   * Whether some lineup shares too many of the first `length` entries, which are distinct. Their bits are added for 32
   * lineups at a time, a sum's binary digits in a word each.
   */
  has(entries: ArrayLike<number>, length: number): boolean {
    const most = this.mostCommon;
    if (length <= most) return false;
    // A number below 0 has no digits to compare.
    if (most < 0) return this.#lineups > 0;
    if (length - most - 1 <= FEW) return this.#hasAlmost(entries, length);
    const bits = this.#bits;
    const width = this.#words;
    const digits = this.#digits;
    const used = (this.#lineups + 31) >> 5;
    for (let word = 0; word < used; word += 1) {
      let [ones, twos, fours] = [0, 0, 0];
      digits.fill(0);
      for (let at = 0; at < length; at += 1) {
        let carry = bits[entries[at]! * width + word]!;
        let held = ones;
        ones ^= carry;
        carry &= held;
        if (carry === 0) continue;
        held = twos;
        twos ^= carry;
        carry &= held;
        held = fours;
        fours ^= carry;
        carry &= held;
        for (let digit = 3; carry !== 0; digit += 1) {
          held = digits[digit]!;
          digits[digit] = held ^ carry;
          carry &= held;
        }
      }
      [digits[0], digits[1], digits[2]] = [ones, twos, fours];
      // From the highest digit on: lanes that are above already, and those that are equal so far.
      let above = 0;
      let equal = -1;
      for (let digit = digits.length - 1; digit >= 0; digit -= 1) {
        if ((most >> digit) & 1) equal &= digits[digit]!;
        else {
          above |= equal & digits[digit]!;
          equal &= ~digits[digit]!;
        }
      }
      if (above !== 0) return true;
    }
    return false;
  }

  /** The same, where at most `FEW` of the entries may be lacking: per number, the lineups that lack just so many. */
  #hasAlmost(entries: ArrayLike<number>, length: number): boolean {
    const bits = this.#bits;
    const width = this.#words;
    const used = (this.#lineups + 31) >> 5;
    const lacking = length - this.mostCommon - 1;
    const [mayOne, mayTwo] = [lacking > 0 ? -1 : 0, lacking > 1 ? -1 : 0];
    for (let word = 0; word < used; word += 1) {
      let [none, one, two] = [-1, 0, 0];
      for (let at = 0; at < length; at += 1) {
        const own = bits[entries[at]! * width + word]!;
        two = (two & own) | (one & ~own & mayTwo);
        one = (one & own) | (none & ~own & mayOne);
        none &= own;
        if ((none | one | two) === 0) break;
      }
      if ((none | one | two) !== 0) return true;
    }
    return false;
  }

  #grow(): void {
    const words = 2 * this.#words;
    const bits = new Int32Array(this.#entries * words);
    for (let entry = 0; entry < this.#entries; entry += 1)
      bits.set(this.#bits.subarray(entry * this.#words, (entry + 1) * this.#words), entry * words);
    this.#bits = bits;
    this.#words = words;
  }
}
