import { greatestCommonDivisor } from "../../../../shared/greatest-common-divisor.ts";
import type {
  PortfolioLineup,
  PortfolioPlan,
  PortfolioProgress,
  PortfolioSolution,
  SearchEnd,
} from "../../../model/portfolio-plan.ts";
import { compare } from "../sequential/ties.ts";
import { type Prices, worthOf } from "./prices.ts";
import type { Round } from "./restricted-master.ts";
import { type Column, columnsOf } from "./rows.ts";
import { doubleAbove, floorTo, sumOf } from "./totals.ts";

interface Proof {
  readonly prices: readonly Prices[];
  readonly bound: bigint;
}

/** The best portfolio so far, the least bound, and the dual prices that proved one. */
export class Incumbent {
  /** The best portfolio, or the lineups that the search started from. */
  chosen: readonly Column[];
  #lineups: readonly PortfolioLineup[];
  sum: bigint | null = null;
  bound: bigint | null = null;
  #isExact = true;
  proof: Proof | null = null;
  readonly #plan: PortfolioPlan;
  #gap: number;
  /** Whether the best portfolio is still the one that the search started from. */
  #isStart = false;
  readonly #step: bigint;
  readonly #report: (progress: PortfolioProgress) => void;
  columns: readonly Column[] = [];

  /** `start` are lineups that keep all of the plan except, maybe, their number and minimum shares. */
  constructor(
    plan: PortfolioPlan,
    gap: number,
    start: readonly Column[],
    report: (progress: PortfolioProgress) => void,
  ) {
    this.#plan = plan;
    this.#gap = gap;
    this.chosen = start;
    this.#lineups = bestFirst(start);
    this.#report = report;
    const { points } = plan.model.picks;
    this.#step = BigInt(points.reduce((divisor, own) => greatestCommonDivisor(divisor, own), 0) || 1);
  }

  learn({ bound, prices }: Pick<Round, "bound" | "prices">): void {
    if (bound === null || !this.prove(bound)) return;
    this.proof = { prices, bound };
  }

