import type { Instance } from "../instance.ts";
import { boundByFlows } from "../large/bound-by-flows.ts";
import { type BestLine, type Bounded, exactPrice, leastPrice, type Price, setWorth } from "../relaxation.ts";
import { Scratch } from "../scratch.ts";
import { sweepBack, sweepForward, traceBest } from "../sweeps.ts";
import type { Trellis } from "../trellis.ts";
import type { EngineScratch } from "./engine-scratch.ts";
import { JOINED_AT_FIRST } from "./laid-tops.ts";
import { type Kinds, type Layout, layOutBy } from "./layout.ts";

/** Bounds all lineups of layouts, by laying out only the top candidates of each class. */
export class Bounding {
  readonly #instance: Instance;
  readonly #engineScratch: Pick<EngineScratch, "automata" | "scratch" | "laidTops">;
  readonly #scratch: Scratch;
  #worth!: Float64Array;
  #layout!: Layout;
  #out!: Uint8Array;
  #top!: TopPerClass;
  #laid: Trellis | null = null;
  #laidOut: readonly number[] = [];

  constructor(instance: Instance, engineScratch: Pick<EngineScratch, "automata" | "scratch" | "laidTops">) {
    this.#instance = instance;
    this.#engineScratch = engineScratch;
    this.#scratch = engineScratch.scratch;
  }

