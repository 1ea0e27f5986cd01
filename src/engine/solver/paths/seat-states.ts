import { enter, levelAtFirst, RowSet } from "./raw-level.ts";
import type { RosterShape } from "./roster-shape.ts";

/** Gives up beyond this many states. */
const MOST_STATES = 4_000;

/**
 * A deterministic automaton over the same lineups as `Automaton`, which reads picks of any class in any order. No state
 * is made from which nobody can fill the roster.
 */
export interface SeatStates {
  readonly states: number;
  /** State 0, with nobody picked, or -1 where no lineup can be seated. */
  readonly start: number;
  /** State after a pick, `(state * classes + class) * roles + role`; -1 is dead. */
  readonly take: Int32Array;
  /** Per state, how many seats are free; where none is, the counters are met. */
  readonly open: Int32Array;
}

/** Null when it grows beyond reason. */
export function seatStates(shape: RosterShape): SeatStates | null {
  const everybody = [...shape.classes.keys()];
  const first = levelAtFirst(shape);
  const seats = first?.seats.reading(everybody, everybody) ?? null;
  if (first === null || seats === null) return null;
  const states = new RowSet(seats.width);
  const [start = -1] = enter(first, seats, (row) => states.add(row));
  const picks = everybody.flatMap((entryClass) =>
    Array.from({ length: shape.roles }, (_, role) => seats.pickOf(entryClass, role)),
  );
  const row = new Uint8Array(seats.width);
  const take: number[] = [];
  for (let state = 0; state < states.size; state += 1) {
    if (states.size > MOST_STATES) return null;
    for (const pick of picks)
      take.push(
        pick !== null && seats.pick(pick, states.bytes, state * seats.width, row) ? states.add(row) : -1,
      );
  }
  return {
    states: states.size,
    start,
    take: Int32Array.from(take),
    open: Int32Array.from({ length: states.size }, (_, state) =>
      seats.openSeats(states.bytes, state * seats.width),
    ),
  };
}
