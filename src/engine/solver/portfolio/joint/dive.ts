import { ConflictIndex } from "../../../model/lineup-conflicts.ts";
import type { Interrupt } from "../../interrupt.ts";
import type { Column } from "./columns.ts";
import { freshFor, join, pricesByClass, solveMaster } from "./generate.ts";
import { isOne, isPositive, type LpSolution } from "./master.ts";
import { priceLineups } from "./pricing.ts";
import type { RestrictedMaster, ShareIndex } from "./restricted-master.ts";
import { type Row, weightIn } from "./rows.ts";

/** How much each share row still allows after the lineups fixed so far. */
class RemainingCapacity {
  readonly #rows: readonly Row[];
  readonly #taken: Int32Array;
  /** Per column class, the number still to find. */
  readonly #missing: number[];
  /** The number of contest entries for which lineups are still to be found. */
  #entries: number;
  readonly #minimumRows: readonly number[];
  readonly #shareIndex: ShareIndex;

  /** `lenient`: minimum shares are ignored. */
  constructor(
    { shareRows, shareIndex, classes }: Pick<RestrictedMaster, "shareRows" | "shareIndex" | "classes">,
    lenient: boolean,
  ) {
    this.#rows = shareRows;
    this.#taken = new Int32Array(shareRows.length);
    this.#missing = classes.map(({ count }) => count);
    this.#entries = classes.reduce((sum, { count, weight }) => sum + count * weight, 0);
    this.#shareIndex = shareIndex;
    this.#minimumRows = lenient ? [] : [...shareRows.keys()].filter((at) => shareRows[at]!.lower > 0);
  }

  /**
   * Whether this lineup can be taken: lineups of its kind are still to be found, and each share, considered
   * alone, can still be kept afterwards.
   */
  fits(column: Column): boolean {
    if (!this.has(column)) return false;
    const left = this.#entries - column.weight;
    const own = this.#shareIndex(column);
    return (
      own.every((at) => this.#taken[at]! + weightIn(this.#rows[at]!, column) <= this.#rows[at]!.upper) &&
      this.#minimumRows.every((at) => own.includes(at) || this.#taken[at]! + left >= this.#rows[at]!.lower)
    );
  }

  /** Whether lineups of this kind are still to be found. */
  has({ kind }: Pick<Column, "kind">): boolean {
    return this.#missing[kind]! > 0;
  }

  take(column: Column): void {
    this.#missing[column.kind]! -= 1;
    this.#entries -= column.weight;
    for (const at of this.#shareIndex(column)) this.#taken[at]! += weightIn(this.#rows[at]!, column);
  }

  full(): number[] {
    return this.#rows.flatMap((row, at) =>
      row.kind === "picks" && this.#taken[at]! >= row.upper ? [...row.picks] : [],
    );
  }
}

/** How a dive rounds LP solutions. */
export interface DiveManner {
  /** Columns with at least this value are fixed to 1; if there is none, those with the greatest value. */
  readonly nearlyIn: number;
  /** How many times, at most, new columns are generated before each rounding step. */
  readonly rounds: number;
  /** Whether minimum shares and the count may be missed. */
  readonly lenient?: boolean;
}

export const DIVES: readonly DiveManner[] = [
  { nearlyIn: 0.7, rounds: 3 },
  { nearlyIn: 0.95, rounds: 6 },
];

export const LENIENT: DiveManner = { ...DIVES[0]!, lenient: true };

/** Pricing examines at most this many lineups per new column to find, plus one per lineup of the kind. */
const DEPTH_PER_COLUMN = 5;

/**
 * When at most this fraction of the lineups is still to be found, each step fixes only the columns with the
 * greatest value.
 */
const ONE_BY_ONE = 0.03;

/**
 * Diving heuristic: fixes columns with values near 1, generates new columns that fit with them, and repeats.
 * The result can have fewer lineups than the plan requires. Afterwards the master is as before, except for
 * added columns and rows; after an error it can no longer be used.
 */
export async function dive(
  restricted: RestrictedMaster,
  start: LpSolution,
  manner: DiveManner,
  interrupt: Interrupt,
): Promise<readonly Column[]> {
  const taken = new FixedColumns(restricted, manner.lenient === true);
  for (
    let relaxation = start;
    ;
    relaxation = await generateCompatible(restricted, taken, manner.rounds, interrupt)
  ) {
    taken.leaveConflicting();
    // Columns that are 1 before anything is fixed need no rounding.
    if (taken.size === 0) taken.takeAll(relaxation, isOne);
    const open = taken.open(relaxation);
    const most = relaxation.parts[open[0]!] ?? 0;
    const isLate = taken.missing <= ONE_BY_ONE * taken.count;
    const least = isLate ? most : Math.min(manner.nearlyIn, most);
    taken.takeAll(relaxation, isOne(most) ? isOne : (part) => part >= least);
    if (taken.missing === 0 || open.length === 0) break;
    taken.leaveConflicting();
  }
  // Not after an error: this would fail too and hide the cause.
  taken.release();
  return taken.columns();
}

/**
 * Solves the master with the fixed columns and adds new columns that fit with them, up to `rounds` times;
 * returns the last solution.
 */
async function generateCompatible(
  restricted: RestrictedMaster,
  taken: FixedColumns,
  rounds: number,
  interrupt: Interrupt,
): Promise<LpSolution> {
  const barred = taken.capacity.full();
  for (let round = 0; ; round += 1) {
    const relaxation = await solveMaster(restricted, interrupt);
    if (round === rounds) return relaxation;
    const prices = pricesByClass(restricted, relaxation);
    let joined = 0;
    for (const [kind, own] of restricted.classes.entries()) {
      if (!taken.capacity.has({ kind })) continue;
      const wanted = { best: 0, ...freshFor(restricted, relaxation, kind) };
      const isBarred = (column: Column) => own.isBarred(column) || !taken.fits(column);
      const deepest = DEPTH_PER_COLUMN * wanted.fresh + own.count;
      const { priced } = await priceLineups({ ...own, barred, isBarred }, prices[kind]!, {
        ...wanted,
        deepest,
      });
      joined += join(restricted, priced, relaxation, kind);
    }
    if (joined === 0) return relaxation;
  }
}

/**
 * The master's columns that a dive has fixed: to 1 (taken), or to 0 because they do not fit with the taken
 * ones.
 */
class FixedColumns {
  readonly capacity: RemainingCapacity;
  readonly #restricted: RestrictedMaster;
  readonly #taken: number[] = [];
  readonly #out = new Set<number>();
  readonly #conflicts: ConflictIndex;
  /** The columns before this index have been checked for conflicts with the taken ones. */
  #compared = 0;
  /** The number of lineups to find, of all classes together. */
  readonly count: number;

