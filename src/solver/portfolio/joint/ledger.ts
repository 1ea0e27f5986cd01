import type { PortfolioPlan, PortfolioSolution } from "../../../model/portfolio-plan.ts";
import { greatestCommonDivisor } from "../../../shared/greatest-common-divisor.ts";
import type { Column } from "./columns.ts";
import type { Round } from "./generate.ts";
import type { Prices } from "./prices.ts";
import { doubleAbove, floorTo, sumOf } from "./totals.ts";

/** How far a search has come. */
export interface Progress {
  /** Lineups of the best portfolio so far: all that are asked for, or none. */
  readonly lineups: number;
  /** Units of points of that portfolio; null where there is none yet. */
  readonly sum: number | null;
  /** Units of points, proven; null where nothing is proved yet. */
  readonly bound: number | null;
  /** What the sum may be short of the best, as a part of the bound; null where either is unknown. */
  readonly gap: number | null;
}

/** The best portfolio, the least bound, and the prices that proved it. */
export class Ledger {
  #best: readonly Column[] | null = null;
  #sum: bigint | null = null;
  #bound: bigint | null = null;
  #prices: Prices | null = null;
  readonly #plan: PortfolioPlan;
  readonly #gap: number;
  readonly #step: bigint;
  readonly #onProgress: ((progress: Progress) => void) | undefined;

  constructor(plan: PortfolioPlan, gap: number, onProgress?: (progress: Progress) => void) {
    this.#plan = plan;
    this.#gap = gap;
    this.#onProgress = onProgress;
    const { points } = plan.model.picks;
    this.#step = BigInt(points.reduce((divisor, own) => greatestCommonDivisor(divisor, own), 0) || 1);
  }

  /** Takes what a step of column generation proves. */
  learn({ bound, prices }: Round): void {
    if (bound === null) return;
    const lower = floorTo(bound, this.#step);
    if (this.#bound !== null && this.#bound <= lower) return;
    this.#bound = lower;
    this.#prices = prices;
    this.#tell();
  }

  /** Takes a portfolio that keeps the plan; true where it is the best so far. */
  take(columns: readonly Column[]): boolean {
    const sum = sumOf(columns);
    if (this.#sum !== null && sum <= this.#sum) return false;
    this.#best = columns;
    this.#sum = sum;
    this.#tell();
    return true;
  }

  get hasPortfolio(): boolean {
    return this.#best !== null;
  }

  /** The prices of the least bound; null where nothing is proved yet. */
  get prices(): Prices | null {
    return this.#prices;
  }

  /** How much better a portfolio may be than the best so far; infinite where there is none yet. */
  get open(): number {
    return this.#sum === null || this.#bound === null ? Number.POSITIVE_INFINITY : this.#open(this.#sum);
  }

  /** Whether the sum is near enough to the bound; where they are equal nothing is better. */
  get isNear(): boolean {
    return this.#sum !== null && this.#bound !== null && this.#open(this.#sum) <= this.#allowed;
  }

  /** Whether a mixture of so many units of points is so near to the bound that rounding it may be good enough. */
  isPromising(objective: number): boolean {
    return this.#bound !== null && Number(this.#bound) - objective <= Math.max(1, 0.1 * this.#allowed);
  }

  /** @throws Error where there is no portfolio */
  solution(): PortfolioSolution {
    if (this.#best === null) throw new Error("there is no portfolio yet");
    return {
      lineups: bestFirst(this.#best),
      bound: this.#bound === null ? null : doubleAbove(this.#bound),
      prices: this.#prices && this.#pricesOfShares(this.#prices),
    };
  }

  get #allowed(): number {
    return this.#gap * Math.abs(Number(this.#bound));
  }

  #open(sum: bigint): number {
    return Number(this.#bound! - sum);
  }

  /** What one more lineup allowed, or one less asked for, adds to the bound. */
  #pricesOfShares({ list }: Prices): Float64Array {
    const prices = new Float64Array(this.#plan.shares.length);
    for (const { row, amount } of list)
      if (row.kind === "picks" || row.kind === "test") prices[row.share.index]! += Math.abs(amount);
    return prices;
  }

  #tell(): void {
    if (this.#onProgress === undefined) return;
    const [sum, bound] = [this.#sum, this.#bound];
    this.#onProgress({
      lineups: this.#best?.length ?? 0,
      sum: sum === null ? null : Number(sum),
      bound: bound === null ? null : doubleAbove(bound),
      gap:
        sum === null || bound === null || bound === 0n ? null : Number(bound - sum) / Math.abs(Number(bound)),
    });
  }
}

/** Lineups by points, ties by their picks. */
export function bestFirst(columns: readonly Column[]): PortfolioSolution["lineups"] {
  return columns
    .toSorted((a, b) => b.points - a.points || compare(a.picks, b.picks))
    .map(({ picks, points }) => ({ picks, points }));
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((pick, index) => pick !== other[index]);
  return at === -1 ? one.length - other.length : one[at]! - (other[at] ?? -1);
}
