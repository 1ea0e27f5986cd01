import type { ModelSlot } from "../../src/engine/model/model.ts";

/**
 * The states of seating a lineup pick by pick. Picks that may take the same slots form a class. A seating
 * says how many picks of each class are seated; it is identified by a number.
 */
export interface Seatings {
  /** The empty seating. */
  readonly empty: number;
  /** The seating with one more pick of the class with index `kind`; -1 if that pick cannot be seated. */
  take(seating: number, kind: number): number;
  /** Whether more picks of class `kind` and later classes can fill every remaining seat. */
  completable(seating: number, kind: number): boolean;
}

/**
 * Creates the seatings; `classes` has the slots of each class, as bits, and `available` its number of picks.
 * Tests a seating by trying every seat, and caches the answer.
 */
export function seatingsOf(
  slots: readonly ModelSlot[],
  classes: readonly number[],
  available: readonly number[],
): Seatings {
  const seats = slots.reduce((sum, slot) => sum + slot.count, 0);
  const counts: number[][] = [classes.map(() => 0)];
  const indexOf = new Map([[counts[0]!.join(), 0]]);
  const next: number[][] = [[]];
  const completions: boolean[][] = [[]];

  function take(seating: number, kind: number): number {
    const known = next[seating]![kind];
    if (known !== undefined) return known;
    const grown = counts[seating]!.map((count, at) => (at === kind ? count + 1 : count));
    const index = fits(slots, classes, grown) ? indexOfCounts(grown) : -1;
    next[seating]![kind] = index;
    return index;
  }

  function indexOfCounts(grown: readonly number[]): number {
    const key = grown.join();
    const known = indexOf.get(key);
    if (known !== undefined) return known;
    const index = counts.push([...grown]) - 1;
    indexOf.set(key, index);
    next.push([]);
    completions.push([]);
    return index;
  }

  function completable(seating: number, kind: number): boolean {
    const known = completions[seating]![kind];
    if (known !== undefined) return known;
    const answer = canComplete(seating, kind);
    completions[seating]![kind] = answer;
    return answer;
  }

  function canComplete(seating: number, kind: number): boolean {
    const taken = counts[seating]!;
    if (taken.reduce((sum, count) => sum + count, 0) === seats) return true;
    if (kind === classes.length) return false;
    if (taken[kind]! < available[kind]!) {
      const grown = take(seating, kind);
      if (grown !== -1 && completable(grown, kind)) return true;
    }
    return completable(seating, kind + 1);
  }

  return { empty: 0, take, completable };
}

/** Whether this many picks of each class can be seated, one per seat. */
function fits(slots: readonly ModelSlot[], classes: readonly number[], counts: readonly number[]): boolean {
  const free = slots.map((slot) => slot.count);
  const waiting = counts.flatMap((count, kind) => new Array<number>(count).fill(classes[kind]!));
  const seatFrom = (at: number): boolean => {
    if (at === waiting.length) return true;
    for (const [slot, open] of free.entries()) {
      if (open === 0 || ((waiting[at]! >> slot) & 1) === 0) continue;
      free[slot]! -= 1;
      if (seatFrom(at + 1)) return true;
      free[slot]! += 1;
    }
    return false;
  };
  return seatFrom(0);
}
