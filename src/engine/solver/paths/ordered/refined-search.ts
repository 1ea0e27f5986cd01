import { Recent } from "../../../../shared/collections.ts";
import { AStar, type AStarPlan } from "../a-star.ts";
import type { AutomatonCache } from "../automaton.ts";
import { type CompletionBound, cellsAt, completionBound, shiftFor } from "../completion-bound.ts";
import { backwardPass } from "../dp-passes.ts";
import type { Instance } from "../instance.ts";
import { type PathLimits, refusedTooOften, unsupported } from "../limits.ts";
import { type Relaxed, setWorth } from "../relaxation.ts";
import { type ResourceWindows, windowsOf } from "../resource-windows.ts";
import type { Trellis } from "../trellis.ts";
import { Scratch } from "../trellis.ts";

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

/** Higher than any salary: an option with this cost is never picked. */
const UNAFFORDABLE = 2 ** 30;

/** How much the shift decreases from one completion bound to the next finer one. */
const SHIFT_STEP = 2;

/**
 * A resumable search for the lineups of a trellis, by descending points. Its first completion bound is small,
 * and may round salaries; finer ones follow if that leads to too few lineups.
 */
export class RefinedSearch {
  readonly scratch = new Scratch();
  readonly aStar = new AStar();
  readonly #limits: PathLimits;
  #ground!: RefinedSearchPlan;
  #windows!: ResourceWindows;
  #table!: CompletionBound;
  /** The shift (see `CompletionBound`) of the finest completion bound that fits the limit on memory. */
  #finest = 0;
  #mostNodes!: number;
  #visits!: number;
  #inVain!: number;
  /** How many partial lineups were pruned since the last lineup was found. */
  #cuts = 0;
  /** Per option, 1 if it is excluded. */
  #barred!: Uint8Array;
  /** Whether an option was barred since the search began. */
  #isOutdated = false;
  #isOpen = false;

  constructor(limits: PathLimits) {
    this.#limits = limits;
  }

  /** Starts a new search; `count` is the approximate number of lineups wanted. */
  begin(ground: RefinedSearchPlan, count: number): void {
    const { instance, trellis, relaxation, threshold, leastSpent } = ground;
    const { scratch } = this;
    const { cells, cellsPerLineup, mostCells } = this.#limits;
    this.#ground = ground;
    this.#barred = ground.out;
    this.#isOutdated = false;
    this.#cuts = 0;
    const windows = windowsOf(instance, trellis, relaxation, threshold, scratch);
    this.#windows = windows;
    limitToSpending(leastSpent, windows, { instance, trellis, scratch });
    for (let option = 0; option < instance.noPick; option += 1)
      if (ground.out[option] === 1) windows.cost[option] = UNAFFORDABLE;
    this.#finest = shiftFor(mostCells, trellis, windows);
    // A trellis with many states needs many cells: a few per state.
    const first = Math.min(mostCells, Math.max(cells + cellsPerLineup * count, 8 * trellis.states));
    this.#begin(shiftFor(first, trellis, windows));
  }

  /** Upper bound on the points of the remaining lineups, without the fixed picks. */
  get highest(): number {
    return this.#isOpen ? this.aStar.highest : Number.NEGATIVE_INFINITY;
  }

