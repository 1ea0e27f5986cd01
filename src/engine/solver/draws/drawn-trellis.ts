import { BOTH } from "../../model/pairs.ts";
import type { Automaton } from "../paths/automaton.ts";
import type { Instance } from "../paths/instance.ts";
import type { Scratch } from "../paths/scratch.ts";
import { followEmpty, type Trellis } from "../paths/trellis.ts";
import type { ClassedCandidates } from "./undominated.ts";

/** The candidates to lay out. */
interface DrawnCandidates extends ClassedCandidates {
  /** Per candidate; those with a slack of `allowed` or more are left out. Null keeps all. */
  readonly slack: Float64Array | null;
  readonly allowed: number;
  /**
   * For lineups that need both sides of a pair: the sides of each candidate, and those already covered. Else
   * null.
   */
  readonly pairs: { readonly sides: Uint8Array; readonly given: number } | null;
}

/**
 * Lays out a draw's candidates like `layOut`, class by class with the least slack first, but creates only
 * states that can be reached from the start, in arrays reused from draw to draw.
 */
export class DrawnTrellis {
  readonly #instance: Instance;
  readonly #automaton: Automaton;
  readonly #scratch: Scratch;
  readonly #name: string;
  readonly #ordered: Int32Array;
  readonly #sizes: Int32Array;
  /** The places of the states in one layer and in the next, and the number of each state in the next. */
  #now: Int32Array;
  #next: Int32Array;
  readonly #number: Int32Array;

  /** The number of classes of candidates. */
  readonly classes: number;

  constructor(instance: Instance, automaton: Automaton, scratch: Scratch, name: string) {
    this.#instance = instance;
    this.#automaton = automaton;
    this.#scratch = scratch;
    this.#name = name;
    this.classes = automaton.levels.length;
    this.#ordered = new Int32Array(instance.size);
    this.#sizes = new Int32Array(automaton.levels.length);
    const places = (1 + BOTH) * automaton.levels.reduce((most, { states }) => Math.max(most, states), 1);
    this.#now = new Int32Array(places);
    this.#next = new Int32Array(places);
    this.#number = new Int32Array(places).fill(-1);
  }

  /** The arrays are valid until the next call. */
  lay(asked: DrawnCandidates): Trellis {
    const count = this.#order(asked);
    const { levels, start } = this.#automaton;
    const { roles, required, nobody } = this.#instance;
    const [ordered, sizes, number] = [this.#ordered, this.#sizes, this.#number];
    const sides = asked.pairs?.sides ?? null;
    const given = asked.pairs?.given ?? 0;
    const width = sides === null ? 1 : 1 + BOTH;
    let most = 1;
    let last = -1;
    for (let at = 0; at < levels.length; at += 1) {
      if (sizes[at] === 0) continue;
      most += sizes[at]! * levels[at]!.states * width;
      last = at;
    }
    const first = this.#scratch.integers(`${this.#name} first`, most + 1);
    const target = this.#scratch.integers(`${this.#name} target`, most * (roles + 1));
    const option = this.#scratch.integers(`${this.#name} option`, most * (roles + 1));
    const entered = followEmpty(this.#automaton, sizes, 0, start);
    let now = this.#now;
    let next = this.#next;
    let reached = entered === -1 || (last === -1 && sides !== null && given !== BOTH) ? 0 : 1;
    now[0] = entered * width + given;
    let state = 0;
    let made = reached;
    let arc = 0;
    let read = 0;
    for (let at = 0; at <= last; at += 1) {
      const { take, next: exits } = levels[at]!;
      for (let turn = sizes[at]! - 1; turn >= 0; turn -= 1) {
        const candidate = ordered[read]!;
        read += 1;
        const isWhole = turn === 0 && at === last && sides !== null;
        const bits = sides === null ? 0 : sides[candidate]!;
        let found = 0;
        for (let index = 0; index < reached; index += 1) {
          const place = now[index]!;
          const within = sides === null ? place : place >> 2;
          const had = sides === null ? 0 : place & BOTH;
          first[state] = arc;
          state += 1;
          for (let role = required[candidate] === 0 ? -1 : 0; role < roles; role += 1) {
            let to = role === -1 ? within : take[within * roles + role]!;
            if (to !== -1 && turn === 0) to = followEmpty(this.#automaton, sizes, at + 1, exits[to]!);
            if (to === -1) continue;
            const has = role === -1 ? had : had | bits;
            if (isWhole && has !== BOTH) continue;
            const on = isWhole ? 0 : to * width + has;
            if (number[on] === -1) {
              number[on] = made;
              made += 1;
              next[found] = on;
              found += 1;
            }
            target[arc] = number[on]!;
            option[arc] = role === -1 ? nobody : candidate * roles + role;
            arc += 1;
          }
        }
        for (let index = 0; index < found; index += 1) number[next[index]!] = -1;
        const done = now;
        now = next;
        next = done;
        reached = found;
      }
    }
    this.#now = now;
    this.#next = next;
    first[state] = arc;
    first[state + 1] = arc;
    const candidates = ordered.subarray(0, count);
    return { states: made, start: reached === 0 ? -1 : 0, first, target, option, candidates };
  }

  /** Orders the candidates to lay out; returns their number. */
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
