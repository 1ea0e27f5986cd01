import type { Instance } from "../instance.ts";
import { exactPrice, leastPrice, type Price, TrellisPaths } from "../relaxation.ts";
import type { Scratch, Trellis } from "../trellis.ts";
import { type Layout, layOutBy } from "./layout.ts";
import type { EngineScratch, LaidTops } from "./refined-search.ts";

export interface Bounded {
  /** An upper bound on the points of lineups, in whole units (see `POINT_UNITS`). */
  readonly bound: number;
  readonly price: Price;
  /** Per candidate, an upper bound on the points of lineups with it. */
  readonly most: Float64Array;
  /**
   * The options of the path that attains the bound. The bound stays the same until one of them is excluded.
   */
  readonly way: readonly number[];
}

/**
 * Computes upper bounds on the points of a layout's lineups by Lagrangian relaxation: lineups may exceed the
 * budget, but pay a price for salary. In all methods, a 1 in `out` excludes an option (a player in a role).
 */
export class Bounding {
  readonly #instance: Instance;
  readonly #engineScratch: TopsScratch;

  constructor(instance: Instance, engineScratch: TopsScratch) {
    this.#instance = instance;
    this.#engineScratch = engineScratch;
  }

  /**
   * Returns the bounds at a nearly optimal price of salary, which is one that makes them nearly as low as
   * possible. The search for the price starts at `near`. Null if no lineup is within the budget.
   */
  best(layout: Layout, out: Uint8Array, near?: Price): Bounded | null {
    const tops = new Tops(this.#instance, layout, out, this.#engineScratch);
    const price = leastPrice(this.#instance, tops.paths, near?.price);
    return price && tops.bounded(price, price.bound);
  }

  /**
   * Returns the bounds at this price of salary; null if there is no lineup even when the budget is ignored.
   */
  at(layout: Layout, out: Uint8Array, price: Price): Bounded | null {
    const tops = new Tops(this.#instance, layout, out, this.#engineScratch);
    const bound = tops.paths.boundAt(price);
    return bound === Number.NEGATIVE_INFINITY ? null : tops.bounded(price, bound);
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
    const { paths } = new Tops(this.#instance, layout, out, this.#engineScratch);
    const price = exactPrice(this.#instance, near.price);
    const bound = paths.boundAt(price);
    if (bound <= enough) return bound === Number.NEGATIVE_INFINITY ? null : { bound, price };
    const least = leastPrice(this.#instance, paths, near.price);
    return least && { bound: least.bound, price: least };
  }
}

type TopsScratch = Pick<EngineScratch, "scratch" | "tops">;

/** The most candidates of a trellis that serves again, as a multiple of the number needed. */
const MOST_JOINED = 4;

/**
 * Paths through a trellis of the best options of each kind (see `Kinds`) and role, as many as a lineup can
 * have of the kind. The best path needs no others: a lineup with another option lacks one of these, which can
 * replace it.
 */
class Tops {
  readonly paths: TrellisPaths;
  readonly #instance: Instance;
  readonly #layout: Layout;
  readonly #out: Uint8Array;
  readonly #engineScratch: TopsScratch;
  /** The best options at the last price, group by group (see `Kinds`). */
  #tops: Int32Array = new Int32Array();

  constructor(instance: Instance, layout: Layout, out: Uint8Array, engineScratch: TopsScratch) {
    this.#instance = instance;
    this.#layout = layout;
    this.#out = out;
    this.#engineScratch = engineScratch;
    this.paths = new TrellisPaths(instance, engineScratch.scratch, (worth) => this.#layOut(worth));
  }

  /** The bounds at the price of the last DP pass, which proves `bound`. */
  bounded({ price, grid, roomy }: Price, bound: number): Bounded {
    const { size, roles } = this.#instance;
    const { groupOf, from } = this.#layout.kinds;
    const { worth } = this.paths;
    const slack = this.paths.slack();
    // A candidate that is not in the trellis is bounded by the best path in which it could replace one.
    const lacking = new Float64Array(from.length).fill(Number.NEGATIVE_INFINITY);
    for (const option of this.#tops) {
      const group = groupOf[option]!;
      lacking[group] = Math.max(lacking[group]!, -slack[Math.floor(option / roles)]! - worth[option]!);
    }
    const most = new Float64Array(size);
    for (let candidate = 0, option = 0; candidate < size; candidate += 1) {
      let highest = -slack[candidate]!;
      for (let role = 0; role < roles; role += 1, option += 1)
        if (groupOf[option] !== -1) highest = Math.max(highest, lacking[groupOf[option]!]! + worth[option]!);
      most[candidate] = bound + highest;
    }
    return { bound, price: { price, grid, roomy }, most, way: this.paths.way() };
  }

  /** Lays out the best candidates, unless they are in the layout's last trellis. Bars excluded options. */
  #layOut(worth: Float64Array): Trellis {
    const { roles } = this.#instance;
    const { tops, scratch } = this.#engineScratch;
    this.#tops = topsOf(this.#layout.kinds, this.#out, worth, scratch);
    let laid = tops.get(this.#layout);
    if (laid === undefined || !this.#serves(laid)) {
      laid = this.#laidOut(laid);
      tops.set(this.#layout, laid);
    }
    for (const candidate of laid.candidates)
      for (let option = candidate * roles; option < (candidate + 1) * roles; option += 1)
        if (this.#out[option] === 1) worth[option] = Number.NEGATIVE_INFINITY;
    return laid.trellis;
  }

  /** Whether a trellis has the best candidates, and all of its candidates' options that may be picked now. */
  #serves({ isLaid, candidates, out }: LaidTops): boolean {
    const { roles } = this.#instance;
    for (const option of this.#tops) if (isLaid[Math.floor(option / roles)] === 0) return false;
    for (const candidate of candidates)
      for (let option = candidate * roles; option < (candidate + 1) * roles; option += 1)
        if (out[option] === 1 && this.#out[option] === 0) return false;
    return true;
  }

  /** Lays out the best candidates and the required ones, and those of the layout's last trellis. */
  #laidOut(before: LaidTops | undefined): LaidTops {
    const { roles, required, size } = this.#instance;
    const wanted = new Set([...required.keys()].filter((candidate) => required[candidate] === 1));
    for (const option of this.#tops) wanted.add(Math.floor(option / roles));
    const joined = new Set([...(before?.candidates ?? []), ...wanted]);
    const candidates = [...(joined.size <= MOST_JOINED * wanted.size ? joined : wanted)];
    const isLaid = new Uint8Array(size);
    for (const candidate of candidates) isLaid[candidate] = 1;
    const out = this.#out.slice();
    const plan = { instance: this.#instance, candidates, out };
    const trellis = layOutBy(this.#layout, plan, this.#engineScratch.scratch, "top");
    const arcs = trellis.first[trellis.states]!;
    const first = trellis.first.slice(0, trellis.states + 1);
    const [target, option] = [trellis.target.slice(0, arcs), trellis.option.slice(0, arcs)];
    return { trellis: { ...trellis, first, target, option }, candidates, isLaid, out };
  }
}

/** The options of each group that are worth most, as many as a lineup can have candidates of the kind. */
function topsOf(
  { groupOf, from }: Layout["kinds"],
  out: Uint8Array,
  worth: Float64Array,
  scratch: Scratch,
): Int32Array {
  const groups = from.length - 1;
  const end = scratch.integers("top end", groups + 1);
  const tops = scratch.integers("top", from[groups]!);
  end.set(from);
  for (let option = 0; option < groupOf.length; option += 1) {
    const group = groupOf[option]!;
    if (group === -1 || out[option] === 1) continue;
    const first = from[group]!;
    const own = worth[option]!;
    let at = end[group]!;
    if (at < from[group + 1]!) end[group] = at + 1;
    else if (own <= worth[tops[at - 1]!]!) continue;
    else at -= 1;
    for (; at > first && worth[tops[at - 1]!]! < own; at -= 1) tops[at] = tops[at - 1]!;
    tops[at] = option;
  }
  let count = 0;
  for (let group = 0; group < groups; group += 1)
    for (let at = from[group]!; at < end[group]!; at += 1, count += 1) tops[count] = tops[at]!;
  return tops.subarray(0, count);
}
