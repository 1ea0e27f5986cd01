import { FreeSeats } from "./free-seats.ts";
import type { RosterShape } from "./roster-shape.ts";
import { RowSet } from "./row-set.ts";

/** The states while one class is read, as rows of what is free; -1 is the dead state. */
export interface RawLevel {
  readonly seats: FreeSeats;
  readonly states: RowSet;
  /** What each state of the level before is here. */
  readonly entered: Int32Array;
  /** States after picking one of the class, `state * roles + role`. */
  readonly take: readonly number[];
  /** How many bytes were looked at to make it. */
  readonly effort: number;
}

/** The one state before any class is read, or none where a counter is exceeded already; null for too many seats. */
export function levelAtFirst(shape: RosterShape): Pick<RawLevel, "seats" | "states"> | null {
  const seats = FreeSeats.atFirst(shape);
  if (seats === null) return null;
  const states = new RowSet(seats.width);
  const row = seats.firstRow();
  if (row !== null) states.add(row);
  return { seats, states };
}

/** Reads the first of the classes still to come. Null where that takes more states than `most`. */
export function readClass(
  shape: RosterShape,
  before: Pick<RawLevel, "seats" | "states">,
  future: readonly number[],
  most: number,
): RawLevel | null {
  const [read] = future;
  const seats = before.seats.reading([read!], future);
  if (seats === null) return null;
  const states = new RowSet(seats.width);
  const row = new Uint8Array(seats.width);
  const entered = enter(before, seats, (entering) => states.add(entering));
  const picks = Array.from({ length: shape.roles }, (_, role) => seats.pickOf(read!, role));
  const take: number[] = [];
  let end = states.size;
  // Whoever comes to a state by picking every member of the class picks none from there.
  for (let [state, picked] = [0, 0]; state < states.size; state += 1) {
    if (state === end) [end, picked] = [states.size, picked + 1];
    const left = picked < shape.classes[read!]!.members;
    for (const pick of picks)
      take.push(
        left && pick !== null && seats.pick(pick, states.bytes, state * seats.width, row)
          ? states.add(row)
          : -1,
      );
    if (states.size > most) return null;
  }
  const effort = before.states.size * before.seats.width + states.size * (1 + shape.roles) * seats.width;
  return { seats, states, entered, take, effort };
}

/** What each state of a level is once other classes are to come: `number` of its row then, or -1. */
export function enter(
  { seats, states }: Pick<RawLevel, "seats" | "states">,
  next: FreeSeats,
  number: (row: Uint8Array) => number,
): Int32Array {
  const turn = seats.turningTo(next);
  const row = new Uint8Array(next.width);
  return Int32Array.from({ length: states.size }, (_, state) =>
    turn(states.bytes, state * seats.width, row) ? number(row) : -1,
  );
}
