/**
 * Seats picks by bipartite matching with augmenting paths. `accepts[i]` has bit s set when pick i may sit in slot
 * s, `seats[s]` is how many seats slot s has. Earlier picks get the earlier slots where the rest still fits.
 * @returns the slot of each pick, or null when they cannot all sit.
 */
export function seat(accepts: ArrayLike<number>, seats: readonly number[]): number[] | null {
  const seated: number[][] = seats.map(() => []);
  for (let pick = 0; pick < accepts.length; pick += 1) {
    if (!place(pick, accepts, seats, seated, 0)) return null;
  }
  const slots = new Array<number>(accepts.length);
  for (const [slot, picks] of seated.entries()) for (const pick of picks) slots[pick] = slot;
  return slots;
}

/** Finds `pick` a seat, moving others along where it must; `visited` holds the slots tried already as bits. */
function place(
  pick: number,
  accepts: ArrayLike<number>,
  seats: readonly number[],
  seated: number[][],
  visited: number,
): boolean {
  const free = accepts[pick]! & ~visited;
  for (let slot = 0; slot < seats.length; slot += 1) {
    if ((free >> slot) & 1 && seated[slot]!.length < seats[slot]!) {
      seated[slot]!.push(pick);
      return true;
    }
  }
  let tried = visited;
  for (let slot = 0; slot < seats.length; slot += 1) {
    if (!(((accepts[pick]! & ~tried) >> slot) & 1)) continue;
    tried |= 1 << slot;
    const occupants = seated[slot]!;
    for (let at = 0; at < occupants.length; at += 1) {
      const other = occupants[at]!;
      const others = occupants.splice(at, 1);
      if (place(other, accepts, seats, seated, tried)) {
        occupants.push(pick);
        return true;
      }
      occupants.splice(at, 0, ...others);
    }
  }
  return false;
}
