import { flagsOf, type Instance } from "../instance.ts";
import type { PathLimits } from "../limits.ts";
import type { Relaxed } from "../relaxation.ts";
import { cellsAt, type SalaryTable, salaryTable, shiftFor } from "../salary-table.ts";
import { Scratch } from "../scratch.ts";
import type { Trellis } from "../trellis.ts";
import { unsupported } from "../unsupported.ts";
import { CUT, ENDED, FOUND, Walk, type WalkPlan } from "../walk.ts";
import { type Windows, windowsOf } from "../windows.ts";
import { limitToSpending } from "./least-spent.ts";
import { refill } from "./refill.ts";
import { shortcutsOf } from "./shortcuts.ts";
import type { Priced } from "./sums.ts";

/** What to walk through. */
export interface Ground {
  readonly instance: Instance;
  readonly trellis: Trellis;
  readonly relaxation: Relaxed;
  /** What the relaxation is one of where that is not the instance. */
  readonly priced: Priced | null;
  /** Lineups of fewer points are not wanted. */
  readonly threshold: number;
  readonly leastSpent: number;
  /** Per option, 1 where it is not to be picked; the descent's own from then on. */
  readonly out: Uint8Array;
  /** As the walk's. */
  readonly isUseless: WalkPlan["isUseless"];
}

/**
 * What came of a descent: a lineup, a trellis out of date, a walk that meets everything below the ceiling again, a chance
 * to stop, or the end.
 */
export const MET = 0;
export const STALE = 1;
export const ANEW = 2;
export const PAUSED = 3;
export const OVER = 4;
export type Progress = typeof MET | typeof STALE | typeof ANEW | typeof PAUSED | typeof OVER;

/** How many steps lie between two chances to stop. */
const STEPS_PER_TURN = 512;

/** Where no more than this part of the depth is left, candidates are laid out anew rather than the table filled again. */
const FAR_DOWN = 0.35;

/** More than any salary: who costs so much is picked no more. */
const UNAFFORDABLE = 2 ** 30;

/**
 * A walk down the lineups of a trellis that can go on for as long as it takes: where its table is too coarse, or it has
 * no room for more, it begins anew and skips what lies above.
 */
export class Descent {
  readonly scratch = new Scratch();
  readonly walk = new Walk();
  readonly #limits: PathLimits;
  #ground!: Ground;
  #windows!: Windows;
  #table!: SalaryTable;
  #finest!: number;
  #room!: number;
  #mostNodes!: number;
  #visits!: number;
  #inVain!: number;
  /** How many ways were cut off since the last lineup. */
  #cuts = 0;
  /** Per option, 1 where it is picked no more; and the options barred since the table was filled. */
  #barred!: Uint8Array;
  #since: number[] = [];
  /** Whether ways that wait may have barred options. */
  #mayHaveBarred!: boolean;
  #isOpen!: boolean;

  constructor(limits: PathLimits) {
    this.#limits = limits;
  }

