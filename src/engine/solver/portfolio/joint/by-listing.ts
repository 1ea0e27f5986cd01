import type { Interrupt } from "../../interrupt.ts";
import type { LinearProgram } from "../../linear-program.ts";
import { bestOfListed } from "../listed/best-of-listed.ts";
import type { Column } from "./columns.ts";
import type { Incumbent } from "./incumbent.ts";
import { needed } from "./reduced-cost-candidates.ts";
import type { RestrictedMaster } from "./restricted-master.ts";
import { counts } from "./rows.ts";

/** What a search through all legal lineups settled. */
export interface Listing {
  /** Whether the best portfolio is known, or that there is none. */
  readonly isSettled: boolean;
  /** The most lineups found that keep everything but their number and least shares. */
  readonly partial: readonly Column[];
}

/** Steps of work where there is a portfolio. */
const WORK_TO_IMPROVE = 5e7;

interface ListedTools {
  /** All legal lineups, as the model's picks. */
  readonly legal: readonly (readonly number[])[];
  readonly linearProgram: () => LinearProgram;
}

/**
 * Searches the best portfolio among all legal lineups, where these can be listed. It ends after so much work, whatever the
 * time: what is not settled then is not in any run. Null where sums of points are too large for doubles.
 * @throws AbortedError, TimeLimitError
 */
export async function byListing(
  { plan, kinds, pairRule, shareRows, shareIndex }: RestrictedMaster,
  incumbent: Incumbent,
  { legal, linearProgram }: ListedTools,
  interrupt: Interrupt,
): Promise<Listing | null> {
  const { columnOf, isBarred } = kinds[0]!;
  const columns = legal.map(columnOf).filter((column) => !isBarred(column));
  const known = (incumbent.hasPortfolio ? incumbent.lineups : []).map(({ picks }) => columnOf(picks));
  const lineups = [...new Set([...needed(columns, { pairRule, shareIndex }), ...known])];
  const most = lineups.reduce((so, { points }) => Math.max(so, Math.abs(points)), 0);
  if (plan.count * most > Number.MAX_SAFE_INTEGER) return null;
  const places = new Map(lineups.map((column, at) => [column, at]));
  const { chosen, partial, isProved, bound } = await bestOfListed(
    {
      gains: lineups.map(({ points }) => points),
      count: plan.count,
      rows: shareRows.map((row) => ({
        lower: row.lower,
        upper: row.upper,
        members: [...lineups.keys()].filter((at) => counts(row, lineups[at]!)),
      })),
      clash: (one, other) => pairRule.conflict(lineups[one]!, lineups[other]!),
      // With a portfolio, a program over all lineups settles what this leaves open.
      ...(known.length > 0 && {
        mostWork: WORK_TO_IMPROVE,
        start: known.map((column) => places.get(column)!),
      }),
    },
    linearProgram,
    interrupt,
  );
  const best = chosen?.map((at) => lineups[at]!) ?? null;
  if (best !== null) incumbent.take(best);
  if (bound !== null) incumbent.prove(BigInt(bound));
  return { isSettled: isProved, partial: partial.map((at) => lineups[at]!) };
}
