import type { Automaton } from "../paths/automaton.ts";
import type { ClassedCandidates } from "../paths/class-paths.ts";
import type { Instance } from "../paths/instance.ts";
import type { Scratch } from "../paths/scratch.ts";
import { layOutOrdered, type Trellis } from "../paths/trellis.ts";

interface DrawnCandidates extends ClassedCandidates {
  /**
   * The slack of each candidate (see `DrawnRelaxation`); candidates with a slack of `allowed` or more are
   * left out. Null if none is left out.
   */
  readonly slack: Float64Array | null;
  readonly allowed: number;
}

/**
 * Builds trellises of a draw's candidates, class by class; within a class, by ascending slack. The arrays are
 * reused.
 */
export class DrawnTrellis {
  readonly #instance: Instance;
  readonly #automaton: Automaton;
  readonly #scratch: Scratch;
  readonly #name: string;
  readonly #ordered: Int32Array;
  readonly #sizes: Int32Array;

  constructor(instance: Instance, automaton: Automaton, scratch: Scratch, name: string) {
    this.#instance = instance;
    this.#automaton = automaton;
    this.#scratch = scratch;
    this.#name = name;
    this.#ordered = new Int32Array(instance.size);
    this.#sizes = new Int32Array(automaton.levels.length);
  }

  /** Returns the trellis of the candidates; it is valid until the next call. */
  lay(asked: DrawnCandidates): Trellis {
    const ordered = this.#ordered.subarray(0, this.#order(asked));
    const plan = { instance: this.#instance, automaton: this.#automaton, ordered, sizes: this.#sizes };
    return layOutOrdered(plan, this.#scratch, this.#name);
  }

  /**
   * Writes the candidates that are kept to `#ordered`, and their number per level of the automaton to
   * `#sizes`. Returns how many they are.
   */
  #order({ candidates, ends, slack, allowed }: DrawnCandidates): number {
    const { levels } = this.#automaton;
    const [ordered, sizes] = [this.#ordered, this.#sizes];
    let count = 0;
    for (let at = 0; at < levels.length; at += 1) {
      const { entryClass } = levels[at]!;
      const begin = count;
      for (let index = entryClass === 0 ? 0 : ends[entryClass - 1]!; index < ends[entryClass]!; index += 1) {
        const candidate = candidates[index]!;
        if (slack === null) {
          ordered[count] = candidate;
          count += 1;
          continue;
        }
        const own = slack[candidate]!;
        if (!(own < allowed)) continue;
        let place = count;
        for (; place > begin && slack[ordered[place - 1]!]! > own; place -= 1)
          ordered[place] = ordered[place - 1]!;
        ordered[place] = candidate;
        count += 1;
      }
      sizes[at] = count - begin;
    }
    return count;
  }
}
