import { turn } from "../../../../shared/clock.ts";
import { greatestCommonDivisor } from "../../../../shared/greatest-common-divisor.ts";
import type { PairRule } from "../../../model/lineup-conflicts.ts";
import type { Program, Row as ProgramRow } from "../../../model/program.ts";
import type { ImprovingSolver } from "../../highs.ts";
import type { SearchWork } from "../../highs-run.ts";
import type { Interrupt } from "../../interrupt.ts";
import type { Column } from "./columns.ts";
import type { ColumnClass, PlanByClass } from "./restricted-master.ts";
import { counts, weightIn } from "./rows.ts";
import { subsetsOf } from "./subsets.ts";

/** Maximum number of nodes for a program over all lineups that matter. */
export const MOST_NODES = 3000;

interface Choosing {
  /** A choice that keeps the plan, as indices of the lineups; null if none is known. */
  readonly start: readonly number[] | null;
  /** Receives each better choice; it keeps all of the plan except, maybe, conflicts (see `violated`). */
  readonly found: (chosen: readonly Column[]) => void;
  /**
   * Receives bounds on the points of any choice, in units, computed with doubles; null once it is proved that
   * there is none.
   */
  readonly bounded: (bound: bigint | null) => void;
  /** Whether to end, given the work on the current program and its number of rows. */
  readonly isEnough: (work: SearchWork, rows: number) => boolean;
}

/**
 * From these lineups, chooses those that together keep a plan and have the greatest sum of points, by an
 * integer program. Returns whether it was solved to the end.
 * @throws AbortedError, TimeLimitError, SolverFailedError
 */
export async function chooseColumns(
  planByClass: Pick<PlanByClass, "pairRule" | "shareRows" | "classes">,
  lineups: readonly Column[],
  { start, found, bounded, isEnough }: Choosing,
  improve: ImprovingSolver,
  interrupt: Interrupt,
): Promise<boolean> {
  const { program, boundOf, violated, valuesOf } = programOf(planByClass, lineups);
  const rows = [...program.rows];
  for (;;) {
    let best: readonly number[] | null = null;
    const isSolved = improve(
      { ...program, rows },
      {
        start: start && valuesOf(start),
        found: (chosen) => {
          best = chosen;
          found(chosen.map((at) => lineups[at]!));
        },
        isEnough: (bound, work) => {
          if (Number.isFinite(bound)) bounded(boundOf(bound));
          return isEnough(work, rows.length);
        },
      },
      interrupt,
    );
    if (!isSolved) return false;
    const lacking = violated(best ?? []);
    if (lacking.length === 0) {
      bounded(best === null ? null : boundOf(gainOf(program, best)));
      return true;
    }
    rows.push(...lacking);
    await turn();
  }
}

function gainOf({ gain }: Program, chosen: readonly number[]): number {
  return chosen.reduce((sum, at) => sum + gain[at]!, 0);
}

/**
 * A program has no conflict rows at the start if there would be more than `MOST_CONFLICT_ROWS`, or more than
 * `MOST_SETS` sets of players to examine for them.
 */
const MOST_CONFLICT_ROWS = 10_000;
const MOST_SETS = 200_000;
/**
 * Cliques: lists of lineups (as indices), any two of which conflict because they have the same identity or
 * the same `conflictSize` players. Each conflicting pair is in a clique. Null if there are too many.
 */
function conflictCliques(
  lineups: readonly Column[],
  { isRestrictive, conflictSize }: PairRule,
): number[][] | null {
  const members = new Map<string, number[]>();
  const join = (key: string, at: number) => {
    const known = members.get(key);
    if (known === undefined) members.set(key, [at]);
    else known.push(at);
  };
  for (const [at, { identity, entries }] of (isRestrictive ? lineups : []).entries()) {
    join(identity, at);
    for (const some of subsetsOf(entries, conflictSize)) {
      join(`of ${some.join()}`, at);
      if (members.size > MOST_SETS) return null;
    }
  }
  const sets = new Map<string, number[]>();
  for (const set of members.values()) if (set.length > 1) sets.set(set.join(), set);
  return sets.size > MOST_CONFLICT_ROWS ? null : [...sets.values()];
}

