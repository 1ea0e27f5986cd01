import { Scratch } from "../../src/solver/paths/scratch.ts";

/** Has no more room than is asked for, and holds what nobody wrote there: whoever relies on either is found out. */
export class ExactScratch extends Scratch {
  readonly #soiled = new WeakSet<Float64Array | Int32Array>();

  override doubles(name: string, length: number): Float64Array {
    return this.#soil(super.doubles(name, length), Number.NaN).subarray(0, length);
  }

  override integers(name: string, length: number): Int32Array {
    return this.#soil(super.integers(name, length), 0x5555_5555).subarray(0, length);
  }

  #soil<Numbers extends Float64Array | Int32Array>(numbers: Numbers, value: number): Numbers {
    if (!this.#soiled.has(numbers)) numbers.fill(value);
    this.#soiled.add(numbers);
    return numbers;
  }
}
