const EVERY_SLOT = -1;

/**
 * Seats members in slots one after another by augmenting paths, so that they are as many as can sit at once: whoever
 * finds no seat when added finds none later either, and whoever has one keeps a seat, if not that one.
 */
export class Matching {
  readonly #seats: readonly number[];
  /** The slots that each seated member accepts, as bits, by the order of being added. */
  readonly #accepts: number[] = [];
  /** The members in each slot. */
  readonly #seated: number[][];
  /** The slots tried for the member being added, as bits. Where a search from a slot failed once, it fails again. */
  #tried = 0;

  /** `seats[slot]` is how many seats a slot has; at most 32 slots. */
  constructor(seats: readonly number[]) {
    this.#seats = seats;
    this.#seated = seats.map(() => []);
  }

  /**
   * Seats one more member, who accepts the slots whose bit is set: in the first of them with a free seat, else by moving
   * others along, within the slots of `open`.
   * @returns whether there was a way; if not, nothing has changed.
   */
  add(accepts: number, open: number = EVERY_SLOT): boolean {
    const member = this.#accepts.push(accepts) - 1;
    this.#tried = ~open;
    if (this.#place(member)) return true;
    this.#accepts.pop();
    return false;
  }

  /** How many members sit. */
  get size(): number {
    return this.#accepts.length;
  }

  isFull(slot: number): boolean {
    return this.#seated[slot]!.length === this.#seats[slot];
  }

  /** The slot of each seated member, in the order of being added. */
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
