import { byClass, ClassPaths, without } from "../class-paths.ts";
import { backwardPass, forwardPass, type Line, traceBest } from "../dp-passes.ts";
import type { Instance } from "../instance.ts";
import { type BestLine, type Bounded, exactPrice, leastPrice, type Price, setWorth } from "../relaxation.ts";
import { Scratch } from "../scratch.ts";
import type { Trellis } from "../trellis.ts";
import type { EngineScratch } from "./engine-scratch.ts";
import { JOINED_AT_FIRST } from "./laid-tops.ts";
import { type Kinds, type Layout, layOutBy } from "./layout.ts";

type BoundingScratch = Pick<EngineScratch, "scratch" | "laidTops">;

/**
 * Finds the best path of a layout at a price of salary: the lineup with the most priced points, which are
 * points less price times salary. The lineup may exceed the budget, but contains no excluded option.
 */
interface PricedPaths {
  /**
   * Returns the highest value of a path, which is `pointsWeight` times its points less `price` times its
   * salary; -Infinity if there is no path.
   */
  readonly pass: (pointsWeight: number, price: number) => number;
  /** The points and the salary of the last DP pass's best path. */
  readonly line: () => Line;
  /** The options of the last DP pass's best path. */
  readonly way: () => Int32Array;
  /**
   * Returns, per candidate, an upper bound on the points of lineups with that candidate, at the price of the
   * last DP pass. `bound` is the bound for all lineups at this price.
   */
  readonly most: (bound: number) => Float64Array;
}

/**
 * Computes upper bounds on the points of a layout's lineups by Lagrangian relaxation: lineups may exceed the
 * budget, but pay a price for salary. In all methods, a 1 in `out` excludes an option (a player in a role).
 */
export class Bounding {
  readonly #instance: Instance;
  readonly #engineScratch: BoundingScratch;
  /** Whether candidates of a class differ in points and salary only. */
  readonly #areAlike: boolean;

  constructor(instance: Instance, engineScratch: BoundingScratch) {
    this.#instance = instance;
    this.#engineScratch = engineScratch;
    this.#areAlike = instance.roles === 1 && instance.required.every((own) => own === 0);
  }

  /**
   * Returns the bounds at a nearly optimal price of salary, which is one that makes them nearly as low as
   * possible. The search for the price starts at `near`. Null if no lineup is within the budget.
   */
  best(layout: Layout, out: Uint8Array, near?: Price): Bounded | null {
    const paths = this.#pathsOf(layout, out);
    const price = this.#leastPrice(paths, near);
    return price && this.#boundedAt(paths, price);
  }

  /**
   * Returns the bounds at this price of salary; null if there is no lineup even when the budget is ignored.
   */
  at(layout: Layout, out: Uint8Array, price: Price): Bounded | null {
    return this.#boundedAt(this.#pathsOf(layout, out), price);
  }

