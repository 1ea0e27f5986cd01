import type { Automaton } from "./automaton.ts";
import { smallAutomaton } from "./class-order.ts";
import type { Classified } from "./classes.ts";

/** How many automata are kept; the one not used for longest goes first. */
const MOST_KEPT = 512;

/** Automata by the set of classes they were built for: many requests share one. */
export class AutomatonCache {
  readonly #kept = new Map<string, Automaton | null>();

  /** The automaton of a roster; null where it grows beyond reason. */
  get({ key, shape }: Classified): Automaton | null {
    const kept = this.#kept.get(key);
    const automaton = kept === undefined ? smallAutomaton(shape) : kept;
    this.#kept.delete(key);
    this.#kept.set(key, automaton);
    if (this.#kept.size > MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    return automaton;
  }
}
