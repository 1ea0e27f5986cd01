import { keyOf, openSeatsOf, pick, type RawState, type RosterShape, startOf } from "./automaton.ts";

/** Gives up beyond this many states. */
const MOST_STATES = 4_000;

/** A deterministic automaton over the same lineups as `Automaton`, which reads picks of any class in any order. */
export interface SeatStates {
  readonly states: number;
  /** State after a pick, `(state * classes + class) * roles + role`; -1 is dead. State 0 has nobody picked. */
  readonly take: Int32Array;
  /** Per state, how many seats are free, and 1 where none is and every counter is met. */
  readonly open: Int32Array;
  readonly accepts: Uint8Array;
}

/** Null when it grows beyond reason. */
export function seatStates(shape: RosterShape): SeatStates | null {
  const states: RawState[] = [];
  const known = new Map<string, number>();
  const take: number[] = [];
  const numberOf = (state: RawState | null): number => {
    if (state === null) return -1;
    const sorted = { ...state, free: [...state.free].sort() };
    const key = keyOf(sorted);
    const number = known.get(key);
    if (number !== undefined) return number;
    known.set(key, states.length);
    return states.push(sorted) - 1;
  };
  numberOf(startOf(shape));
  for (const state of states) {
    if (states.length > MOST_STATES) return null;
    for (const entryClass of shape.classes)
      for (let role = 0; role < shape.roles; role += 1)
        take.push(numberOf(pick(shape, state, entryClass, role)));
  }
  const isMet = ({ counters }: RawState) =>
    shape.counters.every(({ kind }, at) => (kind === "atLeast" ? counters[at] === 0 : counters[at]! >= 0));
  return {
    states: states.length,
    take: Int32Array.from(take),
    open: Int32Array.from(states, openSeatsOf),
    accepts: Uint8Array.from(states, (state) => Number(openSeatsOf(state) === 0 && isMet(state))),
  };
}
