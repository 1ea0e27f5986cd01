import { UnsupportedModelError } from "../../errors.ts";
import type { PathLimits } from "./limits.ts";
import type { Cut } from "./side-rules.ts";

/** How many refused lineups are put up with, and how many more per lineup found. */
export interface Allowance {
  readonly atFirst: number;
  readonly perLineup: number;
}

/** Counts refused lineups, and by the cut that would have kept them away. */
export class Refusals {
  #total = 0;
  #byCut = new Map<string, number>();
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
      throw new UnsupportedModelError(
        "paths",
        `its rules refuse nearly every lineup (${this.#limits.refusals} in vain)`,
      );
    }
    const { atFirst, perLineup } = this.#allowance;
    return this.#total > atFirst + perLineup * found;
  }

  /** Counts what a cut would have kept away; true when it is time to put it into the automaton. */
  callFor(cut: Cut, found: number): boolean {
    const refused = 1 + (this.#byCut.get(cut.key) ?? 0);
    this.#byCut.set(cut.key, refused);
    return this.#cutsAllowed && refused > this.#limits.refusalsForCut + found;
  }

  makeNoMoreCuts(): void {
    this.#cutsAllowed = false;
  }
}
