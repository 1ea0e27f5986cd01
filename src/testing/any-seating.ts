import type { Seat } from "../contests/problem/problem.ts";
import type { Model } from "../engine/model/model.ts";

/** Returns a seating of the picks, ignoring locks. @throws RangeError if there is none. */
export function anySeating(model: Model, picks: readonly number[]): Seat[] {
  const free = model.slots.map((slot) => slot.count);
  const seats: Seat[] = [];
  const sit = (at: number): boolean =>
    at === picks.length ||
    free.some((count, slot) => {
      if (count === 0 || !(model.picks.slots[picks[at]!]! & (1 << slot))) return false;
      free[slot]! -= 1;
      seats.push({ entry: model.picks.entry[picks[at]!]!, slot });
      if (sit(at + 1)) return true;
      seats.pop();
      free[slot]! += 1;
      return false;
    });
  if (!sit(0)) throw new RangeError(`Picks ${picks} cannot be seated.`);
  return seats;
}
