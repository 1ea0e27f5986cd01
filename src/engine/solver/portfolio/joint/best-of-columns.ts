import type { Interrupt } from "../../interrupt.ts";
import type { LinearProgram } from "../../linear-program.ts";
import { choiceByPrograms } from "../listed/choice-by-programs.ts";
import type { Column } from "./columns.ts";
import type { PlanByKind } from "./restricted-master.ts";
import { counts, type Row, weightIn } from "./rows.ts";

/** The default of `ColumnTask.mostWork`. */
const MOST_WORK = 4e8;

interface ColumnTask {
  /** The candidate lineups, of all kinds (see `LineupKind`). */
  readonly columns: readonly Column[];
  /** A choice that keeps the plan, for the search to improve on; null if none is known. */
  readonly start: readonly Column[] | null;
  /** The search ends after this many steps of work (see `Effort`). */
  readonly mostWork?: number | undefined;
}

interface ColumnChoice {
  /** The best choice found; null if none was found. */
  readonly chosen: readonly Column[] | null;
  /**
   * `chosen` or, if it is null, the largest set of lineups found that keeps all of the plan except the number
   * of lineups and minimum shares.
   */
  readonly partial: readonly Column[];
  /** Whether the choice is proved to be the best, or it is proved that there is none. */
  readonly isProved: boolean;
  /**
   * Upper bound on the sum of points of any choice, in units; null if nothing is proved or there is no
   * choice. A lineup's points count once per contest entry.
   */
  readonly bound: number | null;
}

/**
 * From candidate lineups, chooses those that together keep a plan and have the greatest sum of points. The
 * effort is limited by work, not time, so every run ends with the same answer. Null if sums of points are too
 * large for doubles.
 * @throws AbortedError, TimeLimitError
 */
export async function bestOfColumns(
  { kinds, pairRule, shareRows }: Pick<PlanByKind, "kinds" | "pairRule" | "shareRows">,
  { columns, start, mostWork = MOST_WORK }: ColumnTask,
  linearProgram: () => LinearProgram,
  interrupt: Interrupt,
): Promise<ColumnChoice | null> {
  const gains = columns.map(({ weight, points }) => weight * points);
  const count = kinds.reduce((sum, own) => sum + own.count, 0);
  const greatest = gains.reduce((so, gain) => Math.max(so, Math.abs(gain)), 0);
  if (count * greatest > Number.MAX_SAFE_INTEGER) return null;
  const places = new Map(columns.map((column, at) => [column, at]));
  // With one kind, `count` already fixes the number of its lineups.
  const kindRows = kinds.length === 1 ? [] : kinds.map((own, kind) => ({ count: own.count, kind }));
  const program = linearProgram();
  const { chosen, partial, isProved, bound } = await choiceByPrograms(
    {
      gains,
      count,
      rows: [
        ...kindRows.map((own) => ({
          lower: own.count,
          upper: own.count,
          members: [...columns.keys()].filter((at) => columns[at]!.kind === own.kind),
        })),
        ...shareRows.map((row) => membersOf(row, columns)),
      ],
      clash: (one, other) => pairRule.conflict(columns[one]!, columns[other]!),
      mostWork,
      start: start?.map((column) => places.get(column)!),
    },
    program,
    interrupt,
  ).finally(() => program.dispose());
  const columnsAt = (at: readonly number[]) => at.map((place) => columns[place]!);
  return { chosen: chosen && columnsAt(chosen), partial: columnsAt(partial), isProved, bound };
}

/** A row's limits, with the indices and weights of the candidates that count in it. */
export function membersOf(row: Row, columns: readonly Column[]) {
  const members = [...columns.keys()].filter((at) => counts(row, columns[at]!));
  const weights = members.map((at) => weightIn(row, columns[at]!));
  return { lower: row.lower, upper: row.upper, members, weights };
}
