import type { Problem } from "../contests/problem/problem.ts";
import { passesAll } from "../engine/model/lineup-test.ts";
import type { Model } from "../engine/model/model.ts";
import type {
  PortfolioPlan,
  PortfolioProgress,
  PortfolioSolution,
  SearchEnd,
} from "../engine/model/portfolio-plan.ts";
import type { Search } from "../engine/search/search.ts";
import type { Control } from "../engine/solver/interrupt.ts";
import { sumOf } from "../engine/solver/portfolio/joint/totals.ts";
import type { SolverName } from "../engine/solver/registry.ts";
import { type FoundLineup, roundedPoints } from "../lineup/document/priced-lineup.ts";
import type { InfeasibleError } from "../shared/errors.ts";
import type { PortfolioResult, PortfolioShareResult, RuleCost } from "../shared/schema/portfolio-result.ts";
import { requestPointer } from "./places.ts";
import type { PlannedPortfolio } from "./plan.ts";

/** Sums are in points, and null until a portfolio is complete; a bound is proved. */
export interface PortfolioReport {
  readonly lineups: number;
  readonly asked: number;
  readonly sum: number | null;
  readonly bound: number | null;
  readonly gap: number | null;
  readonly endedBy?: SearchEnd | undefined;
  /** After the search, the costs of `done` of `of` rules. */
  readonly costs?:
    | { readonly done: number; readonly of: number; readonly found: readonly RuleCost[] }
    | undefined;
}

export function reportOf(
  { lineups, sum, bound, gap, endedBy }: PortfolioProgress,
  asked: number,
): PortfolioReport {
  return {
    lineups: lineups.length,
    asked,
    sum: sum === null ? null : roundedPoints(sum),
    bound: bound === null ? null : roundedPoints(bound),
    gap,
    ...(endedBy && { endedBy }),
  };
}

/** The gap between a sum and its bound, as a fraction of the bound; 0 if rounding puts the bound below the sum. */
export function gapBelow(bound: number | null, sum: number): number | null {
  return bound === null ? null : bound <= sum ? 0 : (bound - sum) / Math.abs(bound);
}

/** A solver's lineups, which may be fewer than requested. */
export interface Answered extends PortfolioSolution {
  readonly shortfall?: PortfolioResult["shortfall"];
}

export function portfolioResult(
  { plan, method, shares, problem, warnings }: PlannedPortfolio,
  { lineups, bound, prices, isStart, endedBy, shortfall }: Answered,
): PortfolioResult {
  const sum = sumOf(lineups);
  return {
    method,
    ...(method === "joint" && isStart !== undefined && { foundBy: isStart ? "sequential" : "joint" }),
    ...(endedBy && { endedBy }),
    lineups: plan.count,
    unique: plan.unique,
    ...(plan.counted !== undefined && { uniqueBy: "seats" as const }),
    sum: roundedPoints(Number(sum)),
    bound: bound === null ? null : roundedPoints(bound),
    gap: gapBelow(bound, Number(sum)),
    shares: shares.flatMap((share, index): PortfolioShareResult[] => {
      const { tests, least, most } = plan.shares[index]!;
      const held = lineups.filter(({ picks }) => passesAll(tests, picks)).length;
      if (share.isOfEach && held === 0 && least === 0) return [];
      const isFull = held >= most;
      // The number of lineups is the limit here, and not a rule in the description.
      const isInAll = isFull && most >= plan.count && least < plan.count;
      const price = prices?.[index];
      return [
        {
          pointer: requestPointer(share.path),
          what: share.what,
          asked: share.asked,
          ...(share.entry !== null &&
            isOfAllPicks(plan, index, share.entry) && { uuid: problem.entries[share.entry]!.uuid }),
          lineups: held,
          least,
          most,
          boundBy: held <= least && least > 0 ? "least" : isFull && !isInAll ? "most" : null,
          price: price === undefined || Number.isNaN(price) ? null : isInAll ? 0 : roundedPoints(price),
        },
      ];
    }),
    warnings: [...warnings],
    ...(shortfall && { shortfall }),
  };
}

/** Whether a share counts a player in all slots, not only some, such as the captain's. */
function isOfAllPicks({ model, shares }: PortfolioPlan, index: number, entry: number): boolean {
  const counts = shares[index]!.tests.flatMap(({ alternatives }) =>
    alternatives.flatMap((one) => one.counts),
  );
  const own = model.picks.entry.reduce((sum, one) => sum + Number(one === entry), 0);
  const [count, ...others] = counts;
  return others.length === 0 && count?.least === 1 && count.picks.length === own;
}

export interface SolvedPortfolio {
  readonly lineups: readonly FoundLineup[];
  readonly solver: SolverName;
  readonly result: PortfolioResult;
  /**
   * Per player of the problem, by how many units (see `POINT_UNITS`) the sum of points would change if one
   * more lineup had the player: an estimate, or NaN if unknown. Only joint portfolios have these.
   */
  readonly gains?: Float64Array | undefined;
}

export interface Solving {
  readonly search: Search;
  readonly explain: (problem: Problem, model: Model) => Promise<InfeasibleError>;
  readonly control: Control;
  readonly onSolved?: ((solved: SolvedPortfolio) => void | Promise<void>) | undefined;
  /** Called during the search; `lineups` returns the lineups found so far, checked and ordered. */
  readonly onProgress?:
    | ((report: PortfolioReport, lineups: () => readonly FoundLineup[]) => void)
    | undefined;
}
