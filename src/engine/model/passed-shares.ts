import { TestReader } from "./lineup-test.ts";
import type { PlanShare, PortfolioPlan } from "./portfolio-plan.ts";

/**
 * Finds the shares of a plan whose tests a lineup passes. Many shares simply count the lineups that have one
 * of certain picks; these shares are looked up by pick, without a test.
 */
export class PassedShares {
  /** Per pick, the shares whose tests every lineup with this pick passes. */
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

  /** The indices of the shares whose tests a lineup passes, each once. */
  of(picks: ArrayLike<number>): number[] {
    const found = new Set<number>();
    for (let at = 0; at < picks.length; at += 1)
      for (const share of this.#byPick[picks[at]!]!) found.add(share);
    if (this.#tested.length > 0) this.#reader.read(picks);
    for (const own of this.#tested) if (this.#passes(own)) found.add(own.share);
    return [...found];
  }

  /** Whether a lineup passes the tests of at least one share for which `isWanted` is true. */
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

  /** Whether the lineup that was read last passes all tests of a share. */
  #passes({ start, end }: { readonly start: number; readonly end: number }): boolean {
    for (let test = start; test < end; test += 1) if (!this.#reader.passes(test)) return false;
    return true;
  }
}

/**
 * If a lineup passes the tests exactly when it has at least one of some picks, returns these picks; null for
 * tests of another form.
 */
export function picksThatPass(tests: PlanShare["tests"]): Int32Array | null {
  const [test] = tests;
  if (test === undefined || tests.length > 1 || test.when !== null || test.alternatives.length !== 1)
    return null;
  const [{ counts, sums }] = test.alternatives as [(typeof test.alternatives)[number]];
  const [count] = counts;
  if (count === undefined || counts.length > 1 || sums.length > 0) return null;
  return count.least === 1 && count.most === Number.POSITIVE_INFINITY ? count.picks : null;
}
