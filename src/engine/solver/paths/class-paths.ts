import type { Automaton } from "./automaton.ts";
import type { Line } from "./dp-passes.ts";
import type { Instance } from "./instance.ts";
import { Scratch } from "./scratch.ts";

/** Candidates sorted by class: those of class c end before index `ends[c]`. */
export interface ClassedCandidates {
  readonly candidates: Int32Array;
  readonly ends: Int32Array;
}

const sorted = new WeakMap<Int32Array, ClassedCandidates>();

/** Sorts all candidates by class and, within a class, by number. Cached per `classOf`. */
export function byClass(classOf: Int32Array, classes: number): ClassedCandidates {
  const known = sorted.get(classOf);
  if (known !== undefined) return known;
  const ends = new Int32Array(classes);
  for (const own of classOf) ends[own]! += 1;
  for (let own = 1; own < classes; own += 1) ends[own]! += ends[own - 1]!;
  const candidates = Int32Array.from(classOf.keys()).sort((a, b) => classOf[a]! - classOf[b]! || a - b);
  const made = { candidates, ends };
  sorted.set(classOf, made);
  return made;
}

/**
 * Returns the candidates without the excluded ones, whose element in `out` is 1. The result is in scratch
 * arrays whose names begin with "class", and is overwritten by the next call.
 */
export function without(
  { candidates, ends }: ClassedCandidates,
  out: Uint8Array,
  scratch: Scratch,
): ClassedCandidates {
  const left = {
    candidates: scratch.integers("class held", candidates.length),
    ends: scratch.integers("class ends", ends.length),
  };
  let [count, at] = [0, 0];
  for (let own = 0; own < ends.length; own += 1) {
    for (; at < ends[own]!; at += 1) {
      const candidate = candidates[at]!;
      if (out[candidate] === 1) continue;
      left.candidates[count] = candidate;
      count += 1;
    }
    left.ends[own] = count;
  }
  return left;
}

/**
 * An automaton as a graph with one level per class. An arc picks n of the class's candidates at once. Its
 * `place` is `level * (openSeats + 1) + n`, an index into tables that have an element per level and n. States
 * are numbered across all levels.
 */
interface ClassArcs {
  /** Arcs are sorted by level; those of level l end before index `ends[l]`. */
  readonly ends: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly place: Int32Array;
  /** Per level, the class that it reads. */
  readonly entryClass: Int32Array;
  /** Per level, the largest number of candidates that an arc picks. */
  readonly most: Int32Array;
  readonly states: number;
  readonly start: number;
}

const NONE = Number.NEGATIVE_INFINITY;

/**
 * Finds the best paths through an automaton at a price of salary, for slates with one role and no required
 * candidates. Candidates of a class then differ only in points and salary, so a path with n of them has
 * the best n, and a DP pass needs one step per class instead of one per candidate. *Priced points* are points
 * less price times salary. Uses scratch arrays whose names begin with "class".
 */
export class ClassPaths {
  readonly #instance: Instance;
  readonly #arcs: ClassArcs;
  readonly #places: number;
  readonly #slack: Float64Array;
  /**
   * Per place (a level's class and n, see `ClassArcs`): the priced points of the class's n-th best candidate.
   */
  readonly #top: Float64Array;
  /** Per place, the candidate of `#top`. */
  readonly #who: Int32Array;
  /** Per place, the sum of the priced points of the class's best n candidates. */
  readonly #sum: Float64Array;
  /** Per state, the most priced points of a path from it to the end. */
  readonly #after: Float64Array;
  /** Per state, the first arc of the path of `#after`. */
  readonly #choice: Int32Array;
  /** Per state, the most priced points of a path from the start to it. */
  readonly #before: Float64Array;
  readonly #whole: Float64Array;
  #pointsWeight = 1;
  #price = 0;

  constructor(instance: Instance, automaton: Automaton, scratch = new Scratch()) {
    const arcs = arcsOf(automaton, instance.openSeats);
    this.#instance = instance;
    this.#places = instance.openSeats + 1;
    this.#arcs = arcs;
    const places = automaton.levels.length * this.#places;
    this.#slack = scratch.doubles("class slack", instance.size);
    this.#top = scratch.doubles("class top", places);
    this.#who = scratch.integers("class who", places);
    this.#sum = scratch.doubles("class sum", places);
    this.#whole = scratch.doubles("class whole", this.#places);
    this.#after = scratch.doubles("class after", arcs.states);
    this.#before = scratch.doubles("class before", arcs.states);
    this.#choice = scratch.integers("class choice", arcs.states);
  }

