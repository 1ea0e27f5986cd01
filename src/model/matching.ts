/**
 * Whether all picks can sit at once with every seat of the `filled` slots taken. `accepts[i]` has bit s set when
 * pick i may sit in slot s, `seats[s]` is how many seats slot s has.
 */
export function canSeat(
  accepts: readonly number[],
  seats: readonly number[],
  filled: readonly boolean[],
): boolean {
  const seated: number[][] = seats.map(() => []);
  const mandatory = filled.reduce((bits, isFilled, slot) => (isFilled ? bits | (1 << slot) : bits), 0);
  // An augmenting path frees no seat, so the mandatory slots are filled first and stay so.
  const left = accepts.flatMap((_, pick) => (place(pick, mandatory) ? [] : [pick]));
  if (filled.some((isFilled, slot) => isFilled && seated[slot]!.length < seats[slot]!)) return false;
  return left.every((pick) => place(pick, -1));

  /** Seats `pick` within the slots of `open`, moving others along; `open` shrinks by the slots tried. */
  function place(pick: number, open: number): boolean {
    const tried = { slots: ~open };
    return move(pick, tried);
  }

  function move(pick: number, tried: { slots: number }): boolean {
    for (const [slot, occupants] of seated.entries()) {
      const bit = 1 << slot;
      if ((accepts[pick]! & bit & ~tried.slots) === 0) continue;
      tried.slots |= bit;
      if (occupants.length < seats[slot]!) {
        occupants.push(pick);
        return true;
      }
      for (const [at, occupant] of occupants.entries()) {
        if (!move(occupant, tried)) continue;
        occupants[at] = pick;
        return true;
      }
    }
    return false;
  }
}
