import type { GroupRule } from "./instance.ts";
import type { PathLimits } from "./limits.ts";
import type { Cut } from "./side-rules.ts";
import { unsupported } from "./unsupported.ts";

/** How many refused lineups are put up with, and how many more per lineup found. */
export interface Allowance {
  readonly atFirst: number;
  readonly perLineup: number;
}

/** Counts refused lineups, by rule and by the cut that would have kept them away. */
export class Refusals {
  #total = 0;
  readonly #byCut = new Map<string, number>();
  readonly #byRule = new Map<GroupRule, number>();
  #cutsAllowed = true;
  readonly #limits: PathLimits;
  readonly #allowance: Allowance;

  constructor(
    limits: PathLimits,
    allowance: Allowance = { atFirst: Number.POSITIVE_INFINITY, perLineup: 0 },
  ) {
    this.#limits = limits;
    this.#allowance = allowance;
  }

  /** Counts a refused lineup; true when it was one too many for the caller. */
  exceedAllowance(found: number): boolean {
    this.#total += 1;
    if (this.#total > this.#limits.refusals) {
      throw unsupported(`its rules refuse nearly every lineup (${this.#limits.refusals} in vain)`);
    }
    const { atFirst, perLineup } = this.#allowance;
    return this.#total > atFirst + perLineup * found;
  }

  /** Counts what a cut would have kept away; true when it is time to change the trellis for it or its rule. */
  callFor({ key, rule }: Cut, found: number): boolean {
    const alike = this.#count(this.#byCut, key);
    const ofRule = this.#count(this.#byRule, rule);
    const { refusalsForCut, refusalsForRule } = this.#limits;
    return this.#cutsAllowed && (alike > refusalsForCut + found || ofRule > refusalsForRule + found);
  }

  #count<Key>(counts: Map<Key, number>, key: Key): number {
    const count = 1 + (counts.get(key) ?? 0);
    counts.set(key, count);
    return count;
  }

  makeNoMoreCuts(): void {
    this.#cutsAllowed = false;
  }
}