  /**
   * Returns an upper bound on lineups' points at the price `near`. If it exceeds `enough`, returns the one at
   * a nearly optimal price instead. Null if there is no lineup.
   */
  above(
    layout: Layout,
    out: Uint8Array,
    near: Price,
    enough: number,
  ): Pick<Bounded, "bound" | "price"> | null {
    const paths = this.#pathsOf(layout, out);
    const first = exactPrice(this.#instance, near.price);
    const atFirst = this.#boundAt(paths, first);
    if (atFirst <= enough)
      return atFirst === Number.NEGATIVE_INFINITY ? null : { bound: atFirst, price: first };
    const price = this.#leastPrice(paths, near);
    return price && { bound: this.#boundAt(paths, price), price };
  }

  #pathsOf(layout: Layout, out: Uint8Array): PricedPaths {
    return this.#areAlike && layout.optionCounters.length === 0
      ? pathsByClass(this.#instance, layout, out, this.#engineScratch.scratch)
      : new TopPaths(this.#instance, layout, out, this.#engineScratch);
  }

  #leastPrice({ pass, line }: PricedPaths, near?: Price): Price | null {
    const bestLine: BestLine = (pointsWeight, price) =>
      pass(pointsWeight, price) === Number.NEGATIVE_INFINITY ? null : line();
    return leastPrice(this.#instance, bestLine, near);
  }

  /** The upper bound on lineups' points at a price of salary; -Infinity if there is no lineup. */
  #boundAt({ pass }: PricedPaths, { price }: Price): number {
    return pass(1, price) + (price === 0 ? 0 : price * this.#instance.budget);
  }

  #boundedAt(paths: PricedPaths, price: Price): Bounded | null {
    const bound = this.#boundAt(paths, price);
    return bound === Number.NEGATIVE_INFINITY
      ? null
      : { bound, price, most: paths.most(bound), way: paths.way() };
  }
}

/**
 * Returns the `PricedPaths` of a layout whose candidates of one class differ only in points and salary. The
 * best path then picks the best candidates of each class.
 */
function pathsByClass(
  instance: Instance,
  { automaton, classOf }: Layout,
  out: Uint8Array,
  scratch: Scratch,
): PricedPaths {
  const { size, openSeats, noPick } = instance;
  const paths = new ClassPaths(instance, automaton, scratch);
  const all = byClass(classOf, automaton.levels.length);
  const held = without(all, out, scratch);
  return {
    pass: (pointsWeight, price) => paths.pass(held, price, pointsWeight),
    line: () => paths.line(),
    way: () => {
      const way = new Int32Array(openSeats).fill(noPick);
      way.set(paths.candidates());
      return way;
    },
    most: (bound) =>
      paths
        .slacks(all)
        .subarray(0, size)
        .map((own) => bound - own),
  };
}

/** Paths through a trellis of the top candidates of each kind (see `Kinds`). */
class TopPaths implements PricedPaths {
  readonly #instance: Instance;
  readonly #engineScratch: BoundingScratch;
  readonly #scratch: Scratch;
  readonly #worth: Float64Array;
  readonly #layout: Layout;
  readonly #out: Uint8Array;
  #top!: TopPerClass;
  #trellis!: Trellis;
  #backward!: Float64Array;
  #laidOut: readonly number[] | null = null;

  constructor(instance: Instance, layout: Layout, out: Uint8Array, engineScratch: BoundingScratch) {
    this.#instance = instance;
    this.#engineScratch = engineScratch;
    this.#scratch = engineScratch.scratch;
    this.#layout = layout;
    this.#out = out;
    this.#worth = this.#scratch.doubles("worth", instance.noPick + 1);
  }

  readonly pass = (pointsWeight: number, price: number): number => {
    const trellis = this.#layOut(pointsWeight, price);
    this.#trellis = trellis;
    if (trellis.start === -1) return Number.NEGATIVE_INFINITY;
    this.#backward = this.#scratch.doubles("all backward", trellis.states);
    backwardPass(trellis, this.#worth, this.#backward);
    return this.#backward[trellis.start]!;
  };

  readonly line = (): Line => traceBest(this.#trellis, this.#worth, this.#backward, this.#instance);

  /**
   * Returns a trellis with the best candidates at a price. Reuses an earlier one if it has these candidates.
   */
  #layOut(pointsWeight: number, price: number): Trellis {
    const instance = this.#instance;
    const [layout, out, scratch] = [this.#layout, this.#out, this.#scratch];
    setWorth(instance, pointsWeight, price, this.#worth);
    this.#top = topPerClass(layout.kinds, instance, out, this.#worth, scratch);
    const { candidates } = this.#top;
    const { laidTops } = this.#engineScratch;
    if (layout.optionCounters.length > 0) {
      const { of, most } = layout.kinds;
      const more = () => {
        const wider = { of, most: most.map((own) => JOINED_AT_FIRST * own) };
        return topPerClass(wider, instance, out, this.#worth, new Scratch()).candidates;
      };
      const layOutTop = (laid: readonly number[], own: Scratch) =>
        layOutBy(layout, { instance, candidates: laid, out }, own, "top");
      return laidTops.of(layout, { instance, candidates, more, out, layOut: layOutTop }, this.#worth);
    }
    if (this.#laidOut !== null && isSame(candidates, this.#laidOut)) return this.#trellis;
    this.#laidOut = candidates;
    return layOutBy(layout, { instance, candidates, out }, scratch, "top");
  }

  /**
   * See `PricedPaths.most`. A candidate that is not in the trellis is bounded by the best path in which it
   * could replace a candidate of its kind.
   */
  readonly most = (bound: number): Float64Array => {
    const { size, roles, pick } = this.#instance;
    const { from, count, options } = this.#top;
    const { of, most: mostOfKind } = this.#layout.kinds;
    const worth = this.#worth;
    const ofOptions = this.#mostOfOptions(bound - this.#backward[this.#trellis.start]!);
    const groups = mostOfKind.length * roles;
    const lacking = this.#scratch.doubles("lacking", groups);
    for (let group = 0; group < groups; group += 1) {
      lacking[group] = Number.NEGATIVE_INFINITY;
      for (let at = from[group]!; at < from[group]! + count[group]!; at += 1)
        lacking[group] = Math.max(lacking[group]!, ofOptions[options[at]!]! - worth[options[at]!]!);
    }
    const most = new Float64Array(size);
    for (let candidate = 0; candidate < size; candidate += 1) {
      let highest = Number.NEGATIVE_INFINITY;
      for (let role = 0; role < roles; role += 1) {
        const option = candidate * roles + role;
        if (pick[option] === -1) continue;
        const instead = lacking[of[candidate]! * roles + role]! + worth[option]!;
        highest = Math.max(highest, ofOptions[option]!, instead);
      }
      most[candidate] = highest;
    }
    return most;
  };

  /**
   * Per option, an upper bound on the points of lineups with it; -Infinity if it is not in the trellis.
   * `paid` is the price times the budget.
   */
  #mostOfOptions(paid: number): Float64Array {
    const { noPick } = this.#instance;
    const { states, first, target, option } = this.#trellis;
    const [worth, backward] = [this.#worth, this.#backward];
    const forward = this.#scratch.doubles("all forward", states);
    forwardPass(this.#trellis, worth, forward);
    const most = this.#scratch.doubles("most of options", noPick + 1);
    most.fill(Number.NEGATIVE_INFINITY);
    for (let state = 0; state < states; state += 1) {
      const sofar = forward[state]! + paid;
      for (let arc = first[state]!; arc < first[state + 1]!; arc += 1) {
        const picked = option[arc]!;
        most[picked] = Math.max(most[picked]!, sofar + worth[picked]! + backward[target[arc]!]!);
      }
    }
    return most;
  }

  readonly way = (): Int32Array => {
    const { noPick, openSeats } = this.#instance;
    const { states, start, first, target, option } = this.#trellis;
    const [worth, backward] = [this.#worth, this.#backward];
    const way = new Int32Array(openSeats).fill(noPick);
    let length = 0;
    for (let state = start; state !== states - 1; ) {
      let arc = first[state]!;
      while (worth[option[arc]!]! + backward[target[arc]!]! !== backward[state]!) arc += 1;
      if (option[arc] !== noPick) {
        way[length] = option[arc]!;
        length += 1;
      }
      state = target[arc]!;
    }
    return way;
  };
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((own, at) => own === other[at]);
}

/**
 * The best options of each kind and role, as many as a lineup can have of the kind. The best path needs no
 * others: a lineup with another option lacks one of these, which can replace it.
 */
interface TopPerClass {
  readonly candidates: readonly number[];
  /** Per kind and role (`kind * roles + role`), the index of its first option in `options`. */
  readonly from: Int32Array;
  /** Per kind and role, the number of its options. */
  readonly count: Int32Array;
  readonly options: Int32Array;
}

/** Finds the options of each kind and role that have the highest `worth`. A 1 in `out` excludes an option. */
function topPerClass(
  { of, most }: Kinds,
  { size, roles, pick, required }: Instance,
  out: Uint8Array,
  worth: Float64Array,
  scratch: Scratch,
): TopPerClass {
  const groups = most.length * roles;
  const from = scratch.integers("top from", groups);
  const count = scratch.integers("top count", groups);
  let room = 0;
  for (let group = 0; group < groups; group += 1) {
    from[group] = room;
    count[group] = 0;
    room += most[Math.floor(group / roles)]!;
  }
  const options = scratch.integers("top", room);
  const candidates: number[] = [];
  for (let candidate = 0; candidate < size; candidate += 1) {
    if (required[candidate] === 1) {
      candidates.push(candidate);
      continue;
    }
    const kind = of[candidate]!;
    const wanted = most[kind]!;
    if (wanted === 0) continue;
    for (let role = 0; role < roles; role += 1) {
      const option = candidate * roles + role;
      if (out[option] === 1 || pick[option] === -1) continue;
      const group = kind * roles + role;
      const first = from[group]!;
      const own = worth[option]!;
      let at = first + count[group]!;
      if (count[group]! < wanted) count[group]! += 1;
      else if (own <= worth[options[at - 1]!]!) continue;
      else at -= 1;
      for (; at > first && worth[options[at - 1]!]! < own; at -= 1) options[at] = options[at - 1]!;
      options[at] = option;
    }
  }
  const isAmong = scratch.integers("top among", size).fill(0, 0, size);
  for (let group = 0; group < groups; group += 1)
    for (let at = from[group]!; at < from[group]! + count[group]!; at += 1) {
      const candidate = Math.floor(options[at]! / roles);
      if (isAmong[candidate] === 1) continue;
      isAmong[candidate] = 1;
      candidates.push(candidate);
    }
  return { candidates, from, count, options };
}
