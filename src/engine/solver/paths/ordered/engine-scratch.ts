import type { AutomatonCache } from "../automaton.ts";
import type { PathLimits } from "../limits.ts";
import { Scratch } from "../scratch.ts";
import { Descent } from "./descent.ts";
import { LaidTops } from "./laid-tops.ts";

/** The maximum number of unused descents (searches of a trellis) that are kept for reuse. */
const MOST_SPARE = 48;

/** Objects that later searches reuse: automata, unused descents, and scratch arrays. */
export class EngineScratch {
  readonly automata: AutomatonCache;
  readonly limits: PathLimits;
  readonly scratch = new Scratch();
  readonly laidTops = new LaidTops();
  readonly #idle: Descent[] = [];

  constructor(automata: AutomatonCache, limits: PathLimits) {
    this.automata = automata;
    this.limits = limits;
  }

  /** Returns a descent (a search of a trellis for lineups) that is not in use. */
  take(): Descent {
    return this.#idle.pop() ?? new Descent(this.limits);
  }

  giveBack(descent: Descent): void {
    if (this.#idle.length < MOST_SPARE) this.#idle.push(descent);
  }
}