  /** The bound at a nearly optimal price; null if no lineup is within the budget. */
  best(layout: Layout, out: Uint8Array, near?: Price): Bounded | null {
    if (layout.automaton === null) return this.#byFlows(layout, out);
    this.#begin(layout, out);
    const price = leastPrice(this.#instance, this.#bestLine, near);
    return price && this.#boundedAt(price);
  }

  /** The bound at this price; null if there is no lineup, even without the budget. */
  at(layout: Layout, out: Uint8Array, price: Price): Bounded | null {
    if (layout.automaton === null) return this.#byFlows(layout, out, price);
    this.#begin(layout, out);
    return this.#boundedAt(price);
  }

  /** The bound at this price, or at a price near the best where it exceeds `enough`; null where there is no lineup. */
  above(
    layout: Layout,
    out: Uint8Array,
    near: Price,
    enough: number,
  ): Pick<Bounded, "bound" | "price"> | null {
    if (layout.automaton === null) return this.#byFlows(layout, out);
    this.#begin(layout, out);
    const paidAt = ({ price }: Price) => (price === 0 ? 0 : price * this.#instance.budget);
    const first = exactPrice(this.#instance, near.price);
    const atFirst = this.#highestAt(first);
    if (atFirst === null) return null;
    if (atFirst + paidAt(first) <= enough) return { bound: atFirst + paidAt(first), price: first };
    const price = leastPrice(this.#instance, this.#bestLine, near);
    const highest = price && this.#highestAt(price);
    return price === null || highest === null ? null : { bound: highest + paidAt(price), price };
  }

  /** The most priced points of a path; null where there is none. */
  #highestAt({ price }: Price): number | null {
    const trellis = this.#layOut(1, price);
    if (trellis.start === -1) return null;
    const backward = this.#scratch.doubles("all backward", trellis.states);
    sweepBack(trellis, this.#worth, backward);
    const highest = backward[trellis.start]!;
    return highest === Number.NEGATIVE_INFINITY ? null : highest;
  }

  #byFlows({ counters }: Layout, out: Uint8Array, price?: Price): Bounded | null {
    return boundByFlows({ ...this.#instance, counters }, out, this.#scratch, price);
  }

  #begin(layout: Layout, out: Uint8Array): void {
    this.#layout = layout;
    this.#out = out;
    this.#worth = this.#scratch.doubles("worth", this.#instance.nobody + 1);
    this.#laid = null;
  }

  readonly #bestLine: BestLine = (pointsWeight, price) => {
    const trellis = this.#layOut(pointsWeight, price);
    if (trellis.start === -1) return null;
    const backward = this.#scratch.doubles("all backward", trellis.states);
    sweepBack(trellis, this.#worth, backward);
    return backward[trellis.start]! === Number.NEGATIVE_INFINITY
      ? null
      : traceBest(trellis, this.#worth, backward, this.#instance);
  };

  /** A trellis of the best candidates at a price; reuses the last one if the candidates are the same. */
  #layOut(pointsWeight: number, price: number): Trellis {
    const instance = this.#instance;
    const [layout, out, scratch] = [this.#layout, this.#out, this.#scratch];
    setWorth(instance, pointsWeight, price, this.#worth);
    this.#top = topPerClass(layout.kinds!, instance, out, this.#worth, scratch);
    const { candidates } = this.#top;
    const { automata, laidTops } = this.#engineScratch;
    if (layout.trackers.length > 0) {
      const { of, most } = layout.kinds!;
      const more = () => {
        const wider = { of, most: most.map((own) => JOINED_AT_FIRST * own) };
        return topPerClass(wider, instance, out, this.#worth, new Scratch()).candidates;
      };
      const layOutTop = (laid: readonly number[], own: Scratch) =>
        layOutBy(layout, { instance, candidates: laid, out }, automata, own, "top");
      return laidTops.of(layout, { instance, candidates, more, out, layOut: layOutTop }, this.#worth);
    }
    if (this.#laid !== null && isSame(candidates, this.#laidOut)) return this.#laid;
    this.#laid = layOutBy(layout, { instance, candidates, out }, automata, scratch, "top");
    this.#laidOut = candidates;
    return this.#laid;
  }

  #boundedAt(price: Price): Bounded | null {
    const instance = this.#instance;
    const worth = this.#worth;
    const trellis = this.#layOut(1, price.price);
    if (trellis.start === -1) return null;
    const backward = this.#scratch.doubles("all backward", trellis.states);
    sweepBack(trellis, worth, backward);
    const best = backward[trellis.start]!;
    if (best === Number.NEGATIVE_INFINITY) return null;
    const paid = price.price === 0 ? 0 : price.price * instance.budget;
    const ofOptions = this.#mostOfOptions(trellis, paid);
    return { bound: best + paid, price, most: this.#mostOf(ofOptions), way: this.#way(trellis, backward) };
  }

  /** Per option of the trellis, the points of the best path through it. */
  #mostOfOptions(trellis: Trellis, paid: number): Float64Array {
    const { nobody } = this.#instance;
    const { states, first, target, option } = trellis;
    const worth = this.#worth;
    const backward = this.#scratch.doubles("all backward", states);
    const forward = this.#scratch.doubles("all forward", states);
    sweepForward(trellis, worth, forward);
    const most = this.#scratch.doubles("most of options", nobody + 1);
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

  /** Per candidate, the points of the best path through it, or through those that it could replace. */
  #mostOf(ofOptions: Float64Array): Float64Array {
    const { size, roles, pick } = this.#instance;
    const { from, count, options } = this.#top;
    const { of, most: mostOfKind } = this.#layout.kinds!;
    const worth = this.#worth;
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
  }

  #way({ states, start, first, target, option }: Trellis, backward: Float64Array): Int32Array {
    const { nobody, openSeats } = this.#instance;
    const way = new Int32Array(openSeats).fill(nobody);
    let length = 0;
    for (let state = start; state !== states - 1; ) {
      let arc = first[state]!;
      while (this.#worth[option[arc]!]! + backward[target[arc]!]! !== backward[state]!) arc += 1;
      if (option[arc] !== nobody) {
        way[length] = option[arc]!;
        length += 1;
      }
      state = target[arc]!;
    }
    return way;
  }
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((own, at) => own === other[at]);
}

/**
 * The best options of each kind and role, as many as a lineup can have of the kind. A lineup with another
 * option of the kind lacks at least one of these, which could replace it without losing points.
 */
export interface TopPerClass {
  /** The candidates with such an option, and the required ones. */
  readonly candidates: readonly number[];
  /** Per kind and role (`kind * roles + role`): its first index in `options`, and its number of options. */
  readonly from: Int32Array;
  readonly count: Int32Array;
  readonly options: Int32Array;
}

/** Finds the top candidates of each kind among the options that are not out. */
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
