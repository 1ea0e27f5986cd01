import { AStar, type AStarPlan } from "../a-star.ts";
import { type CompletionBound, cellsAt } from "../completion-bound.ts";
import { backwardPass } from "../dp-passes.ts";
import type { Instance } from "../instance.ts";
import { type PathLimits, refusedTooOften, unsupported } from "../limits.ts";
import { type Relaxed, setWorth } from "../relaxation.ts";
import { type ResourceWindows, windowsOf } from "../resource-windows.ts";
import { Scratch } from "../scratch.ts";
import type { Trellis } from "../trellis.ts";
import { Tables } from "./tables.ts";

/**
 * Narrows each state's window (the range of salary left there): lineups must spend at least `least` in all.
 * Does nothing if the budget cannot bind.
 */
function limitToSpending(
  least: number,
  { low, high, budget, divisor }: ResourceWindows,
  {
    instance,
    trellis,
    scratch,
  }: { readonly instance: Instance; readonly trellis: Trellis; readonly scratch: Scratch },
): void {
  if (least <= 0 || divisor === 0) return;
  const salary = scratch.doubles("few worth", instance.noPick + 1);
  const dearest = scratch.doubles("backward", trellis.states);
  setWorth(instance, 0, -1, salary);
  backwardPass(trellis, salary, dearest);
  const most = budget - Math.ceil(least / divisor);
  for (let state = 0; state < trellis.states; state += 1) {
    if (low[state]! > high[state]!) continue;
    high[state] = Math.min(high[state]!, most + dearest[state]! / divisor);
    if (low[state]! <= high[state]!) continue;
    low[state] = 1;
    high[state] = 0;
  }
}

export interface RefinedSearchPlan {
  readonly instance: Instance;
  readonly trellis: Trellis;
  readonly relaxation: Relaxed;
  /** The fewest points of a wanted lineup. */
  readonly threshold: number;
  readonly leastSpent: number;
  /** Per option, 1 if it is excluded; the refined search takes ownership of the array. */
  readonly out: Uint8Array;
  /** Whether to prune a partial lineup with these options; undefined to prune nothing. */
  readonly isUseless: AStarPlan["isUseless"];
  /**
   * The most lineups that the caller takes; null if that is unknown. If it is a number, the caller bars no
   * options.
   */
  readonly inAll: number | null;
  readonly guard: AStarPlan["guard"];
}

/**
 * The outcome of `next`, which advances a refined search. `met`: a lineup was found. `stale`: so many barred
 * options came up that the trellis should be rebuilt. `restarted`: the A* search restarted; lineups found
 * before, with fewer points than `ceiling`, may come again. `paused`: nothing yet; the caller may do other
 * work before it continues. `over`: no lineup is left.
 */
export type Progress = "met" | "stale" | "restarted" | "paused" | "over";

/** The number of steps after which `next` pauses. */
const STEPS_PER_TURN = 512;

/**
 * Shortcuts (see `shortcutsOf`) are used only if lineups are expected to visit a state more often than this,
 * on average.
 */
const PASSES = 2;

/** Higher than any salary: an option with this cost is never picked. */
const UNAFFORDABLE = 2 ** 30;

/**
 * A resumable search for the lineups of a trellis, by descending points. It switches to finer tables if
 * necessary.
 */
export class RefinedSearch {
  readonly scratch = new Scratch();
  readonly aStar = new AStar();
  readonly #limits: PathLimits;
  #ground!: RefinedSearchPlan;
  #windows!: ResourceWindows;
  #tables!: Tables;
  #room!: number;
  #mostNodes!: number;
  #visits!: number;
  #inVain!: number;
  /** How many partial lineups were pruned since the last lineup was found. */
  #cuts = 0;
  /** Per option, 1 if it is excluded. */
  #barred!: Uint8Array;
  /** Whether an option was barred since the search began. */
  #isOutdated = false;
  /** Whether queued partial lineups may contain barred options. */
  #mayHaveBarred!: boolean;
  #isOpen!: boolean;

  constructor(limits: PathLimits) {
    this.#limits = limits;
  }

