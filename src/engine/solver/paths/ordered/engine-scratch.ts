import type { AutomatonCache } from "../automaton.ts";
import type { PathLimits } from "../limits.ts";
import { Scratch } from "../scratch.ts";
import { Descent } from "./descent.ts";
import { LaidTops } from "./laid-tops.ts";
import type { TotalLimits } from "./sums.ts";
import { SumsDescent } from "./sums-descent.ts";

/** Descents beyond these are let go with what they hold. */
const MOST_SPARE = 48;

/** What is kept from one search to the next: automata, descents that are out of use, and a scratch for what is done at once. */
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

  /** A descent; one for lineups that keep sums where these are given. */
  take(sums?: Pick<TotalLimits, "most" | "slack" | "sums">): Descent | SumsDescent {
    if (sums !== undefined) return new SumsDescent(this.limits, sums);
    return this.#idle.pop() ?? new Descent(this.limits);
  }

  giveBack(descent: Descent | SumsDescent): void {
    if (descent instanceof Descent && this.#idle.length < MOST_SPARE) this.#idle.push(descent);
  }
}
