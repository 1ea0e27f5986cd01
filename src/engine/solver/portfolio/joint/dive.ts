import { ChosenLineups } from "../../../model/chosen-lineups.ts";
import type { Interrupt } from "../../interrupt.ts";
import { isOne, isPositive, type LpSolution } from "./master.ts";
import { priceLineups } from "./pricing.ts";
import { freshFor, join, pricesByClass, type RestrictedMaster, solveMaster } from "./restricted-master.ts";
import type { Column } from "./rows.ts";

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

/** Pricing examines at most this many lineups per new column to find, plus one per lineup of the class. */
const DEPTH_PER_COLUMN = 5;

/**
 * Diving heuristic: fixes columns with values near 1, generates new columns that fit with them, and repeats.
 * The result can have fewer lineups than the plan requires. Afterwards the master is as before, except for
 * added columns and rows; after an error it can no longer be used.
 */
export async function dive(
  restricted: RestrictedMaster,
  start: LpSolution,
  { nearlyIn, rounds, lenient = false }: DiveManner,
  interrupt: Interrupt,
): Promise<readonly Column[]> {
  const fixed = new FixedColumns(restricted, lenient);
  for (let relaxation = start; ; relaxation = await generateFitting(restricted, fixed, rounds, interrupt)) {
    fixed.leaveConflicting();
    // Columns that are 1 before anything is fixed need no rounding.
    if (fixed.taken.length === 0) fixed.takeAll(relaxation, isOne);
    const open = fixed.open(relaxation);
    const most = relaxation.parts[open[0]!] ?? 0;
    const least = Math.min(nearlyIn, most);
    fixed.takeAll(relaxation, isOne(most) ? isOne : (part) => part >= least);
    if (fixed.isWhole || open.length === 0) break;
    fixed.leaveConflicting();
  }
  // Not after an error: this would fail too and hide the cause.
  fixed.release();
  return fixed.taken.map((at) => restricted.master.columns[at]!);
}

async function generateFitting(
  restricted: RestrictedMaster,
  fixed: FixedColumns,
  rounds: number,
  interrupt: Interrupt,
): Promise<LpSolution> {
  const barred = fixed.chosen.closedPicks();
  for (let round = 0; ; round += 1) {
    const relaxation = await solveMaster(restricted, interrupt);
    if (round === rounds) return relaxation;
    const prices = pricesByClass(restricted, relaxation);
    let joined = 0;
    for (const [kind, own] of restricted.classes.entries()) {
      if (fixed.missing[kind] === 0) continue;
      const wanted = { best: 0, ...freshFor(restricted, relaxation, kind) };
      const isBarred = (column: Column) => own.isBarred(column) || !fixed.fits(column);
      const deepest = DEPTH_PER_COLUMN * wanted.fresh + own.count;
      const pricing = { ...own, barred, isBarred };
      const { priced } = await priceLineups(pricing, prices[kind]!, { ...wanted, deepest });
      joined += join(restricted, priced, relaxation, kind);
    }
    if (joined === 0) return relaxation;
  }
}

class FixedColumns {
  readonly chosen: ChosenLineups;
  readonly taken: number[] = [];
  /** Per column class, the number of lineups still to find. */
  readonly missing: number[];
  readonly #restricted: RestrictedMaster;
  readonly #out = new Set<number>();
  #entries: number;
  readonly #minimums: readonly number[];
  /** The columns before this index have been checked for conflicts with the taken ones. */
  #compared = 0;

  /** `lenient`: minimum shares are ignored. */
  constructor(restricted: RestrictedMaster, lenient: boolean) {
    const { plan, classes } = restricted;
    this.#restricted = restricted;
    this.chosen = new ChosenLineups({ ...plan, avoid: [] });
    this.missing = classes.map(({ count }) => count);
    this.#entries = classes.reduce((sum, { count, weight }) => sum + count * weight, 0);
    this.#minimums = [...plan.shares.keys()].filter((share) => !lenient && plan.shares[share]!.least > 0);
  }

  get isWhole(): boolean {
    return this.missing.every((count) => count === 0);
  }

  open({ parts }: LpSolution): number[] {
    const settled = new Set([...this.taken, ...this.#out]);
    return [...parts.keys()]
      .filter((column) => isPositive(parts[column]!) && !settled.has(column))
      .sort((a, b) => parts[b]! - parts[a]! || a - b);
  }

  takeAll(relaxation: LpSolution, isEnough: (part: number) => boolean): void {
    const { master } = this.#restricted;
    for (const at of this.open(relaxation)) {
      if (!isEnough(relaxation.parts[at]!)) continue;
      const column = master.columns[at]!;
      if (!this.fits(column)) {
        this.#leave(at);
        continue;
      }
      this.taken.push(at);
      this.missing[column.kind]! -= 1;
      this.#entries -= column.weight;
      this.chosen.add(column, column.weight);
      master.bound(at, 1, 1);
      this.#compared = 0;
    }
  }

  /** Whether this lineup can be taken and each share, considered alone, still be kept afterwards. */
  fits({ kind, weight, picks }: Column): boolean {
    if (this.missing[kind] === 0 || !this.chosen.hasRoomFor(picks, weight)) return false;
    const left = this.#entries - weight;
    const { shares } = this.#restricted.plan;
    const lacking = this.#minimums.filter(
      (share) => this.chosen.passing[share]! + left < shares[share]!.least,
    );
    if (lacking.length === 0) return true;
    const passed = this.chosen.sharesOf(picks);
    return lacking.every(
      (share) =>
        passed.includes(share) && this.chosen.passing[share]! + weight + left >= shares[share]!.least,
    );
  }

  /** Fixes to 0 all columns that conflict with a taken one. */
  leaveConflicting(): void {
    const { master, pairRule } = this.#restricted;
    if (!pairRule.isRestrictive) return;
    const taken = new Set(this.taken);
    for (; this.#compared < master.columns.length; this.#compared += 1) {
      const at = this.#compared;
      const isFixed = taken.has(at) || this.#out.has(at);
      if (!isFixed && this.chosen.conflicts.hasConflict(master.columns[at]!.picks)) this.#leave(at);
    }
  }

  release(): void {
    for (const column of [...this.taken, ...this.#out]) this.#restricted.master.bound(column, 0, 1);
  }

  #leave(column: number): void {
    this.#out.add(column);
    this.#restricted.master.bound(column, 0, 0);
  }
}
