import type { Instance } from "../instance.ts";

/** The options that may not be picked any more, and those of them that were barred on the way, in their order. */
export class Barred {
  /** Per option and for `nobody`, 1 where it is barred. */
  readonly flags: Uint8Array;
  readonly newly: number[] = [];
  readonly #instance: Instance;

  /** `picks` are the model's. */
  constructor(instance: Instance, picks: ReadonlySet<number>) {
    this.#instance = instance;
    this.flags = new Uint8Array(instance.nobody + 1);
    for (const option of this.#optionsOf(picks)) this.flags[option] = 1;
  }

  /** Bars picks of the model; returns the options that were free until now. */
  add(picks: ReadonlySet<number>): readonly number[] {
    const added = this.#optionsOf(picks).filter((option) => this.flags[option] === 0);
    for (const option of added) this.flags[option] = 1;
    this.newly.push(...added);
    return added;
  }

  #optionsOf(picks: ReadonlySet<number>): number[] {
    const { option } = this.#instance;
    return [...picks].flatMap((own) => (option[own] === -1 ? [] : [option[own]!]));
  }
}
