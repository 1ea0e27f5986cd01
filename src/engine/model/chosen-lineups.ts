import { ConflictIndex } from "./lineup-conflicts.ts";
import { PassedShares } from "./passed-shares.ts";
import type { PortfolioLineup, PortfolioPlan } from "./portfolio-plan.ts";

/** The lineups chosen so far for a portfolio, and which further lineups they rule out. */
export class ChosenLineups {
  readonly lineups: PortfolioLineup[] = [];
  /** Per share, the number of contest entries whose lineup passes the share's tests. */
  readonly passing: Int32Array;
  /**
   * Compares a lineup with those chosen so far and those of `plan.avoid`: none may be too similar (see
   * `PairRule`).
   */
  readonly conflicts: ConflictIndex;
  readonly #plan: PortfolioPlan;
  readonly #passed: PassedShares;
  readonly #isFull = (share: number) => this.isFull(share);

  constructor(plan: PortfolioPlan) {
    this.#plan = plan;
    this.#passed = new PassedShares(plan);
    this.passing = new Int32Array(plan.shares.length);
    this.conflicts = new ConflictIndex(plan, plan.avoid);
  }

  /**
   * Whether a lineup (picks in any order) can be added: it must not conflict with a lineup chosen or entered
   * earlier, nor pass the tests of a share that is at its maximum.
   */
  hasRoomFor(picks: ArrayLike<number>): boolean {
    return !this.#passed.hasAny(picks, this.#isFull) && !this.conflicts.hasConflict(picks);
  }

  /**
   * Adds a lineup (ascending picks) for `entered` contest entries. Returns the indices of the shares that
   * reach their maximum.
   */
  add(lineup: PortfolioLineup, entered = 1): number[] {
    const filled: number[] = [];
    for (const index of this.sharesOf(lineup.picks)) {
      const wasFull = this.isFull(index);
      this.passing[index]! += entered;
      if (!wasFull && this.isFull(index)) filled.push(index);
    }
    this.lineups.push(lineup);
    this.conflicts.add(lineup.picks);
    return filled;
  }

  /** The indices of the shares whose tests a lineup passes. */
  sharesOf(picks: ArrayLike<number>): number[] {
    return this.#passed.of(picks);
  }

  /** The indices of the full shares: no further lineup may pass their tests. */
  fullShares(): number[] {
    return [...this.passing.keys()].filter(this.#isFull);
  }

  /** Whether a share is at its maximum. */
  isFull(share: number): boolean {
    return this.passing[share]! >= this.#plan.shares[share]!.most;
  }
}