  constructor(restricted: RestrictedMaster, lenient: boolean) {
    this.#restricted = restricted;
    this.capacity = new RemainingCapacity(restricted, lenient);
    this.#conflicts = new ConflictIndex(restricted.plan);
    this.count = restricted.classes.reduce((sum, { count }) => sum + count, 0);
  }

  get missing(): number {
    return this.count - this.size;
  }

  get size(): number {
    return this.#taken.length;
  }

  columns(): Column[] {
    return this.#taken.map((column) => this.#column(column));
  }

  /**
   * The columns (as indices) that are not fixed and have a positive value in an LP solution, by descending
   * value.
   */
  open({ parts }: LpSolution): number[] {
    const settled = new Set([...this.#taken, ...this.#out]);
    return [...parts.keys()]
      .filter((column) => isPositive(parts[column]!) && !settled.has(column))
      .sort((a, b) => parts[b]! - parts[a]! || a - b);
  }

  /**
   * Fixes all columns whose value is large enough, by descending value: to 1 or, if they do not fit, to 0.
   */
  takeAll(relaxation: LpSolution, isEnough: (part: number) => boolean): void {
    for (const column of this.open(relaxation))
      if (isEnough(relaxation.parts[column]!)) this.takeOrLeave(column);
  }

  fits(column: Column): boolean {
    return this.capacity.fits(column) && !this.#conflictsWithTaken(column);
  }

  takeOrLeave(column: number): void {
    const { master } = this.#restricted;
    if (!this.fits(this.#column(column))) {
      this.#leave(column);
      return;
    }
    this.#taken.push(column);
    this.capacity.take(this.#column(column));
    this.#conflicts.add(this.#column(column).picks);
    master.bound(column, 1, 1);
    this.#compared = 0;
  }

  /** Fixes to 0 all columns that conflict with a taken one. */
  leaveConflicting(): void {
    const { master, pairRule } = this.#restricted;
    if (!pairRule.isRestrictive) return;
    const taken = new Set(this.#taken);
    for (; this.#compared < master.columns.length; this.#compared += 1)
      if (
        !taken.has(this.#compared) &&
        !this.#out.has(this.#compared) &&
        this.#conflictsWithTaken(this.#column(this.#compared))
      )
        this.#leave(this.#compared);
  }

  /** Lets all columns range from 0 to 1 again. */
  release(): void {
    for (const column of [...this.#taken, ...this.#out]) this.#restricted.master.bound(column, 0, 1);
  }

  #leave(column: number): void {
    this.#out.add(column);
    this.#restricted.master.bound(column, 0, 0);
  }

  #conflictsWithTaken(column: Column): boolean {
    return this.#restricted.pairRule.isRestrictive && this.#conflicts.hasConflict(column.picks);
  }

  #column(at: number): Column {
    return this.#restricted.master.columns[at]!;
  }
}
