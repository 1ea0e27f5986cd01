import type { Workshop } from "../roster.ts";
import { Scratch } from "../scratch.ts";
import { Descent } from "./descent.ts";
import { SumsDescent } from "./sums-descent.ts";
import type { TotalLimits } from "./total-limits.ts";

/** Descents beyond these are let go with what they hold. */
const MOST_SPARE = 48;

/** Descents that are out of use, and a scratch for what is done at once. */
export class Spare {
  readonly scratch = new Scratch();
  readonly #idle: Descent[] = [];
  readonly #workshop: Workshop;

  constructor(workshop: Workshop) {
    this.#workshop = workshop;
  }

  take(): Descent {
    return this.#idle.pop() ?? new Descent(this.#workshop.limits);
  }

  /** One for lineups that keep sums. */
  takeFor(limits: Pick<TotalLimits, "most" | "slack" | "sums">): SumsDescent {
    return new SumsDescent(this.#workshop.limits, limits);
  }

  giveBack(descent: Descent | SumsDescent): void {
    if (descent instanceof Descent && this.#idle.length < MOST_SPARE) this.#idle.push(descent);
  }
}

const kept = new WeakMap<Workshop, Spare>();

export function spareOf(workshop: Workshop): Spare {
  const known = kept.get(workshop) ?? new Spare(workshop);
  kept.set(workshop, known);
  return known;
}
