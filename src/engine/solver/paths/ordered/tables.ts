import { type FrontierPlan, type Frontiers, frontiersOf } from "../frontiers.ts";
import type { PathLimits } from "../limits.ts";
import { type Arrivals, narrow } from "../narrow.ts";
import { cellsAt, type SalaryTable, salaryTable, shiftFor } from "../salary-table.ts";
import type { Scratch } from "../scratch.ts";

/**
 * How much the shift decreases from one table to the next finer one. A cell of a table covers 2^shift units
 * of salary.
 */
const SHIFT_STEP = 2;

export interface TablesPlan extends Omit<FrontierPlan, "arrivals" | "most"> {
  /** The approximate number of lineups wanted. */
  readonly count: number;
  /** Whether to narrow the salary windows (see `Windows`) before building the first table. */
  readonly narrowsFirst: boolean;
}

/**
 * The tables of upper bounds that guide a walk through a trellis. The first one is small, and usually rounds
 * salaries; finer ones follow if its bounds lead to too few lineups. `Frontiers`, which are exact, take the
 * place of a rounded table if they are small enough.
 */
export class Tables {
  /** The current table; if windows are narrowed first, there is none until `narrow` has finished. */
  table!: SalaryTable | Frontiers;
  /** Whether `narrow` must run first, because there is no table yet. */
  readonly isBare: boolean;
  readonly #plan: TablesPlan;
  readonly #limits: PathLimits;
  readonly #scratch: Scratch;
  /** The shift (see `SalaryTable`) of the finest table that fits the limit on memory. */
  readonly #finest: number;
  #shift: number;
  /** Whether the salary windows have been narrowed. */
  #isNarrowed = false;

  constructor(plan: TablesPlan, limits: PathLimits, scratch: Scratch) {
    const { trellis, windows, count } = plan;
    const { cells, cellsPerLineup, mostCells } = limits;
    this.#plan = plan;
    this.#limits = limits;
    this.#scratch = scratch;
    this.#finest = shiftFor(mostCells, trellis, windows);
    // A trellis with many states needs many cells: a few per state.
    const first = Math.min(mostCells, Math.max(cells + cellsPerLineup * count, 8 * trellis.states));
    this.#shift = shiftFor(first, trellis, windows);
    this.isBare = plan.narrowsFirst && this.#finest > 0;
    if (this.isBare) return;
    this.table = (this.#shift === 0 ? null : this.#frontiers(limits.frontiers)) ?? this.#salaryTable();
  }

  /** The number of nodes after which a walk should switch to a finer table; each lineup found allows more. */
  get mostNodes(): number {
    const { nodes, cellsPerNode, mostNodes, narrowedNodes } = this.#limits;
    const { trellis, windows } = this.#plan;
    if (this.#isNarrowed) return narrowedNodes;
    if (this.#isLast) return mostNodes;
    return nodes + Math.ceil(cellsAt(this.#finer, trellis, windows) / cellsPerNode);
  }

  /**
   * Whether the salary windows should be narrowed before the table is refined: they have not been yet, and
   * neither the current nor the finest table is exact.
   */
  get canNarrow(): boolean {
    return this.#finest > 0 && this.table.slop !== 0 && !this.#isNarrowed;
  }

  /** Whether the salary windows have been narrowed; after that, a table that is too coarse is not refined. */
  get isNarrowed(): boolean {
    return this.#isNarrowed;
  }

  /**
   * Narrows the windows (per state, the salary that may be left) in rounds, until an exact table is small
   * enough, and switches to that table. Returns false if none is. Yields after each round.
   */
  *narrow(): Generator<void, boolean> {
    this.#isNarrowed = true;
    const { frontiers, narrowed, narrowedFrontiers } = this.#limits;
    let known: Arrivals | undefined;
    let few: Frontiers | null = null;
    for (const arrivals of narrow({ ...this.#plan, most: narrowed }, this.#scratch)) {
      yield;
      known = arrivals;
      few = this.#frontiers(frontiers, known);
      if (few !== null) break;
    }
    few ??= this.#frontiers(narrowedFrontiers, known);
    if (few !== null) this.table = few;
    return few !== null;
  }

  /** Switches to a finer table; returns false if there is none. */
  refine(): boolean {
    const few = this.table.slop === 0 ? null : this.#frontiers(this.#limits.mostFrontiers);
    if (few === null && this.#isLast) return false;
    this.#shift = this.#finer;
    this.table = few ?? this.#salaryTable();
    return true;
  }

  get #isLast(): boolean {
    return this.table.slop === 0 || this.#shift === this.#finest;
  }

  get #finer(): number {
    return Math.max(this.#finest, this.#shift - SHIFT_STEP);
  }

  #frontiers(most: number, arrivals?: Arrivals): Frontiers | null {
    return frontiersOf({ ...this.#plan, arrivals, most }, this.#scratch);
  }

  #salaryTable(): SalaryTable {
    const { instance, trellis, windows } = this.#plan;
    return salaryTable(instance, trellis, windows, this.#shift, this.#scratch);
  }
}
