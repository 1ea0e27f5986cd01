import { type PathLimits, unsupported } from "../limits.ts";
import { Nodes } from "../nodes.ts";
import { setWorth } from "../relaxation.ts";
import { Scratch } from "../scratch.ts";
import { sweepBack } from "../sweeps.ts";
import { type DescentPlan, MET, OVER, PAUSED, type Progress } from "./descent.ts";
import type { TotalLimits } from "./sums.ts";

/** The number of steps after which `next` pauses. */
const STEPS_PER_TURN = 64;

type Limits = Pick<TotalLimits, "most" | "slack" | "sums">;

/**
 * Limits on a sum: the `worth` of a lineup's picks must add up to at least `least` and at most `most`. Per
 * state of the trellis, `fewest` and `greatest` are the least and the most that the rest of a lineup can add.
 */
interface Kept {
  readonly worth: Float64Array;
  readonly least: number;
  readonly most: number;
  readonly fewest: Float64Array;
  readonly greatest: Float64Array;
}

/**
 * Enumerates lineups within limits on sums, such as a maximum of points. Prunes a partial lineup as soon as
 * it can no longer keep one of the limits. No bound is above the maximum of points; among partial lineups
 * with equal bounds, the newest is continued first.
 */
export class SumsDescent {
  readonly scratch = new Scratch();
  readonly walk = { lineup: new Int32Array(), length: 0, points: 0 };
  readonly #limits: PathLimits;
  readonly #total: Limits;
  readonly #nodes = new Nodes();
  #ground!: DescentPlan;
  #barred!: Uint8Array;
  #kept!: readonly Kept[];
  /** Per option, its points less the price of its salary and any prices of sums. */
  #worth!: Float64Array;
  /** Per state, the most priced points (sum of `#worth`) that the rest of a lineup can add. */
  #priced!: Float64Array;
  /** Per state, the most points that the rest of a lineup can add. */
  #free!: Float64Array;
  /** The price times the budget, in units of points. */
  #paid!: number;
  #offset!: number;
  #sums!: Float64Array;
  /** The number of steps since the last lineup was found. */
  #steps = 0;

  constructor(limits: PathLimits, total: Limits) {
    this.#limits = limits;
    this.#total = total;
  }

  begin(ground: DescentPlan): void {
    const { instance, trellis, relaxation, priced, leastSpent, out } = ground;
    const { instance: measured, offset } = priced ?? { instance, offset: 0 };
    const { openSeats, budget, salary, points } = instance;
    this.#ground = ground;
    this.#offset = offset;
    this.#barred = out;
    this.walk.lineup = new Int32Array(openSeats);
    this.#worth = new Float64Array(instance.noPick + 1);
    setWorth(measured, 1, relaxation.price, this.#worth);
    this.#priced = this.#most(this.#worth);
    this.#paid = relaxation.bound - this.#priced[trellis.start]!;
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
    this.#nodes.clear(openSeats);
    this.#add(Math.min(this.#total.most, relaxation.bound + offset), trellis.start, 0);
  }

  /** Upper bound on the points of the remaining lineups, without the fixed picks. */
  get highest(): number {
    return this.#nodes.highest;
  }

  /** Excludes an option from all further lineups. */
  bar(option: number): void {
    this.#barred[option] = 1;
  }

  /** Advances to the next lineup with fewer than `ceiling` points, which is then in `walk`, or to the end. */
  next(ceiling: number): Progress {
    const nodes = this.#nodes;
    const { walk } = this;
    for (let steps = 1; nodes.size > 0; steps += 1) {
      if (steps === STEPS_PER_TURN) return PAUSED;
      this.#steps += 1;
      if (this.#steps > this.#limits.refusals)
        throw unsupported("hardly any lineup keeps its limits on points and other sums");
      const node = nodes.pop();
      const bound = nodes.bound[node]!;
      const state = nodes.state[node]!;
      walk.length = nodes.length[node]!;
      const from = node * nodes.width;
      walk.lineup.set(nodes.options.subarray(from, from + walk.length));
      if (this.#isBarred() || this.#ground.isUseless?.(walk.lineup, walk.length)) continue;
      if (walk.length < this.#ground.instance.openSeats) {
        this.#follow(state);
        continue;
      }
      walk.points = bound;
      if (bound >= ceiling) continue;
      this.#steps = 0;
      return MET;
    }
    return OVER;
  }

  #isBarred(): boolean {
    const { lineup, length } = this.walk;
    for (let at = 0; at < length; at += 1) if (this.#barred[lineup[at]!] === 1) return true;
    return false;
  }

  /** Extends the partial lineup in `walk`, which is at state `from`, by each possible pick. */
  #follow(from: number): void {
    const { instance, trellis, threshold } = this.#ground;
    const worth = this.#worth;
    const { noPick, openSeats, points } = instance;
    const { first, target, option } = trellis;
    const { walk } = this;
    const { most, slack = 0 } = this.#total;
    const sums = this.#sums;
    const way = walk.lineup.subarray(0, walk.length);
    const sumOf = (worth: Float64Array) => way.reduce((sum, picked) => sum + worth[picked]!, 0);
    for (const [index, { worth }] of this.#kept.entries()) sums[index] = sumOf(worth);
    const sofar = sums[0]!;
    const priced = this.#paid + sumOf(worth);
    const isLast = walk.length + 1 === openSeats;
    for (let state = from; ; ) {
      let passed = state;
      for (let arc = first[state]!; arc < first[state + 1]!; arc += 1) {
        const picked = option[arc]!;
        const reached = target[arc]!;
        if (picked === noPick) {
          passed = reached;
          continue;
        }
        const gained = sofar + points[picked]!;
        const bound = isLast
          ? gained < most - slack
            ? gained
            : most
          : Math.min(most, this.#bound(reached, gained, priced + worth[picked]!));
        if (bound < threshold || this.#barred[picked] === 1 || !this.#isOpen(picked, reached)) continue;
        walk.lineup[walk.length] = picked;
        this.#add(bound, reached, walk.length + 1);
      }
      if (passed === state || this.#bound(passed, sofar, priced) < threshold) break;
      state = passed;
    }
  }

  /** Whether, after a pick, each limit by itself can still be kept by some completion. */
  #isOpen(picked: number, reached: number): boolean {
    const sums = this.#sums;
    for (let index = 0; index < sums.length; index += 1) {
      const { worth, least, most, fewest, greatest } = this.#kept[index]!;
      const sum = sums[index]! + worth[picked]!;
      if (!(sum + fewest[reached]! <= most && sum + greatest[reached]! >= least)) return false;
    }
    return true;
  }

  /**
   * Upper bound on the points of lineups that contain a partial one, from its points (`had`), its priced
   * points and the state that it reached.
   */
  #bound(state: number, had: number, priced: number): number {
    return Math.min(had + this.#free[state]!, Math.floor(priced + this.#priced[state]!) + this.#offset);
  }

  /** Per state, the most `worth` that the rest of a lineup can add; -Infinity if nothing completes it. */
  #most(worth: Float64Array): Float64Array<ArrayBuffer> {
    const { trellis } = this.#ground;
    const best = new Float64Array(trellis.states);
    sweepBack(trellis, worth, best);
    return best;
  }

  #add(bound: number, state: number, length: number): void {
    // `add` may replace the array of states by a larger one.
    const node = this.#nodes.add(bound, this.walk.lineup, length);
    this.#nodes.state[node] = state;
  }
}
