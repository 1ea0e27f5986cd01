import { turn } from "../../../../shared/clock.ts";
import { greatestCommonDivisor } from "../../../../shared/greatest-common-divisor.ts";
import { MOST_GAIN } from "../../../lowering/lower-model.ts";
import type { Program, Row as ProgramRow } from "../../../model/program.ts";
import type { ImprovingSolver, SearchWork } from "../../highs.ts";
import type { Interrupt } from "../../interrupt.ts";
import { violatedConflicts } from "./conflict-rows.ts";
import type { ColumnClass, PlanByClass } from "./restricted-master.ts";
import { type Column, type Row, RowIndex, weightIn } from "./rows.ts";

/** A program has at most this many conflict rows from the start. */
const MOST_CONFLICT_ROWS = 10_000;

interface Choosing {
  /** A choice that keeps the plan, as indices of the lineups; null if none is known. */
  readonly start: readonly number[] | null;
  /** Receives each better choice; it keeps all of the plan except, maybe, conflicts. */
  readonly found: (chosen: readonly Column[]) => void;
  /** Receives bounds in units, computed with doubles; null once it is proved that there is none. */
  readonly bounded: (bound: bigint | null) => void;
  /** Whether to end, given the work on the current program and its number of rows. */
  readonly isEnough: (work: SearchWork, rows: number) => boolean;
}

/**
 * From these lineups, chooses those that together keep a plan and have the greatest sum of points, by an
 * integer program, which gets further conflict rows if it violates them. Returns whether it was solved to the
 * end.
 * @throws AbortedError, TimeLimitError, SolverFailedError
 */
export async function chooseColumns(
  restricted: Pick<PlanByClass, "plan" | "classes" | "shareRows" | "pairRule">,
  lineups: readonly Column[],
  { start, found, bounded, isEnough }: Choosing,
  improve: ImprovingSolver,
  interrupt: Interrupt,
): Promise<boolean> {
  const { classes, shareRows } = restricted;
  const conflicts = violatedConflicts(lineups, () => 1, restricted, MOST_CONFLICT_ROWS);
  for (;;) {
    const { program, boundOf, valuesOf } = programOf(classes, [...shareRows, ...conflicts], lineups);
    let best: readonly number[] | null = null;
    const isSolved = improve(
      program,
      {
        start: start && valuesOf(start),
        found: (chosen) => {
          best = chosen;
          found(chosen.map((at) => lineups[at]!));
        },
        isEnough: (bound, work) => {
          if (Number.isFinite(bound)) bounded(boundOf(bound));
          return isEnough(work, program.rows.length);
        },
      },
      interrupt,
    );
    if (!isSolved) return false;
    const chosen: readonly number[] = best ?? [];
    const columns = chosen.map((at) => lineups[at]!);
    const violated = violatedConflicts(columns, () => 1, restricted, MOST_CONFLICT_ROWS);
    if (violated.length === 0) {
      const gain = chosen.reduce((sum, at) => sum + program.gain[at]!, 0);
      bounded(best === null ? null : boundOf(gain));
      return true;
    }
    conflicts.push(...violated);
    await turn();
  }
}

/**
 * Builds the integer program for the best portfolio out of these lineups; each has a column. Each share with a minimum or a
 * maximum above 1 also has a column that counts its lineups, because branching on it is faster than branching
 * on lineups.
 */
function programOf(
  classes: readonly Pick<ColumnClass, "count" | "weight">[],
  limits: readonly Row[],
  lineups: readonly Column[],
) {
  // All portfolios have equally many lineups of each class, so points are counted from the least of the class.
  const leasts = classes.map((_, at) =>
    lineups.reduce(
      (so, { kind, points }) => (kind === at ? Math.min(so, points) : so),
      Number.POSITIVE_INFINITY,
    ),
  );
  const more = lineups.map(({ kind, weight, points }) => weight * (points - leasts[kind]!));
  const base = classes.reduce(
    (sum, { count, weight }, at) =>
      sum + (Number.isFinite(leasts[at]!) ? BigInt(count * weight) * BigInt(leasts[at]!) : 0n),
    0n,
  );
  const count = classes.reduce((sum, own) => sum + own.count, 0);
  const divisor = more.reduce(greatestCommonDivisor, 0) || 1;
  const grid = divisor * Math.ceil(more.reduce((so, own) => Math.max(so, own), 0) / divisor / MOST_GAIN || 1);
  const every = [...lineups.keys()];
  const rows = classes.map((own, at) => {
    const members = every.filter((one) => lineups[one]!.kind === at);
    return rowOf(members, own.count, own.count);
  });
  const index = new RowIndex(limits);
  const membersOf = limits.map((): number[] => []);
  for (const at of every) for (const row of index.of(lineups[at]!)) membersOf[row]!.push(at);
  const counted: { readonly members: readonly number[]; readonly most: number }[] = [];
  for (const [at, row] of limits.entries()) {
    const members = membersOf[at]!;
    const weights = members.map((one) => weightIn(row, lineups[one]!));
    if (row.lower <= 0 && row.upper <= 1) {
      if (members.length > row.upper) rows.push(rowOf(members, 0, row.upper, weights));
      continue;
    }
    const column = lineups.length + counted.push({ members, most: row.upper }) - 1;
    rows.push(rowOf([...members, column], 0, 0, [...weights, -1]));
    if (row.lower > 0) rows.push(rowOf([column], row.lower, row.upper));
  }
  const columns = lineups.length + counted.length;
  const program: Program = {
    pickCount: lineups.length,
    upper: Float64Array.from({ length: columns }, (_, at) => counted[at - lineups.length]?.most ?? 1),
    whole: new Uint8Array(columns).fill(1),
    // Rounded up, so that a bound on gains is a bound on points.
    gain: Float64Array.from(more, (own) => Math.ceil(own / grid)),
    grid,
    error: grid === divisor ? 0 : count * grid,
    full: true,
    rows,
  };
  return {
    program,
    valuesOf(chosen: readonly number[]) {
      const are = new Set(chosen);
      return Float64Array.from({ length: columns }, (_, at) =>
        at < lineups.length
          ? Number(are.has(at))
          : counted[at - lineups.length]!.members.reduce(
              (sum, member) => sum + (are.has(member) ? lineups[member]!.weight : 0),
              0,
            ),
      );
    },
    // Gains are whole numbers, and a solver's bound can be too low by its tolerance for each column: half a unit.
    boundOf: (gain: number) => base + BigInt(grid) * BigInt(Math.floor(gain + 0.5)),
  };
}

function rowOf(
  columns: readonly number[],
  lower: number,
  upper: number,
  values: readonly number[] = columns.map(() => 1),
): ProgramRow {
  return { columns: Int32Array.from(columns), values: Float64Array.from(values), lower, upper };
}
