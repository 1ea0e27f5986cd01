import type { Problem } from "../../contests/problem/problem.ts";
import { POINT_UNITS } from "../../engine/model/model.ts";
import { salaryIn } from "../../engine/roster/captain.ts";

/**
 * A player in seats with the same multiplier and salary, read from the problem itself rather than from a
 * solver's model.
 */
export interface SeatOption {
  readonly entry: number;
  /** Bit set of the contest's slots. */
  readonly slots: number;
  /** Units of points. */
  readonly points: number;
  readonly salary: number;
}

/** All ways to seat a player, given locks, exclusions and slot exclusions. */
export function seatOptions(problem: Problem): SeatOption[] {
  const { contest, entries, locks, excluded, slotBans } = problem;
  const left = new Set(excluded);
  const options: SeatOption[] = [];
  for (const [entry, candidate] of entries.entries()) {
    if (left.has(entry)) continue;
    const lockedTo = locks.find((lock) => lock.entry === entry)?.slot ?? null;
    const kinds = new Map<string, { slots: number; points: number; salary: number }>();
    for (const [slot, { accepts, pointsMultiplier, salary }] of contest.slots.entries()) {
      if (lockedTo !== null && slot !== lockedTo) continue;
      if (slotBans.some((ban) => ban.entry === entry && ban.slot === slot)) continue;
      if (!candidate.positions.some((position) => accepts.includes(position))) continue;
      const kind = `${pointsMultiplier} ${salary}`;
      const known = kinds.get(kind) ?? {
        slots: 0,
        points: Math.round(candidate.points * pointsMultiplier * POINT_UNITS),
        salary: salaryIn({ salary }, candidate),
      };
      known.slots |= 1 << slot;
      kinds.set(kind, known);
    }
    for (const kind of kinds.values()) options.push({ entry, ...kind });
  }
  return options;
}
