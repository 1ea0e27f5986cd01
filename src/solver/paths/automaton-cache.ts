import { Recent } from "../../shared/recent.ts";
import type { Automaton } from "./automaton.ts";
import { smallAutomaton } from "./class-order.ts";
import type { Classified } from "./classes.ts";

/** How many automata are kept; the one not used for longest goes first. */
const MOST_KEPT = 512;

/** Automata by the set of classes they were built for: many requests share one. */
export class AutomatonCache {
  readonly #kept = new Recent<Automaton | null>(MOST_KEPT);

  /** The automaton of a roster; null where it grows beyond reason. */
  get({ key, shape }: Classified): Automaton | null {
    const kept = this.#kept.get(key);
    const automaton = kept === undefined ? smallAutomaton(shape) : kept;
    if (kept === undefined) this.#kept.set(key, automaton);
    return automaton;
  }
}
