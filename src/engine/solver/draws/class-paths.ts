import type { Automaton } from "../paths/automaton.ts";
import type { Line } from "../paths/dp-passes.ts";
import type { Instance } from "../paths/instance.ts";
import type { PricedPaths } from "../paths/relaxation.ts";

/** Candidates sorted by class: those of class c end before index `ends[c]`. */
export interface ClassedCandidates {
  readonly candidates: Int32Array;
  readonly ends: Int32Array;
}

const NONE = Number.NEGATIVE_INFINITY;

/**
 * The best paths through an automaton at a price of salary, for slates with one role and no required candidates.
 * Candidates of a class then differ only in points and salary, so a path with n of them has the best n, and a
 * DP pass needs one step per class instead of one per candidate.
 */
export class ClassPaths implements PricedPaths {
  /** The candidates of the next passes: at least the best n of each class, n being the most that can be picked. */
  held!: ClassedCandidates;
  readonly #instance: Instance;
  readonly #arcs: ReturnType<typeof arcsOf>;
  /** The length of a level's part of the tables that have an element per place, which is a level and an n. */
  readonly #places: number;
  /** Per place, the worth of the class's n-th best candidate. */
  readonly #top: Float64Array;
  /** Per place, the candidate of `#top`. */
  readonly #who: Int32Array;
  /** Per place, the worth of the class's best n candidates together. */
  readonly #sum: Float64Array;
  readonly #after: Float64Array;
  /** Per state, the first arc of the path of `#after`. */
  readonly #choice: Int32Array;
  readonly #before: Float64Array;
  readonly #whole: Float64Array;
  readonly #worth: Float64Array;
  readonly #slack: Float64Array;

  constructor(instance: Instance, automaton: Automaton) {
    this.#instance = instance;
    this.#places = instance.openSeats + 1;
    this.#arcs = arcsOf(automaton, instance.openSeats);
    const places = automaton.levels.length * this.#places;
    const { states } = this.#arcs;
    this.#top = new Float64Array(places);
    this.#who = new Int32Array(places);
    this.#sum = new Float64Array(places);
    this.#after = new Float64Array(states);
    this.#choice = new Int32Array(states);
    this.#before = new Float64Array(states);
    this.#whole = new Float64Array(this.#places);
    this.#worth = new Float64Array(instance.size);
    this.#slack = new Float64Array(instance.size);
  }

  readonly pass = (pointsWeight: number, price: number): number => {
    this.#setTops(pointsWeight, price);
    const { from, to, place, states, start } = this.#arcs;
    const [after, choice, sum] = [this.#after, this.#choice, this.#sum];
    after.fill(NONE);
    after[states - 1] = 0;
    for (let arc = from.length - 1; arc >= 0; arc -= 1) {
      const value = sum[place[arc]!]! + after[to[arc]!]!;
      const state = from[arc]!;
      if (value <= after[state]!) continue;
      after[state] = value;
      choice[state] = arc;
    }
    return after[start]!;
  };

  /** Finds the best candidates of each class, and sums up what they are worth. */
  #setTops(pointsWeight: number, price: number): void {
    const { points, salary } = this.#instance;
    const { candidates, ends } = this.held;
    const { entryClass, most } = this.#arcs;
    const [top, who, sum, worth] = [this.#top, this.#who, this.#sum, this.#worth];
    for (let at = 0; at < entryClass.length; at += 1) {
      const first = at * this.#places;
      const read = entryClass[at]!;
      const last = first + most[at]!;
      const end = ends[read]!;
      let full = first;
      for (let index = read === 0 ? 0 : ends[read - 1]!; index < end; index += 1) {
        const candidate = candidates[index]!;
        const own = pointsWeight * points[candidate]! - price * salary[candidate]!;
        worth[candidate] = own;
        if (full < last) full += 1;
        else if (last === first || own <= top[last]!) continue;
        let place = full;
        for (; place > first + 1 && top[place - 1]! < own; place -= 1) {
          top[place] = top[place - 1]!;
          who[place] = who[place - 1]!;
        }
        top[place] = own;
        who[place] = candidate;
      }
      sum[first] = 0;
      for (let place = first + 1; place <= last; place += 1)
        sum[place] = place > full ? NONE : sum[place - 1]! + top[place]!;
    }
  }

  readonly line = (): Line => {
    const { points, salary } = this.#instance;
    const { to, place, states, start } = this.#arcs;
    let [gained, spent] = [0, 0];
    for (let state = start; state !== states - 1; ) {
      const arc = this.#choice[state]!;
      const last = place[arc]!;
      for (let at = last - (last % this.#places) + 1; at <= last; at += 1) {
        gained += points[this.#who[at]!]!;
        spent += salary[this.#who[at]!]!;
      }
      state = to[arc]!;
    }
    return { points: gained, salary: spent };
  };

  /** Per candidate that is held: by how much the best path with it is below the best of all, at the last price. */
  slack(): Float64Array {
    const { ends, from, to, place, start, entryClass, most } = this.#arcs;
    const { candidates, ends: classEnds } = this.held;
    const [before, after, sum, top] = [this.#before, this.#after, this.#sum, this.#top];
    const [whole, worth] = [this.#whole, this.#worth];
    before.fill(NONE);
    before[start] = 0;
    let arc = 0;
    for (let at = 0; at < entryClass.length; at += 1) {
      const first = at * this.#places;
      // Per n, the best path that takes n of the class.
      whole.fill(NONE);
      for (; arc < ends[at]!; arc += 1) {
        const taken = place[arc]!;
        const value = before[from[arc]!]! + sum[taken]!;
        const reached = to[arc]!;
        if (value > before[reached]!) before[reached] = value;
        const all = value + after[reached]!;
        if (all > whole[taken - first]!) whole[taken - first] = all;
      }
      const read = entryClass[at]!;
      for (let index = read === 0 ? 0 : classEnds[read - 1]!; index < classEnds[read]!; index += 1) {
        const candidate = candidates[index]!;
        // A candidate outside the best n takes the place of the n-th best.
        let least = NONE;
        for (let seat = 1; seat <= most[at]!; seat += 1) {
          if (whole[seat] === NONE) continue;
          const value = whole[seat]! + Math.min(0, worth[candidate]! - top[first + seat]!);
          if (value > least) least = value;
        }
        this.#slack[candidate] = after[start]! - least;
      }
    }
    return this.#slack;
  }
}

/**
 * An automaton as a graph with one level per class; an arc picks n of the class's candidates at once. States are
 * numbered across all levels. Arcs are sorted by level: those of level l end before index `ends[l]`.
 */
function arcsOf({ levels, start }: Automaton, openSeats: number) {
  const [from, to, place, ends]: [number[], number[], number[], number[]] = [[], [], [], []];
  const most = new Int32Array(levels.length);
  let states = 0;
  for (const [at, level] of levels.entries()) {
    const after = states + level.states;
    for (let state = 0; state < level.states; state += 1)
      for (let now = state, count = 0; now !== -1 && count <= openSeats; now = level.take[now]!, count += 1) {
        if (level.next[now] === -1) continue;
        from.push(states + state);
        to.push(after + level.next[now]!);
        place.push(at * (openSeats + 1) + count);
        most[at] = Math.max(most[at]!, count);
      }
    ends.push(from.length);
    states = after;
  }
  return {
    from: Int32Array.from(from),
    to: Int32Array.from(to),
    place: Int32Array.from(place),
    ends,
    entryClass: levels.map(({ entryClass }) => entryClass),
    most,
    states: states + 1,
    start,
  };
}
