import { type CompletionBound, cellsAt, completionBound, shiftFor } from "../completion-bound.ts";
import type { Instance } from "../instance.ts";
import type { PathLimits } from "../limits.ts";
import type { ResourceWindows } from "../resource-windows.ts";
import type { Scratch } from "../scratch.ts";
import type { Trellis } from "../trellis.ts";

/**
 * How much the shift decreases from one table to the next finer one. A cell of a table covers 2^shift units
 * of salary.
 */
const SHIFT_STEP = 2;

interface TablesPlan {
  readonly instance: Instance;
  readonly trellis: Trellis;
  readonly windows: ResourceWindows;
  /** The approximate number of lineups wanted. */
  readonly count: number;
}

/**
 * The tables of upper bounds that guide an A* search through a trellis. The first one is small, and may round
 * salaries; finer ones follow if its bounds lead to too few lineups.
 */
export class Tables {
  table: CompletionBound;
  readonly #plan: TablesPlan;
  readonly #limits: PathLimits;
  readonly #scratch: Scratch;
  /** The shift (see `CompletionBound`) of the finest table that fits the limit on memory. */
  readonly #finest: number;
  #shift: number;

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
    this.table = this.#completionBound();
  }

  /**
   * The number of nodes after which an A* search should switch to a finer table; each lineup found allows
   * more.
   */
  get mostNodes(): number {
    const { nodes, cellsPerNode, mostNodes } = this.#limits;
    const { trellis, windows } = this.#plan;
    if (this.#shift === this.#finest) return mostNodes;
    return nodes + Math.ceil(cellsAt(this.#finer, trellis, windows) / cellsPerNode);
  }

  /** Switches to a finer table; returns false if there is none. */
  refine(): boolean {
    if (this.#shift === this.#finest) return false;
    this.#shift = this.#finer;
    this.table = this.#completionBound();
    return true;
  }

  get #finer(): number {
    return Math.max(this.#finest, this.#shift - SHIFT_STEP);
  }

  #completionBound(): CompletionBound {
    const { instance, trellis, windows } = this.#plan;
    return completionBound(instance, trellis, windows, this.#shift, this.#scratch);
  }
}