  /**
   * Starts a new search; `count` is the approximate number of lineups wanted, `room` how many the A* search
   * has memory for at first.
   */
  begin(ground: RefinedSearchPlan, count: number, room: number): void {
    const { instance, trellis, relaxation, threshold, leastSpent } = ground;
    const { scratch } = this;
    const limits = this.#limits;
    this.#ground = ground;
    this.#barred = ground.out;
    this.#isOutdated = false;
    this.#cuts = 0;
    this.#windows = windowsOf(instance, trellis, relaxation, threshold, scratch);
    limitToSpending(leastSpent, this.#windows, { instance, trellis, scratch });
    for (let option = 0; option < instance.noPick; option += 1)
      if (ground.out[option] === 1) this.#windows.cost[option] = UNAFFORDABLE;
    this.#room = room;
    this.#tables = new Tables({ instance, trellis, windows: this.#windows, count }, limits, scratch);
    this.#begin();
  }

  /** Upper bound on the points of the remaining lineups, without the fixed picks. */
  get highest(): number {
    return this.#isOpen ? this.aStar.highest : Number.NEGATIVE_INFINITY;
  }

  /** Excludes an option from all further lineups. */
  bar(option: number): void {
    if (this.#barred[option] === 1) return;
    this.#mayHaveBarred = true;
    this.#windows.cost[option] = UNAFFORDABLE;
    this.#barred[option] = 1;
    if (!this.#isOutdated) this.#inVain = 0;
    this.#isOutdated = true;
  }

  /**
   * Advances to the next lineup with fewer than `ceiling` points, which is then in `aStar`, or to the end.
   * May stop before that; `Progress` lists the reasons.
   */
  next(ceiling: number): Progress {
    const { aStar } = this;
    const isSure = this.#isSure;
    for (let steps = 1; this.#isOpen; steps += 1) {
      if (steps === STEPS_PER_TURN) return "paused";
      if (this.#isOutdated && this.#inVain > this.#limits.barred) return "stale";
      if (isSure && this.#visits >= this.#room) {
        this.#room *= 4;
        this.#begin();
        return "restarted";
      }
      const step = aStar.step();
      if (step === "ended") {
        // No lineup is lost: an A* search that drops nodes keeps as many as its capacity, and each leads to a
        // lineup.
        this.#isOpen = false;
      } else if (step === "cut") {
        this.#visits += 1;
        this.#cuts += 1;
        if (this.#cuts > this.#limits.cuts)
          throw unsupported("too many of the best lineups overlap too much with others");
      } else if (step !== "found") {
        // A barred option can make a node a dead end, although the A* search expects one lineup per node.
        this.#inVain += 1;
        if (isSure) this.#visits += 1;
        else if (this.#isTooCoarse()) return this.#refine();
      } else {
        this.#visits += 1;
        if (aStar.points >= ceiling) continue;
        this.#cuts = 0;
        return "met";
      }
    }
    return "over";
  }

  /** Whether every node of the A* search leads to a lineup, unless options were barred. */
  get #isSure(): boolean {
    return this.#ground.guard === undefined && this.#tables.table.boundError < Number.POSITIVE_INFINITY;
  }

  #hasBarred(options: Int32Array, length: number): boolean {
    for (let at = 0; at < length; at += 1) if (this.#barred[options[at]!] === 1) return true;
    return false;
  }

  /**
   * Whether the A* search follows so many paths without finding lineups that it needs a finer table.
   * @throws UnsupportedModelError if the table is fine enough, but rules refuse too many lineups.
   */
  #isTooCoarse(): boolean {
    if (this.#tables.table.boundError === Number.POSITIVE_INFINITY)
      return this.aStar.births > this.#mostNodes + this.#limits.nodesPerLineup * this.#visits;
    if (this.#inVain > this.#limits.refusals) throw refusedTooOften("its rules", this.#limits);
    return false;
  }

  /** Switches to a finer table and restarts. */
  #refine(): Progress {
    if (!this.#tables.refine()) throw unsupported("too many lineups are just over its budget");
    this.#begin();
    return "restarted";
  }

  #begin(): void {
    const { inAll, instance, isUseless, relaxation, trellis } = this.#ground;
    const { price } = relaxation;
    // `windowsOf` computed these values: per state, the most priced points of a path to it.
    const before = this.scratch.doubles("forward", trellis.states);
    const room = this.#isSure ? this.#room : Number.POSITIVE_INFINITY;
    const { table, mostNodes } = this.#tables;
    const plan = { ...this.#ground, windows: this.#windows, table };
    // Shortcuts pay off only if most cells are visited repeatedly.
    const isLong = inAll === null || inAll * instance.openSeats > PASSES * trellis.states;
    const hasCells = isLong && table.shift === 0;
    const skip = hasCells ? shortcutsOf({ ...plan, table, price, before }, this.scratch) : undefined;
    const isCut = (options: Int32Array, length: number) =>
      (this.#mayHaveBarred && this.#hasBarred(options, length)) || isUseless?.(options, length) === true;
    this.aStar.begin({ ...plan, room, isUseless: inAll === null ? isCut : isUseless, skip });
    this.#mayHaveBarred = false;
    this.#mostNodes = mostNodes;
    this.#visits = 0;
    this.#inVain = 0;
    this.#isOpen = true;
  }
}

interface ShortcutPlan {
  readonly instance: Instance;
  readonly trellis: Trellis;
  readonly windows: ResourceWindows;
  /** Per state, the most priced points of a path to it. */
  readonly before: Float64Array;
  /** A table with a cell per unit of salary. */
  readonly table: CompletionBound;
  /** The price of salary at which the windows were computed. */
  readonly price: number;
  /** The fewest points of a wanted lineup. */
  readonly threshold: number;
}

/**
 * Returns a function that skips candidates. From a state with some salary left, it leaves out candidates
 * until one can be picked in a lineup that reaches the threshold, and returns the state that reads that
 * candidate. Results are cached; they stay valid when options are barred, because that only removes lineups.
 */
function shortcutsOf(
  { instance, trellis, windows, before, table, price, threshold }: ShortcutPlan,
  scratch: Scratch,
): (state: number, left: number) => number {
  const { first, target, option, states } = trellis;
  const { low, high, cost, budget, divisor } = windows;
  const { base, steps, unit } = table;
  const { points, noPick } = instance;
  const end = states - 1;
  const cells = cellsAt(0, trellis, windows);
  /** Per table cell, the state to skip to plus 1; 0 if it is not computed yet. */
  const next = scratch.integers("shortcuts", cells).fill(0, 0, cells);
  // If the budget cannot bind, spending is not tracked: charge the whole budget, or nothing at a price of 0.
  const paid = divisor === 0 && price > 0 ? price * instance.budget : 0;
  const unitPrice = price * divisor;

  const isChoice = (state: number, left: number): boolean => {
    // An upper bound on the points so far: the priced points, plus the price of the salary spent.
    const most = before[state]! + (paid + unitPrice * (budget - left));
    for (let arc = first[state]! + 1; arc < first[state + 1]!; arc += 1) {
      const reached = target[arc]!;
      const rest = left - cost[option[arc]!]!;
      if (rest < low[reached]! || rest > high[reached]!) continue;
      if (most + (points[option[arc]!]! + unit * steps[base[reached]! + rest]!) >= threshold) return true;
    }
    return false;
  };

  const find = (from: number, left: number): number => {
    let state = from;
    for (;;) {
      const known = next[base[state]! + left]!;
      if (known !== 0) {
        state = known - 1;
        break;
      }
      const arc = first[state]!;
      const after = target[arc]!;
      const canLeave =
        arc < first[state + 1]! &&
        option[arc] === noPick &&
        after !== end &&
        left >= low[after]! &&
        left <= high[after]!;
      if (!canLeave || isChoice(state, left)) break;
      state = after;
    }
    for (let passed = from; passed !== state; passed = target[first[passed]!]!)
      next[base[passed]! + left] = state + 1;
    next[base[state]! + left] = state + 1;
    return state;
  };

  return (state, left) => {
    const known = next[base[state]! + left]!;
    return known === 0 ? find(state, left) : known - 1;
  };
}