  prove(bound: bigint): boolean {
    if (!this.#lower(bound)) return false;
    this.#isExact = true;
    return true;
  }

  /**
   * Lowers the bound to one that may have rounding errors, because a solver computed it with doubles: it can
   * end the search, but is no proof. One below a sum that was found is wrong, and ignored.
   */
  estimate(bound: bigint): void {
    if ((this.sum === null || this.sum <= bound) && this.#lower(bound)) this.#isExact = false;
  }

  /** Takes a portfolio that keeps the plan if it is the best so far. */
  take(columns: readonly Column[], isStart = false): void {
    const sum = sumOf(columns);
    if (this.sum !== null && sum <= this.sum) return;
    this.#isStart = isStart;
    this.chosen = columns;
    this.#lineups = bestFirst(columns);
    this.sum = sum;
    this.#reportProgress();
  }

  accept(gap: number): void {
    this.#gap = Math.max(this.#gap, gap);
  }

  get hasPortfolio(): boolean {
    return this.sum !== null;
  }

  /** By how many units the bound exceeds the best sum; Infinity if there is no portfolio or no bound yet. */
  get open(): number {
    return this.sum === null || this.bound === null
      ? Number.POSITIVE_INFINITY
      : Number(this.bound - this.sum);
  }

  get isNear(): boolean {
    return this.open <= this.#allowed;
  }

  /** The greatest bound that would end the search; -Infinity without a portfolio. */
  get boundToEnd(): number {
    if (this.sum === null) return Number.NEGATIVE_INFINITY;
    const sum = Number(this.sum);
    return Math.floor(sum / (1 - Math.sign(sum) * this.#gap));
  }

  /** Whether an LP solution's objective (in units) is so near the bound that rounding it may close the gap. */
  isPromising(objective: number): boolean {
    return this.bound !== null && Number(this.bound) - objective <= Math.max(1, 0.1 * this.#allowed);
  }

  /**
   * Returns and reports the solution at the end of the search. `without` is why the search ended, in case the
   * gap is still too wide.
   * @throws Error without a portfolio
   */
  solution(without: SearchEnd): PortfolioSolution {
    if (this.sum === null) throw new Error("there is no portfolio yet");
    const endedBy = this.sum === this.bound && this.#isExact ? "proof" : this.isNear ? "gap" : without;
    this.#reportProgress(endedBy);
    return {
      lineups: this.#lineups,
      ...(this.proof && marginsOf(this.#plan, this.columns, this.#lineups, this.proof.prices[0]!)),
      bound: this.bound === null ? null : doubleAbove(this.bound),
      prices: this.proof && this.#pricesOfShares(this.proof.prices[0]!),
      isStart: this.#isStart,
      endedBy,
    };
  }

  #lower(bound: bigint): boolean {
    const lower = floorTo(bound, this.#step);
    if (this.bound !== null && this.bound <= lower) return false;
    this.bound = lower;
    this.#reportProgress();
    return true;
  }

  get #allowed(): number {
    return this.#gap * Math.abs(Number(this.bound));
  }

  /** Per share, by how much the bound would rise with one lineup of room more. */
  #pricesOfShares({ list }: Prices): Float64Array {
    const prices = new Float64Array(this.#plan.shares.length);
    for (const { row, amount } of list)
      if ((row.kind === "picks" || row.kind === "test") && row.share !== null)
        prices[row.share.index]! += Math.abs(amount);
    return prices;
  }

  #reportProgress(endedBy?: SearchEnd): void {
    const [sum, bound] = [this.sum, this.bound];
    this.#report({
      lineups: this.#lineups,
      isStart: this.#isStart,
      sum: sum === null ? null : Number(sum),
      bound: bound === null ? null : doubleAbove(bound),
      gap:
        sum === null || bound === null || bound === 0n ? null : Number(bound - sum) / Math.abs(Number(bound)),
      ...(endedBy && { endedBy }),
    });
  }
}

export function bestFirst(columns: readonly PortfolioLineup[]): PortfolioLineup[] {
  return columns
    .toSorted((a, b) => b.points - a.points || compare(a.picks, b.picks))
    .map(({ picks, points }) => ({ picks, points }));
}

/**
 * Estimates `gains` and `margins` of a solution. A lineup's value is its points minus prices. A lineup's
 * margin is its value less that of the best unchosen lineup in `columns`, at least 0. A player's gain is the
 * change in value, at most 0, if the best such lineup with the player replaces the worst chosen one.
 */
function marginsOf(
  plan: PortfolioPlan,
  columns: readonly Column[],
  lineups: readonly PortfolioLineup[],
  prices: Prices,
): Pick<PortfolioSolution, "gains" | "margins"> {
  const columnOf = columnsOf(plan);
  const chosen = lineups.map(({ picks }) => columnOf(picks));
  const worths = chosen.map((column) => worthOf(prices, column));
  const worst = Math.min(...worths);
  const isChosen = new Set(chosen.map(({ key }) => key));
  const { entries: size, picks } = plan.model;
  const gains = new Float64Array(size).fill(Number.NaN);
  let next = Number.NEGATIVE_INFINITY;
  for (const column of columns) {
    if (isChosen.has(column.key)) continue;
    const worth = worthOf(prices, column);
    next = Math.max(next, worth);
    const gain = Math.min(0, worth - worst);
    for (const entry of column.picks.map((pick) => picks.entry[pick]!))
      gains[entry] = Number.isNaN(gains[entry]) ? gain : Math.max(gain, gains[entry]!);
  }
  // A gain ignores limits on the player alone, so their prices are added back.
  for (const { row, amount } of prices.list) {
    if (row.kind !== "picks" || row.share?.plain?.passes !== "some") continue;
    const [entry, ...more] = new Set(Array.from(row.picks, (pick) => picks.entry[pick]!));
    if (more.length === 0) gains[entry!]! += amount;
  }
  const margins = Float64Array.from(worths, (worth) =>
    next === Number.NEGATIVE_INFINITY ? Number.NaN : Math.max(0, worth - next),
  );
  return { gains, margins };
}
