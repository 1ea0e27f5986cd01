const EVERY_SLOT = -1;

/**
 * Assigns members to slots one by one with augmenting paths, so that the number of seated members is always
 * the maximum. A member who finds no seat when added never gets one; a seated member may move, but keeps a
 * seat.
 */
export class Matching {
  readonly #seats: readonly number[];
  /** The slots that each seated member accepts, as bits, in the order they were added. */
  readonly #accepts: number[] = [];
  readonly #seated: number[][];
  /** The slots tried for the current member, as bits: where a search has failed, another would fail too. */
  #tried = 0;

  /** `seats[slot]` is the number of seats of a slot; at most 32 slots. */
  constructor(seats: readonly number[]) {
    this.#seats = seats;
    this.#seated = seats.map(() => []);
  }

  /**
   * Seats one more member, if need be by moving others. `accepts` and `open` are sets of slots as bits.
   * @returns whether that was possible; if not, nothing has changed.
   */
  add(accepts: number, open: number = EVERY_SLOT): boolean {
    const member = this.#accepts.push(accepts) - 1;
    this.#tried = ~open;
    if (this.#place(member)) return true;
    this.#accepts.pop();
    return false;
  }

  get size(): number {
    return this.#accepts.length;
  }

  isFull(slot: number): boolean {
    return this.#seated[slot]!.length === this.#seats[slot];
  }

  /** In the order they were added. */
  slots(): number[] {
    const slots = new Array<number>(this.size);
    for (const [slot, members] of this.#seated.entries()) for (const member of members) slots[member] = slot;
    return slots;
  }

  #place(member: number): boolean {
    const accepts = this.#accepts[member]!;
    for (let slot = 0; slot < this.#seats.length; slot += 1) {
      if (((accepts & ~this.#tried) >> slot) & 1 && !this.isFull(slot)) {
        this.#seated[slot]!.push(member);
        return true;
      }
    }
    for (let slot = 0; slot < this.#seats.length; slot += 1) {
      if (!(((accepts & ~this.#tried) >> slot) & 1)) continue;
      this.#tried |= 1 << slot;
      const members = this.#seated[slot]!;
      const moved = members.findIndex((other) => this.#place(other));
      if (moved === -1) continue;
      members.splice(moved, 1);
      members.push(member);
      return true;
    }
    return false;
  }
}
