import { keepsPlan } from "../../../model/keeps-plan.ts";
import type { PortfolioPlan } from "../../../model/portfolio-plan.ts";
import type { ImprovingSolver } from "../../highs.ts";
import type { Interrupt } from "../../interrupt.ts";
import { chooseColumns, MOST_NODES } from "../joint/choose-columns.ts";
import type { Column } from "../joint/columns.ts";
import { undominated } from "../joint/reduced-cost-candidates.ts";
import type { PlanByClass } from "../joint/restricted-master.ts";

/** The result of a search through all legal lineups. */
interface Listed {
  /** The lineup of each open line in the best swap found, ordered by column class; null if none was found. */
  readonly chosen: readonly Column[] | null;
  /** Upper bound on the points of the open lines, in units; null if no swap keeps the plan, or none is known. */
  readonly bound: bigint | null;
  /** Whether the search was completed: without `chosen`, no swap keeps the plan. */
  readonly isSearched: boolean;
}

/**
 * Searches all legal lineups for the swap with the most points that keeps the plan, by an integer program.
 * `held` has the current lineup of each open line, ordered by column class, and `legal` all legal lineups of
 * each class.
 * @throws AbortedError, TimeLimitError, SolverFailedError
 */
export async function byListing(
  planByClass: PlanByClass,
  held: readonly Column[],
  legal: readonly (readonly (readonly number[])[])[],
  improve: ImprovingSolver,
  interrupt: Interrupt,
): Promise<Listed> {
  const { plan, classes } = planByClass;
  const all = classes.flatMap(({ columnOf }, kind) => legal[kind]!.map(columnOf));
  // Of equal lineups the first is kept.
  const columns = [...new Set(undominated([...held, ...all], planByClass))].filter(
    (column) => !classes[column.kind]!.isBarred(column),
  );
  let chosen: readonly Column[] | null = null;
  let bound: bigint | null = null;
  const isSearched = await chooseColumns(
    planByClass,
    columns,
    {
      start: null,
      found: (found) => {
        if (keeps(plan, found)) chosen = found;
      },
      bounded: (own) => {
        bound = own;
      },
      isEnough: ({ nodes }) => nodes > MOST_NODES,
    },
    improve,
    interrupt,
  );
  return { chosen, bound, isSearched };
}

/** Whether lineups of all open lines keep the plan. */
export function keeps(plan: PortfolioPlan, columns: readonly Column[]): boolean {
  return keepsPlan(
    plan,
    columns.map(({ picks }) => picks),
    columns.map(({ weight }) => weight),
  );
}
