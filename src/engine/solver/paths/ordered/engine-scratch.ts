import type { AutomatonCache } from "../automaton.ts";
import type { PathLimits } from "../limits.ts";
import { Scratch } from "../scratch.ts";
import { RefinedSearch } from "./refined-search.ts";

/** The maximum number of unused refined searches (searches of a trellis) that are kept for reuse. */
const MOST_SPARE = 48;

/** Objects that later searches reuse: automata, unused refined searches, and scratch arrays. */
export class EngineScratch {
  readonly automata: AutomatonCache;
  readonly limits: PathLimits;
  readonly scratch = new Scratch();
  readonly #idle: RefinedSearch[] = [];

  constructor(automata: AutomatonCache, limits: PathLimits) {
    this.automata = automata;
    this.limits = limits;
  }

  /** Returns a refined search (a search of a trellis for lineups) that is not in use. */
  take(): RefinedSearch {
    return this.#idle.pop() ?? new RefinedSearch(this.limits);
  }

  giveBack(search: RefinedSearch): void {
    if (this.#idle.length < MOST_SPARE) this.#idle.push(search);
  }
}