  /**
   * Returns the highest value of a path, which is `pointsWeight` times its points less the price times its
   * salary; -Infinity if there is no path. Only the candidates in `held` are picked. They must include the
   * best n of each class at this price, where n is the most that a path can pick.
   */
  pass(held: ClassedCandidates, price: number, pointsWeight = 1): number {
    this.#pointsWeight = pointsWeight;
    this.#price = price;
    this.#setTops(held);
    const { ends, from, to, place, states, start } = this.#arcs;
    if (start === -1) return NONE;
    const [after, choice, sum] = [this.#after, this.#choice, this.#sum];
    after.fill(NONE, 0, states);
    after[states - 1] = 0;
    for (let arc = ends[ends.length - 1]! - 1; arc >= 0; arc -= 1) {
      const value = sum[place[arc]!]! + after[to[arc]!]!;
      const state = from[arc]!;
      if (value <= after[state]!) continue;
      after[state] = value;
      choice[state] = arc;
    }
    return after[start]!;
  }

  /** Finds the best candidates of each class, and sums up their priced points. */
  #setTops({ candidates, ends }: ClassedCandidates): void {
    const { points, salary } = this.#instance;
    const { entryClass, most } = this.#arcs;
    const [top, who, sum, places] = [this.#top, this.#who, this.#sum, this.#places];
    const [weight, price] = [this.#pointsWeight, this.#price];
    for (let at = 0; at < entryClass.length; at += 1) {
      const first = at * places;
      const read = entryClass[at]!;
      const last = first + most[at]!;
      const end = ends[read]!;
      let full = first;
      for (let index = read === 0 ? 0 : ends[read - 1]!; index < end; index += 1) {
        const candidate = candidates[index]!;
        const own = weight * points[candidate]! - price * salary[candidate]!;
        if (full === last) {
          if (last === first || own <= top[last]!) continue;
        } else full += 1;
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

  /** The points and the salary of the best path of the last `pass`. */
  line(): Line {
    const { points, salary } = this.#instance;
    let [gained, spent] = [0, 0];
    this.#trace((candidate) => {
      gained += points[candidate]!;
      spent += salary[candidate]!;
    });
    return { points: gained, salary: spent };
  }

  /** The candidates of the best path of the last `pass`. */
  candidates(): number[] {
    const found: number[] = [];
    this.#trace((candidate) => found.push(candidate));
    return found;
  }

  #trace(onCandidate: (candidate: number) => void): void {
    const { to, place, states, start } = this.#arcs;
    for (let state = start; state !== states - 1; ) {
      const arc = this.#choice[state]!;
      const last = place[arc]!;
      for (let at = last - (last % this.#places) + 1; at <= last; at += 1) onCandidate(this.#who[at]!);
      state = to[arc]!;
    }
  }

  /**
   * Returns, per candidate, how many fewer priced points the best path with the candidate has than the best
   * path of all. Call `pass` before, with a `pointsWeight` of 1. The next call overwrites the result.
   */
  slacks({ candidates, ends: classEnds }: ClassedCandidates): Float64Array {
    const { points, salary } = this.#instance;
    const { ends, from, to, place, states, start, entryClass, most } = this.#arcs;
    const [before, after, sum, top, whole, slack] = [
      this.#before,
      this.#after,
      this.#sum,
      this.#top,
      this.#whole,
      this.#slack,
    ];
    const [best, price] = [after[start]!, this.#price];
    before.fill(NONE, 0, states);
    before[start] = 0;
    let arc = 0;
    for (let at = 0; at < entryClass.length; at += 1) {
      const first = at * this.#places;
      const seats = most[at]!;
      whole.fill(NONE);
      for (; arc < ends[at]!; arc += 1) {
        const taken = place[arc]!;
        const value = before[from[arc]!]! + sum[taken]!;
        const reached = to[arc]!;
        if (value > before[reached]!) before[reached] = value;
        const all = value + after[reached]!;
        if (all > whole[taken - first]!) whole[taken - first] = all;
      }
      // The best path that takes n of the class, without the n-th best: a candidate outside the best n takes
      // that place.
      let behind = NONE;
      for (let seat = 1; seat <= seats; seat += 1)
        if (whole[seat] !== NONE) behind = Math.max(behind, whole[seat]! - top[first + seat]!);
      const lowest = seats === 0 ? 0 : top[first + seats]!;
      const read = entryClass[at]!;
      for (let index = read === 0 ? 0 : classEnds[read - 1]!; index < classEnds[read]!; index += 1) {
        const candidate = candidates[index]!;
        const own = points[candidate]! - price * salary[candidate]!;
        let least = own + behind;
        if (own > lowest || sum[first + seats] === NONE) {
          least = NONE;
          for (let seat = 1; seat <= seats; seat += 1) {
            if (whole[seat] === NONE) continue;
            const value = whole[seat]! + Math.min(0, own - top[first + seat]!);
            if (value > least) least = value;
          }
        }
        slack[candidate] = best - least;
      }
    }
    return slack;
  }
}

const kept = new WeakMap<Automaton, ClassArcs>();

/** Returns the arcs of an automaton whose lineups all have `openSeats` candidates. Cached per automaton. */
function arcsOf(automaton: Automaton, openSeats: number): ClassArcs {
  const known = kept.get(automaton) ?? madeArcs(automaton, openSeats);
  kept.set(automaton, known);
  return known;
}

function madeArcs({ levels, start }: Automaton, openSeats: number): ClassArcs {
  const [from, to, place, ends]: [number[], number[], number[], number[]] = [[], [], [], []];
  let states = 0;
  for (const [at, level] of levels.entries()) {
    const after = states + level.states;
    for (let state = 0; state < level.states; state += 1)
      for (let now = state, count = 0; now !== -1 && count <= openSeats; now = level.take[now]!, count += 1) {
        if (level.next[now] === -1) continue;
        from.push(states + state);
        to.push(after + level.next[now]!);
        place.push(at * (openSeats + 1) + count);
      }
    ends.push(from.length);
    states = after;
  }
  const most = ends.map((end, at) =>
    place
      .slice(at === 0 ? 0 : ends[at - 1], end)
      .reduce((all, one) => Math.max(all, one - at * (openSeats + 1)), 0),
  );
  return {
    ends: Int32Array.from(ends),
    from: Int32Array.from(from),
    to: Int32Array.from(to),
    place: Int32Array.from(place),
    entryClass: Int32Array.from(levels, ({ entryClass }) => entryClass),
    most: Int32Array.from(most),
    states: states + 1,
    start,
  };
}