function violatedCliques(
  lineups: readonly Column[],
  chosen: readonly number[],
  pairRule: PairRule,
): number[][] {
  const sets = new Map<string, number[]>();
  for (const [at, one] of chosen.entries())
    for (const other of chosen.slice(at + 1)) {
      const [first, second] = [lineups[one]!, lineups[other]!];
      if (!pairRule.conflict(first, second)) continue;
      const both = first.entries
        .filter((entry) => second.entries.includes(entry))
        .slice(0, pairRule.conflictSize);
      const isOf =
        first.identity === second.identity
          ? ({ identity }: Column) => identity === first.identity
          : ({ entries }: Column) => both.every((entry) => entries.includes(entry));
      const set = [...lineups.keys()].filter((index) => isOf(lineups[index]!));
      sets.set(set.join(), set);
    }
  return [...sets.values()];
}

/** An integer program that finds the best portfolio out of some lineups; each lineup has a column. */
interface CandidateProgram {
  readonly program: Program;
  /** The values of the program's columns if the lineups with these indices are chosen. */
  readonly valuesOf: (chosen: readonly number[]) => Float64Array;
  /** Converts a bound on the program's gain to a bound in units of points. */
  readonly boundOf: (gain: number) => bigint;
  /**
   * The conflict rows that chosen lineups violate. The program lacks conflict rows if there are too many to
   * include all from the start.
   */
  readonly violated: (chosen: readonly number[]) => readonly ProgramRow[];
}

/**
 * Maximum gain of a lineup after scaling; a solver that works with doubles can distinguish any two sums of
 * such gains.
 */
const MOST_GAIN = 2 ** 20;

/**
 * Added to a solver's bound on the gain before it is rounded down: gains are whole numbers, and the bound of
 * a solver can be too low by its tolerance for each of thousands of columns.
 */
const TOLERANCE = 0.5;

/**
 * Builds the integer program for the best portfolio out of these lineups. Each share also has a column that
 * counts its lineups, because branching on it is faster than branching on lineups; a share with no minimum
 * and a maximum of 0 or 1 needs none.
 */
export function programOf(
  {
    pairRule,
    shareRows,
    classes,
  }: Pick<PlanByClass, "pairRule" | "shareRows"> & { readonly classes: readonly ColumnClass[] },
  lineups: readonly Column[],
): CandidateProgram {
  // All portfolios have equally many lineups of each kind, so points are counted from the least of the kind.
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
  const rows = classes.map((own, at) =>
    rowOf(
      every.filter((one) => lineups[one]!.kind === at),
      own.count,
      own.count,
    ),
  );
  const counted: { readonly members: readonly number[]; readonly most: number }[] = [];
  for (const share of shareRows) {
    const members = every.filter((at) => counts(share, lineups[at]!));
    const weights = members.map((at) => weightIn(share, lineups[at]!));
    if (share.lower <= 0 && share.upper <= 1) rows.push(rowOf(members, 0, share.upper, weights));
    else {
      const column = lineups.length + counted.push({ members, most: share.upper }) - 1;
      rows.push(rowOf([...members, column], 0, 0, [...weights, -1]));
      if (share.lower > 0) rows.push(rowOf([column], share.lower, share.upper));
    }
  }
  for (const set of conflictCliques(lineups, pairRule) ?? []) rows.push(rowOf(set, 0, 1));
  const columns = lineups.length + counted.length;
  return {
    program: {
      pickCount: lineups.length,
      upper: Float64Array.from({ length: columns }, (_, at) => counted[at - lineups.length]?.most ?? 1),
      whole: new Uint8Array(columns).fill(1),
      // Rounded up, so that a bound on gains is a bound on points.
      gain: Float64Array.from(more, (own) => Math.ceil(own / grid)),
      grid,
      error: grid === divisor ? 0 : count * grid,
      full: true,
      rows,
    },
    valuesOf: (chosen) => {
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
    boundOf: (gain) => base + BigInt(grid) * BigInt(Math.floor(gain + TOLERANCE)),
    violated: (chosen) => violatedCliques(lineups, chosen, pairRule).map((set) => rowOf(set, 0, 1)),
  };
}

function rowOf(
  columns: readonly number[],
  lower: number,
  upper: number,
  values?: readonly number[],
): ProgramRow {
  return {
    columns: Int32Array.from(columns),
    values: Float64Array.from(values ?? columns.map(() => 1)),
    lower,
    upper,
  };
}
