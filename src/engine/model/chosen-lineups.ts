import { seatCount } from "../../shared/roster.ts";
import { ConflictIndex, countedOf } from "./lineup-conflicts.ts";
import { onlyCount, passesAll, TestReader } from "./lineup-test.ts";
import type { PlanShare, PortfolioLineup, PortfolioPlan } from "./portfolio-plan.ts";

/**
 * Finds the shares whose tests a lineup passes; those that count lineups with one of some picks by pick,
 * without a test.
 */
export class PassedShares {
  readonly #byPick: readonly (readonly number[])[];
  /** The shares that must be tested, and the range of their tests in the reader: `start` to `end` - 1. */
  readonly #tested: readonly { readonly share: number; readonly start: number; readonly end: number }[];
  readonly #reader: TestReader;

  constructor({ model, shares }: Pick<PortfolioPlan, "model" | "shares">) {
    const size = model.picks.entry.length;
    const byPick: number[][] = Array.from({ length: size }, () => []);
    const tested: { share: number; start: number; end: number }[] = [];
    let tests: PlanShare["tests"] = [];
    for (const [share, own] of shares.entries()) {
      const picks = picksThatPass(own.tests);
      for (const pick of picks ?? []) byPick[pick]!.push(share);
      if (picks !== null) continue;
      const start = tests.length;
      tests = [...tests, ...own.tests];
      tested.push({ share, start, end: tests.length });
    }
    this.#byPick = byPick;
    this.#tested = tested;
    this.#reader = new TestReader(tests, size);
  }

  of(picks: ArrayLike<number>): number[] {
    const found = new Set<number>();
    for (let at = 0; at < picks.length; at += 1)
      for (const share of this.#byPick[picks[at]!]!) found.add(share);
    if (this.#tested.length > 0) this.#reader.read(picks);
    for (const own of this.#tested) if (this.#passes(own)) found.add(own.share);
    return [...found];
  }

  hasAny(picks: ArrayLike<number>, isWanted: (share: number) => boolean): boolean {
    for (let at = 0; at < picks.length; at += 1)
      for (const share of this.#byPick[picks[at]!]!) if (isWanted(share)) return true;
    let isRead = false;
    for (const own of this.#tested) {
      if (!isWanted(own.share)) continue;
      if (!isRead) this.#reader.read(picks);
      isRead = true;
      if (this.#passes(own)) return true;
    }
    return false;
  }

  #passes({ start, end }: { readonly start: number; readonly end: number }): boolean {
    for (let test = start; test < end; test += 1) if (!this.#reader.passes(test)) return false;
    return true;
  }
}

/** The picks of which a lineup must have one to pass the tests; null for tests of another form. */
export function picksThatPass(tests: PlanShare["tests"]): Int32Array | null {
  const count = onlyCount(tests);
  return count?.least === 1 && count.most === Number.POSITIVE_INFINITY ? count.picks : null;
}

export class ChosenLineups {
  readonly lineups: PortfolioLineup[] = [];
  readonly passing: Int32Array;
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
    const entry = countedOf(this.#plan);
    const full = this.fullShares().flatMap((share) => [...(picksThatPass(shares[share]!.tests) ?? [])]);
    if (unique < seatCount(model.slots)) return full;
    const taken = new Set(this.lineups.flatMap(({ picks }) => picks.map((pick) => entry[pick]!)));
    return [...full, ...[...entry.keys()].filter((pick) => taken.has(entry[pick]!))];
  }

  isFull(share: number, entered = 1): boolean {
    return this.passing[share]! + entered > this.#plan.shares[share]!.most;
  }
}

/**
 * Whether lineups together keep a plan: as many contest entries as `plan.count`, no conflicts, all shares.
 * Whether each lineup is legal is not checked. `entered` is the number of entries of each, 1 by default.
 */
export function keepsPlan(
  plan: PortfolioPlan,
  lineups: readonly (readonly number[])[],
  entered: readonly number[] = lineups.map(() => 1),
): boolean {
  if (entered.reduce((sum, times) => sum + times, 0) !== plan.count) return false;
  const chosen = new ChosenLineups(plan);
  for (const [at, picks] of lineups.entries()) {
    if (chosen.conflicts.hasConflict(picks)) return false;
    chosen.add({ picks, points: 0 }, entered[at]);
  }
  return plan.shares.every(
    ({ least, most }, share) => chosen.passing[share]! >= least && chosen.passing[share]! <= most,
  );
}

export function keepsShare(
  { tests, least, most }: Pick<PlanShare, "tests" | "least" | "most">,
  lineups: readonly (readonly number[])[],
): boolean {
  const passing = lineups.filter((picks) => passesAll(tests, picks)).length;
  return passing >= least && passing <= most;
}
