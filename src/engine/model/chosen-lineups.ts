import { seatCount } from "../roster.ts";
import { ConflictIndex } from "./lineup-conflicts.ts";
import { PassedShares, picksThatPass } from "./passed-shares.ts";
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

  constructor(plan: PortfolioPlan) {
    this.#plan = plan;
    this.#passed = new PassedShares(plan);
    this.passing = new Int32Array(plan.shares.length);
    this.conflicts = new ConflictIndex(plan, plan.avoid);
  }

  /**
   * Whether a lineup (picks in any order) can be added for `entered` contest entries: it must not conflict
   * with a lineup chosen or entered earlier, nor pass the tests of a share without room for it.
   */
  hasRoomFor(picks: ArrayLike<number>, entered = 1): boolean {
    const isFull = (share: number) => this.isFull(share, entered);
    return !this.#passed.hasAny(picks, isFull) && !this.conflicts.hasConflict(picks);
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
    return [...this.passing.keys()].filter((share) => this.isFull(share));
  }

  /** Picks that no further lineup may have, because of full shares, or because no player may be in two lineups. */
  closedPicks(): number[] {
    const { model, unique, shares } = this.#plan;
    const { entry } = model.picks;
    const full = this.fullShares().flatMap((share) => [...(picksThatPass(shares[share]!.tests) ?? [])]);
    if (unique < seatCount(model.slots)) return full;
    const taken = new Set(this.lineups.flatMap(({ picks }) => picks.map((pick) => entry[pick]!)));
    return [...full, ...[...entry.keys()].filter((pick) => taken.has(entry[pick]!))];
  }

  /** Whether a share has no room for a lineup of so many contest entries. */
  isFull(share: number, entered = 1): boolean {
    return this.passing[share]! + entered > this.#plan.shares[share]!.most;
  }
}