  /** Begins anew; `count` is how many lineups are wanted at about. */
  begin(ground: Ground, count: number): void {
    const { instance, trellis, relaxation, threshold, leastSpent } = ground;
    const { scratch } = this;
    const limits = this.#limits;
    this.#ground = ground;
    this.#barred = ground.out;
    this.#since = [];
    this.#cuts = 0;
    this.#windows = windowsOf(instance, trellis, relaxation, threshold, scratch);
    limitToSpending(leastSpent, this.#windows, { instance, trellis, scratch });
    for (let option = 0; option < instance.nobody; option += 1)
      if (ground.out[option] === 1) this.#windows.cost[option] = UNAFFORDABLE;
    this.#finest = shiftFor(limits.mostCells, trellis, this.#windows);
    const cells = Math.min(
      limits.mostCells,
      Math.max(limits.cells + limits.cellsPerLineup * count, 8 * trellis.states),
    );
    this.#room = 4 * count + limits.room;
    this.#fill(shiftFor(cells, trellis, this.#windows));
  }

  /** No lineup that is still to come has more points; the fixed picks' aside. */
  get highest(): number {
    return this.#isOpen ? this.walk.highest : Number.NEGATIVE_INFINITY;
  }

  /** Picks an option no more. */
  bar(option: number): void {
    if (this.#barred[option] === 1) return;
    this.#mayHaveBarred = true;
    this.#windows.cost[option] = UNAFFORDABLE;
    this.#barred[option] = 1;
    if (this.#since.length === 0) this.#inVain = 0;
    this.#since.push(option);
  }

  /**
   * Goes on to the next lineup below `ceiling`, which is the walk's then, or to the end, or until it has met so many that
   * are barred that a trellis without them is the better choice.
   */
  next(ceiling: number): Progress {
    for (let steps = 1; this.#isOpen; steps += 1) {
      if (steps === STEPS_PER_TURN) return PAUSED;
      if (this.#since.length > 0 && this.#inVain > this.#limits.barred) {
        if (!this.#isExact || this.#isFarDown) return STALE;
        this.#renew();
      }
      if (this.#visits >= this.#room && this.#isExact) {
        this.#room *= 4;
        this.#begin();
        return ANEW;
      }
      const step = this.walk.step();
      if (step === ENDED) {
        // Nothing was lost: a walk that drops nodes keeps as many as there is room, and each makes a visit.
        this.#isOpen = false;
      } else if (step === CUT) {
        this.#visits += 1;
        this.#cuts += 1;
        if (this.#cuts > this.#limits.cuts)
          throw unsupported("too many of the best lineups are too much like others");
      } else if (step !== FOUND) {
        // Where lineups are barred, a node may lead to none; the walk counts on one for each.
        if (this.#isExact) {
          this.#visits += 1;
          this.#inVain += 1;
        } else if (this.#isTooCoarse()) {
          this.#refine();
          return ANEW;
        }
      } else {
        this.#visits += 1;
        if (this.walk.points >= ceiling) continue;
        this.#cuts = 0;
        return MET;
      }
    }
    return OVER;
  }

  /** Whether so little is left above the threshold that most of what is laid out is of no use any more. */
  get #isFarDown(): boolean {
    const { relaxation, threshold } = this.#ground;
    return this.walk.highest - threshold < FAR_DOWN * (relaxation.bound - threshold);
  }

  /** Fills the table again, without what is barred. */
  #renew(): void {
    const { instance, trellis } = this.#ground;
    const since = flagsOf(this.#since, instance.nobody + 1);
    const filled = { instance, trellis, windows: this.#windows };
    refill(filled, this.#table, this.scratch, (option) => since[option] === 1);
    this.#since = [];
  }

  get #isExact(): boolean {
    return this.#table.slop < Number.POSITIVE_INFINITY;
  }

  #hasBarred(options: Int32Array, length: number): boolean {
    for (let at = 0; at < length; at += 1) if (this.#barred[options[at]!] === 1) return true;
    return false;
  }

  #isTooCoarse(): boolean {
    return this.walk.births > this.#mostNodes + this.#limits.nodesPerLineup * this.#visits;
  }

  #refine(): void {
    const { shift } = this.#table;
    if (shift === this.#finest) throw unsupported("too many lineups all but keep its budget");
    this.#fill(Math.max(this.#finest, shift - 2));
  }

  #fill(shift: number): void {
    const { instance, trellis } = this.#ground;
    const limits = this.#limits;
    this.#table = salaryTable(instance, trellis, this.#windows, shift, this.scratch);
    const next = Math.max(this.#finest, shift - 2);
    this.#mostNodes =
      shift === this.#finest
        ? limits.mostNodes
        : limits.nodes + Math.ceil(cellsAt(next, trellis, this.#windows) / limits.cellsPerNode);
    this.#begin();
  }

  #begin(): void {
    const { isUseless, relaxation, trellis } = this.#ground;
    const { price } = relaxation;
    // As the windows were made from it.
    const before = this.scratch.doubles("forward", trellis.states);
    const room = this.#isExact ? this.#room : Number.POSITIVE_INFINITY;
    const plan = { ...this.#ground, windows: this.#windows, table: this.#table };
    const skip = this.#table.shift === 0 ? shortcutsOf({ ...plan, price, before }, this.scratch) : undefined;
    const isCut = (options: Int32Array, length: number) =>
      (this.#mayHaveBarred && this.#hasBarred(options, length)) || isUseless?.(options, length) === true;
    this.walk.begin({ ...plan, room, isUseless: isCut, skip });
    this.#mayHaveBarred = false;
    this.#visits = 0;
    this.#inVain = 0;
    this.#isOpen = true;
  }
}
