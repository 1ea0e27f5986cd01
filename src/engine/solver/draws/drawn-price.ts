import type { Instance } from "../paths/instance.ts";
import { setSlacks } from "../paths/relaxation.ts";
import type { Scratch } from "../paths/scratch.ts";
import { sweepBack, sweepForward, traceBest } from "../paths/sweeps.ts";
import type { Trellis } from "../paths/trellis.ts";
import { type FoundPrice, searchPrice } from "./price-search.ts";

/** A draw's candidates at a price. */
export interface DrawnRelaxation extends FoundPrice {
  /** Per candidate, until the next draw: no lineup with it has more points than `bound` less this. */
  readonly slack: Float64Array;
}

/** The price of salary from draw to draw: any is valid, and the one of the last draw is nearly the best of the next. */
export class DrawnPrice {
  #last = 0;
  readonly #instance: Instance;
  readonly #scratch: Scratch;

  constructor(instance: Instance, scratch: Scratch) {
    this.#instance = instance;
    this.#scratch = scratch;
  }

  forget(): void {
    this.#last = 0;
  }

  /** Null where no lineup keeps the budget. */
  find(trellis: Trellis): DrawnRelaxation | null {
    const instance = this.#instance;
    const { nobody, size } = instance;
    const worth = this.#scratch.doubles("drawn worth", nobody + 1);
    const backward = this.#scratch.doubles("drawn backward", trellis.states);
    const found = searchPrice(instance, this.#last, {
      top: (price) => this.#sweep(trellis, price, worth, backward),
      line: () => traceBest(trellis, worth, backward, instance),
    });
    if (found === null) return null;
    this.#last = found.price;
    const forward = this.#scratch.doubles("drawn forward", trellis.states);
    sweepForward(trellis, worth, forward);
    const slack = this.#scratch.doubles("drawn slack", size);
    setSlacks(instance, trellis, worth, forward, backward, slack);
    return { ...found, slack };
  }

  /** As `sweepBack` at a price, for the trellis' own options alone. */
  #sweep(trellis: Trellis, price: number, worth: Float64Array, backward: Float64Array): number {
    const { points, salary, roles, nobody } = this.#instance;
    const { candidates } = trellis;
    for (let index = 0; index < candidates.length; index += 1) {
      const from = candidates[index]! * roles;
      for (let option = from; option < from + roles; option += 1)
        worth[option] = points[option]! - price * salary[option]!;
    }
    worth[nobody] = 0;
    sweepBack(trellis, worth, backward);
    return backward[trellis.start]!;
  }
}
