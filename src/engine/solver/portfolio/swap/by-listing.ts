import { keysOf } from "../../../model/lineup-conflicts.ts";
import type { Interrupt } from "../../interrupt.ts";
import type { LinearProgram } from "../../linear-program.ts";
import { bestOfColumns, membersOf } from "../joint/best-of-columns.ts";
import type { Column } from "../joint/columns.ts";
import { undominated } from "../joint/reduced-cost-candidates.ts";
import type { PlanByKind } from "../joint/restricted-master.ts";
import { isShare } from "../joint/rows.ts";
import { fewestBreaches } from "../listed/fewest-breaches.ts";

/**
 * The result of a search through all legal lineups. A line is contest entries that share a lineup, see
 * `SwapLine`.
 */
interface Listed {
  /**
   * The lineup of each line in the best swap found, ordered by kind; null if sums of points are too large to
   * search.
   */
  readonly chosen: readonly Column[] | null;
  /** Whether it is proved that there is no better swap. */
  readonly isProved: boolean;
  /** Whether it is proved that no swap keeps the plan. */
  readonly isImpossible: boolean;
}

interface ListedTools {
  /** Per kind of lineups, all legal ones, as picks. */
  readonly legal: readonly (readonly (readonly number[])[])[];
  readonly linearProgram: () => LinearProgram;
}

/**
 * Work limits, in steps of `Effort`: for the linear programs that maximize points, and for the search for the
 * fewest breaches. They are low because swaps are urgent.
 */
const MOST_STEPS = 1e8;
const MOST_STEPS_OF_BREACHES = 8e7;

/**
 * Searches all legal lineups for the best swap: the one with the most points that keeps the plan; if none
 * keeps it, the one with the most points among those with the fewest breaches. `held` has the current lineup
 * of each line, ordered by kind, and `isKept` is whether these keep the plan.
 * @throws AbortedError, TimeLimitError
 */
export async function byListing(
  planByKind: PlanByKind,
  { held, isKept }: { readonly held: readonly Column[]; readonly isKept: boolean },
  { legal, linearProgram }: ListedTools,
  interrupt: Interrupt,
): Promise<Listed> {
  const { plan, kinds, pairRule, shareRows } = planByKind;
  const all = kinds.flatMap(({ columnOf }, kind) => legal[kind]!.map(columnOf));
  // Of equal lineups the first is kept.
  const columns = [...new Set([...held, ...undominated([...held, ...all], planByKind)])];
  const free = columns.filter((column) => !kinds[column.kind]!.isBarred(column));
  const found = await bestOfColumns(
    planByKind,
    { columns: free, start: isKept ? held : null, mostWork: MOST_STEPS },
    linearProgram,
    interrupt,
  );
  if (found === null) return { chosen: null, isProved: false, isImpossible: false };
  if (found.chosen !== null) return { chosen: found.chosen, isProved: found.isProved, isImpossible: false };
  const avoided = plan.avoid.map((picks) => keysOf(plan)([...picks]));
  const places = new Map(columns.map((column, at) => [column, at]));
  const fewest = await fewestBreaches(
    {
      items: columns.map((column) => ({
        kind: column.kind,
        gain: column.weight * column.points,
        breaches: avoided.filter((other) => pairRule.conflict(column, other)).length,
        clashes: Uint8Array.from(columns, (other) => Number(pairRule.conflict(column, other))),
      })),
      lines: kinds.map(({ count }) => count),
      rows: shareRows.filter(isShare).map((row) => membersOf(row, columns)),
      start: held.map((column) => places.get(column)!),
      mostWork: MOST_STEPS_OF_BREACHES,
    },
    interrupt,
  );
  return {
    chosen: fewest.chosen.map((at) => columns[at]!),
    isProved: fewest.isProved,
    isImpossible: found.isProved || fewest.least > 0,
  };
}
