import type { Interrupt } from "../../interrupt.ts";
import type { LinearProgram } from "../../linear-program.ts";
import { bestOfColumns } from "./best-of-columns.ts";
import type { Column } from "./columns.ts";
import type { Incumbent } from "./incumbent.ts";
import { undominated } from "./reduced-cost-candidates.ts";
import type { PlanByKind } from "./restricted-master.ts";

/** The result of a search through all legal lineups. */
export interface Listing {
  /** Whether the best portfolio is known, or it is proved that there is none. */
  readonly isSettled: boolean;
  /**
   * The best portfolio or, if none was found, the largest set of lineups found that keeps all of the plan
   * except their number and minimum shares.
   */
  readonly partial: readonly Column[];
}

/**
 * The work limit (in steps of `Effort`) if a portfolio is already known; after it, integer programs continue
 * to improve the portfolio.
 */
const STEPS_TO_IMPROVE = 5e7;

interface ListedTools {
  /** All legal lineups, each as indices of the model's picks. */
  readonly legal: readonly (readonly number[])[];
  readonly linearProgram: () => LinearProgram;
}

/**
 * Searches all legal lineups for the best portfolio, and passes the portfolio and the bound found to the
 * incumbent. Null if sums of points are too large for doubles.
 * @throws AbortedError, TimeLimitError
 */
export async function byListing(
  planByKind: PlanByKind,
  incumbent: Incumbent,
  { legal, linearProgram }: ListedTools,
  interrupt: Interrupt,
): Promise<Listing | null> {
  const { columnOf, isBarred } = planByKind.kinds[0]!;
  const free = legal.map(columnOf).filter((column) => !isBarred(column));
  const start = incumbent.hasPortfolio ? incumbent.lineups.map(({ picks }) => columnOf(picks)) : null;
  const found = await bestOfColumns(
    planByKind,
    {
      columns: [...new Set([...undominated(free, planByKind), ...(start ?? [])])],
      start,
      mostWork: start === null ? undefined : STEPS_TO_IMPROVE,
    },
    linearProgram,
    interrupt,
  );
  if (found === null) return null;
  if (found.chosen !== null) incumbent.take(found.chosen);
  if (found.bound !== null) incumbent.estimate(BigInt(found.bound));
  return { isSettled: found.isProved, partial: found.partial };
}
