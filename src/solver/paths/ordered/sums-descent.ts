import { UnsupportedModelError } from "../../../errors.ts";
import type { PathLimits } from "../limits.ts";
import { Nodes } from "../nodes.ts";
import { setWorth } from "../relaxation.ts";
import { Scratch } from "../scratch.ts";
import { sweepBack } from "../sweeps.ts";
import { type Ground, MET, OVER, type Progress } from "./descent.ts";
import type { TotalLimits } from "./total-limits.ts";

type Limits = Pick<TotalLimits, "most" | "slack" | "sums">;

/** What the options of a way sum to lies between two ends; `fewest` and `greatest` say, per state, what may still come. */
interface Kept {
  readonly worth: Float64Array;
  readonly least: number;
  readonly most: number;
  readonly fewest: Float64Array;
  readonly greatest: Float64Array;
}

/**
 * Goes down the lineups that keep sums, one of which may be of the points themselves. A way is left as soon as nothing
 * that it leads to keeps one of them, and no bound of a way is above the limit of the points. Of many ways with the limit
 * for a bound the youngest is followed, so that lineups of just so many points are found as by going deep.
 */
export class SumsDescent {
  readonly scratch = new Scratch();
  readonly walk = { lineup: new Int32Array(0), length: 0, points: 0 };
  readonly #limits: PathLimits;
  readonly #total: Limits;
  readonly #nodes = new Nodes();
  #ground!: Ground;
  #barred: Uint8Array = new Uint8Array(0);
  #kept: readonly Kept[] = [];
  /** Per state, the most priced points still to come, and the price of what is left; and the most points at any price. */
  #priced = new Float64Array(0);
  #free = new Float64Array(0);
  #sums = new Float64Array(0);

  constructor(limits: PathLimits, total: Limits) {
    this.#limits = limits;
    this.#total = total;
  }

  /** Begins anew. */
  begin(ground: Ground): void {
    const { instance, trellis, relaxation, leastSpent, out } = ground;
    const { openSeats, nobody, budget, salary, points } = instance;
    this.#ground = ground;
    this.#barred = out.slice();
    this.walk.lineup = new Int32Array(Math.max(1, openSeats));
    const worth = new Float64Array(nobody + 1);
    setWorth(instance, 1, relaxation.price, worth);
    this.#priced = this.#most(worth);
    this.#free = this.#most(points);
    const keep = (own: Float64Array, least: number, most: number): Kept => ({
      worth: own,
      least,
      most,
      fewest: this.#most(own.map((value) => -value)).map((value) => -value),
      greatest: this.#most(own),
    });
    this.#kept = [
      keep(points, Number.NEGATIVE_INFINITY, this.#total.most),
      keep(salary, leastSpent, budget),
      ...this.#total.sums.map(({ worth: own, least, most }) => keep(own, least, most)),
    ];
    this.#sums = new Float64Array(this.#kept.length);
    this.#nodes.clear(Math.max(1, openSeats));
    const { start } = trellis;
    if (this.#free[start]! > Number.NEGATIVE_INFINITY)
      this.#add(Math.min(this.#total.most, relaxation.bound), start, 0);
  }

  /** No lineup that is still to come has more points; the fixed picks' aside. */
  get highest(): number {
    return this.#nodes.highest;
  }

  /** Picks an option no more. */
  bar(option: number): void {
    this.#barred[option] = 1;
  }

  /** Goes on to the next lineup below `ceiling`, which is the walk's then, or to the end. Yields now and then. */
  *next(ceiling: number): Generator<void, Progress> {
    const nodes = this.#nodes;
    const { walk } = this;
    for (let steps = 1; nodes.size > 0; steps += 1) {
      if (steps % 64 === 0) yield;
      if (steps > this.#limits.refusals)
        throw new UnsupportedModelError(
          "paths",
          "its points have to be just below a limit that hardly any lineup meets",
        );
      const node = nodes.pop();
      const bound = nodes.bound[node]!;
      const state = nodes.state[node]!;
      walk.length = nodes.length[node]!;
      const from = node * nodes.width;
      for (let at = 0; at < walk.length; at += 1) walk.lineup[at] = nodes.options[from + at]!;
      if (this.#isBarred() || this.#ground.isUseless?.(walk.lineup, walk.length)) continue;
      if (walk.length < this.#ground.instance.openSeats) {
        this.#follow(state);
        continue;
      }
      walk.points = bound;
      if (bound < ceiling) return MET;
    }
    return OVER;
  }

  #isBarred(): boolean {
    const { lineup, length } = this.walk;
    for (let at = 0; at < length; at += 1) if (this.#barred[lineup[at]!] === 1) return true;
    return false;
  }

  /** Every way that picks one more. */
  #follow(from: number): void {
    const { instance, trellis, relaxation, threshold } = this.#ground;
    const { nobody, openSeats, budget, points, salary } = instance;
    const { first, target, option } = trellis;
    const { walk } = this;
    const { most, slack = 0 } = this.#total;
    const sums = this.#sums;
    for (const [index, { worth }] of this.#kept.entries()) {
      let sum = 0;
      for (let at = 0; at < walk.length; at += 1) sum += worth[walk.lineup[at]!]!;
      sums[index] = sum;
    }
    const [sofar, spent] = [sums[0]!, sums[1]!];
    const left = budget - spent;
    const isLast = walk.length + 1 === openSeats;
    for (let state = from; state !== -1 && state !== trellis.states - 1; ) {
      let passed = -1;
      for (let arc = first[state]!; arc < first[state + 1]!; arc += 1) {
        const picked = option[arc]!;
        const reached = target[arc]!;
        if (picked === nobody) {
          passed = reached;
          continue;
        }
        const gained = sofar + points[picked]!;
        // The last pick is looked at most often: hardly any comes to just so many points.
        if (isLast && (gained < threshold || gained > most)) continue;
        if (this.#barred[picked] === 1 || !this.#isOpen(picked, reached)) continue;
        const bound = isLast
          ? gained < most - slack
            ? gained
            : most
          : Math.min(most, gained + this.#bound(reached, left - salary[picked]!, relaxation.price));
        if (bound < threshold) continue;
        walk.lineup[walk.length] = picked;
        this.#add(bound, reached, walk.length + 1);
      }
      state = passed !== -1 && sofar + this.#bound(passed, left, relaxation.price) >= threshold ? passed : -1;
    }
  }

  /** Whether something that keeps every limit may follow a pick, as far as each limit by itself tells. */
  #isOpen(picked: number, reached: number): boolean {
    const sums = this.#sums;
    for (let index = 0; index < sums.length; index += 1) {
      const { worth, least, most, fewest, greatest } = this.#kept[index]!;
      const sum = sums[index]! + worth[picked]!;
      if (!(sum + fewest[reached]! <= most && sum + greatest[reached]! >= least)) return false;
    }
    return true;
  }

  /** No way on from a state, with so much left, has more points. */
  #bound(state: number, left: number, price: number): number {
    const priced = price === 0 ? Number.POSITIVE_INFINITY : Math.floor(this.#priced[state]! + price * left);
    return Math.min(this.#free[state]!, priced);
  }

  /** Per state, the most worth of a way on. */
  #most(worth: Float64Array): Float64Array<ArrayBuffer> {
    const { trellis } = this.#ground;
    const best = new Float64Array(trellis.states);
    sweepBack(trellis, worth, best);
    return best;
  }

  #add(bound: number, state: number, length: number): void {
    // Adding may give the nodes larger arrays.
    const node = this.#nodes.add(bound, this.walk.lineup, length);
    this.#nodes.state[node] = state;
  }
}
