import { Recent } from "../../../shared/collections.ts";
import type { Automaton } from "./automaton.ts";
import { smallAutomaton } from "./class-order.ts";
import type { Classified } from "./classes.ts";
import { type SeatStates, seatStates } from "./seat-states.ts";

/** How many of each are kept; the one not used for longest goes first. */
const MOST_KEPT = 512;
const MOST_SEATINGS_KEPT = 32;

/** Automata by the set of classes they were built for: many requests share one. Null where one grows beyond reason. */
export class AutomatonCache {
  readonly #kept = new Recent<Automaton | null>(MOST_KEPT);
  readonly #seatings = new Recent<SeatStates | null>(MOST_SEATINGS_KEPT);

  /** Reads a roster class by class. */
  get({ key, shape }: Classified): Automaton | null {
    const kept = this.#kept.get(key);
    const automaton = kept === undefined ? smallAutomaton(shape) : kept;
    if (kept === undefined) this.#kept.set(key, automaton);
    return automaton;
  }

  /** Reads it in any order. */
  seating({ key, shape }: Classified): SeatStates | null {
    const kept = this.#seatings.get(key);
    const seating = kept === undefined ? seatStates(shape) : kept;
    if (kept === undefined) this.#seatings.set(key, seating);
    return seating;
  }
}