  /** Excludes an option from all further lineups. */
  bar(option: number): void {
    if (this.#barred[option] === 1) return;
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
    for (let steps = 1; this.#isOpen; steps += 1) {
      if (steps === STEPS_PER_TURN) return "paused";
      if (this.#isOutdated && this.#inVain > this.#limits.barred) return "stale";
      const step = aStar.step();
      if (step === "ended") {
        this.#isOpen = false;
      } else if (step === "cut") {
        this.#visits += 1;
        this.#cuts += 1;
        if (this.#cuts > this.#limits.cuts)
          throw unsupported("too many of the best lineups overlap too much with others");
      } else if (step !== "found") {
        this.#inVain += 1;
        if (this.#isTooCoarse()) return this.#refine();
      } else {
        this.#visits += 1;
        if (aStar.points >= ceiling) continue;
        this.#cuts = 0;
        return "met";
      }
    }
    return "over";
  }

  /**
   * Whether the A* search follows so many paths without finding lineups that it needs a finer table.
   * @throws UnsupportedModelError if the table is fine enough, but rules refuse too many lineups.
   */
  #isTooCoarse(): boolean {
    if (this.#table.shift > 0)
      return this.aStar.births > this.#mostNodes + this.#limits.nodesPerLineup * this.#visits;
    if (this.#ground.guard !== undefined && this.#inVain > this.#limits.refusals)
      throw refusedTooOften("its rules", this.#limits);
    return false;
  }

  /** Switches to a finer table and restarts. */
  #refine(): Progress {
    const { shift } = this.#table;
    if (shift === this.#finest) throw unsupported("too many lineups are just over its budget");
    this.#begin(this.#finer(shift));
    return "restarted";
  }

  #finer(shift: number): number {
    return Math.max(this.#finest, shift - SHIFT_STEP);
  }

  #begin(shift: number): void {
    const { instance, trellis } = this.#ground;
    const { nodes, cellsPerNode, mostNodes } = this.#limits;
    const windows = this.#windows;
    this.#table = completionBound(instance, trellis, windows, shift, this.scratch);
    this.#mostNodes =
      shift === this.#finest
        ? mostNodes
        : nodes + Math.ceil(cellsAt(this.#finer(shift), trellis, windows) / cellsPerNode);
    const plan = { ...this.#ground, windows, table: this.#table, barred: this.#barred };
    this.aStar.begin({ ...plan, skip: shift === 0 ? shortcutsOf(plan, this.scratch) : undefined });
    this.#visits = 0;
    this.#inVain = 0;
    this.#isOpen = true;
  }
}

/**
 * Returns `AStarPlan.skip`: from a state with some salary left, it leaves out candidates until one can be
 * picked in a lineup that reaches the threshold. Results are cached per cell of the table; they stay valid
 * when options are barred, because that only removes lineups.
 */
function shortcutsOf(
  { instance, trellis, windows, table, threshold, relaxation: { price } }: ShortcutPlan,
  scratch: Scratch,
): (state: number, left: number) => number {
  const { first, target, option, states } = trellis;
  const { low, high, cost, budget, divisor } = windows;
  const { base, steps, unit } = table;
  const { points, noPick } = instance;
  // `windowsOf` computed these: per state, the most priced points of a path to it.
  const before = scratch.doubles("forward", states);
  const cells = cellsAt(0, trellis, windows);
  /** Per table cell, the state to skip to plus 1; 0 if it is not computed yet. */
  const next = scratch.integers("shortcuts", cells).fill(0, 0, cells);
  // If the budget cannot bind, spending is not tracked: charge the whole budget, or nothing at a price of 0.
  const paid = divisor === 0 && price > 0 ? price * instance.budget : 0;
  const unitPrice = price * divisor;

  const isLast = (state: number, left: number): boolean => {
    const arc = first[state]!;
    const after = target[arc]!;
    if (arc === first[state + 1] || option[arc] !== noPick || after === states - 1) return true;
    if (left < low[after]! || left > high[after]!) return true;
    // An upper bound on the points so far: the priced points, plus the price of the salary spent.
    const most = before[state]! + (paid + unitPrice * (budget - left));
    for (let other = arc + 1; other < first[state + 1]!; other += 1) {
      const reached = target[other]!;
      const rest = left - cost[option[other]!]!;
      if (rest < low[reached]! || rest > high[reached]!) continue;
      if (most + (points[option[other]!]! + unit * steps[base[reached]! + rest]!) >= threshold) return true;
    }
    return false;
  };

  return (from, left) => {
    let state = from;
    let known = next[base[state]! + left]!;
    while (known === 0 && !isLast(state, left)) {
      state = target[first[state]!]!;
      known = next[base[state]! + left]!;
    }
    const found = known === 0 ? state : known - 1;
    for (let passed = from; passed !== state; passed = target[first[passed]!]!)
      next[base[passed]! + left] = found + 1;
    next[base[state]! + left] = found + 1;
    return found;
  };
}

type ShortcutPlan = RefinedSearchPlan & Pick<AStarPlan, "windows" | "table">;

/** The maximum number of unused refined searches (searches of a trellis) that are kept for reuse. */
const MOST_SPARE = 48;

/**
 * A trellis of a layout's top candidates. It serves at other points and prices, too, while it has the top
 * candidates there, because trellises of layouts with option counters are expensive to build.
 */
export interface LaidTops {
  readonly trellis: Trellis;
  readonly candidates: readonly number[];
  /** Per candidate, 1 if it is in the trellis. */
  readonly isLaid: Uint8Array;
  /** Per option, 1 if it was excluded when the trellis was built. */
  readonly out: Uint8Array;
}

/** The maximum number of layouts whose last trellis of top candidates is kept. */
const MOST_TOPS = 64;

/** Objects that later searches reuse: automata, trellises, unused refined searches, and scratch arrays. */
export class EngineScratch {
  readonly automata: AutomatonCache;
  readonly limits: PathLimits;
  readonly scratch = new Scratch();
  /** By layout (see `Layout`). */
  readonly tops = new Recent<LaidTops, object>(MOST_TOPS);
  readonly #idle: RefinedSearch[] = [];

  constructor(automata: AutomatonCache, limits: PathLimits) {
    this.automata = automata;
    this.limits = limits;
  }

  /** Returns a refined search (a search of a trellis for lineups) that is not in use. */
  take(): RefinedSearch {
    return this.#idle.pop() ?? new RefinedSearch(this.limits);
  }

  giveBack(search: RefinedSearch): void {
    if (this.#idle.length < MOST_SPARE) this.#idle.push(search);
  }
}
