import { greatestCommonDivisor } from "../../../../shared/greatest-common-divisor.ts";
import type { PairRule } from "../../../model/lineup-conflicts.ts";
import type { Program, Row as ProgramRow } from "../../../model/program.ts";
import type { Column } from "./columns.ts";
import type { Prices } from "./prices.ts";
import { priceLineups } from "./pricing.ts";
import type { LineupKind, PricedKind, RestrictedMaster } from "./restricted-master.ts";
import { counts, weightIn } from "./rows.ts";
import { binomial, subsetsOf } from "./subsets.ts";

/**
 * A program has no conflict rows at the start if there would be more than `MOST_CONFLICT_ROWS`, or more than
 * `MOST_SETS` sets of players to examine for them.
 */
const MOST_CONFLICT_ROWS = 10_000;
const MOST_SETS = 200_000;
/** Maximum number of sets of players of each size to examine for wider cliques (see `widerCliques`). */
const MOST_WIDE_SETS = 50_000;

/**
 * Cliques: lists of lineups (as indices), any two of which conflict because they have the same identity or
 * the same `conflictSize` players. Each conflicting pair is in a clique; wider cliques only tighten the
 * program. Null if there are too many.
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
  for (const set of isRestrictive ? widerCliques(lineups, conflictSize) : []) sets.set(set.join(), set);
  return sets.size > MOST_CONFLICT_ROWS ? null : [...sets.values()];
}

/**
 * Yields cliques of lineups that have most of the same players: any two lineups with 5 of the same 6 players
 * have at least 4 in common. Generally, each has `common` + r of the same `common` + 2r players. Cliques of
 * two are left out: `conflictCliques` has them already.
 */
function* widerCliques(lineups: readonly Column[], common: number): Generator<number[]> {
  const pool = [...new Set(lineups.flatMap(({ entries }) => entries))].sort((a, b) => a - b);
  const most = lineups.reduce((so, { entries }) => Math.max(so, entries.length), 0);
  for (let more = 1; common + more <= most; more += 1) {
    const size = common + more;
    if (lineups.length * binomial(most, size) * binomial(pool.length - size, more) > MOST_WIDE_SETS) continue;
    const members = new Map<string, number[]>();
    for (const [at, { entries }] of lineups.entries())
      for (const some of subsetsOf(entries, size)) {
        const others = pool.filter((entry) => !some.includes(entry));
        for (const added of subsetsOf(others, more)) {
          const key = [...some, ...added].sort((a, b) => a - b).join();
          const known = members.get(key);
          if (known === undefined) members.set(key, [at]);
          else if (known.at(-1) !== at) known.push(at);
        }
      }
    for (const set of members.values()) if (set.length > 2) yield set;
  }
}

/** For each conflicting pair of chosen lineups, a clique that contains both. */
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

/** Candidates for the best portfolio. */
export interface Candidates {
  readonly lineups: Column[];
  /**
   * A portfolio with any other lineup is at least this many units below the bound that the prices prove;
   * Infinity if no other lineup exists.
   */
  loss: number;
}

/** Maximum number of lineups to look at per wanted candidate, and in total. */
const DEPTH_PER_CANDIDATE = 20;
const MOST_LOOKED = 100_000;

/**
 * Reduced-cost fixing: returns the lineups, at most `most`, that can be in a portfolio less than `open` units
 * below the bound at these prices. The bound adds up the greatest values of as many lineups as the plan
 * requires; a lineup with less value than all of these costs at least the difference. Null if too few lineups
 * are found or, with several kinds of lineups, not all candidates.
 */
export async function reducedCostCandidates(
  { kinds, pairRule, shareIndex }: Pick<RestrictedMaster, "kinds" | "pairRule" | "shareIndex">,
  prices: readonly Prices[],
  { open, most }: { readonly open: number; readonly most: number },
): Promise<Candidates | null> {
  const few: Candidates = { lineups: [], loss: Number.POSITIVE_INFINITY };
  const deepest = Math.max(most + 1, Math.min(MOST_LOOKED, DEPTH_PER_CANDIDATE * most) / kinds.length);
  for (const [at, kind] of kinds.entries()) {
    const own = await candidatesOfKind(kind, prices[at]!, { open: open / kind.weight, most, deepest });
    if (own === null) return null;
    few.lineups.push(...undominated(own.columns, { pairRule, shareIndex }));
    few.loss = Math.min(few.loss, kind.weight * own.loss);
    // With several kinds, the result must be complete.
    if (kinds.length > 1 && (few.loss < open || few.lineups.length > most)) return null;
  }
  return few;
}

/** The candidates of a kind; `loss` and `open` are per contest entry. */
async function candidatesOfKind(
  kind: PricedKind,
  prices: Prices,
  { open, most, deepest }: { readonly open: number; readonly most: number; readonly deepest: number },
): Promise<{ readonly columns: readonly Column[]; readonly loss: number } | null> {
  const { priced, seen, rest } = await priceLineups(kind, prices, {
    best: most + 1,
    fresh: 0,
    isFresh: () => false,
    floor: Number.NEGATIVE_INFINITY,
    deepest,
    stride: most,
  });
  const last = priced[kind.count - 1]?.worth ?? Number.NEGATIVE_INFINITY;
  if (last === Number.NEGATIVE_INFINITY && rest !== last) return null;
  const inOrder = seen.toSorted((a, b) => b.worth - a.worth);
  const least = last - open;
  const kept = inOrder.filter(({ worth }) => worth > least);
  const next = Math.max(rest, inOrder[Math.min(kept.length, most)]?.worth ?? Number.NEGATIVE_INFINITY);
  return {
    columns: kept.slice(0, most).map(({ column }) => column),
    loss: next === Number.NEGATIVE_INFINITY ? Number.POSITIVE_INFINITY : last - next,
  };
}

/**
 * Removes dominated lineups: another one has the same players and shares, and at least as many points. If a
 * portfolio may have several lineups with the same players (such as with different captains), one is kept for
 * each identity.
 */
export function undominated(
  lineups: readonly Column[],
  { pairRule, shareIndex }: Pick<RestrictedMaster, "pairRule" | "shareIndex">,
): Column[] {
  const best = new Map<string, Column>();
  for (const column of lineups) {
    const rows = shareIndex(column).toSorted((a, b) => a - b);
    const name = column.entries.length >= pairRule.conflictSize ? "" : column.identity;
    const kind = `${column.kind}:${name}:${column.entries.join()}:${rows.join()}`;
    const other = best.get(kind);
    if (other === undefined || column.points > other.points) best.set(kind, column);
  }
  return [...best.values()];
}

/** An integer program that finds the best portfolio out of some lineups; each lineup has a column. */
export interface CandidateProgram {
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
    kinds,
  }: Pick<RestrictedMaster, "pairRule" | "shareRows"> & { readonly kinds: readonly LineupKind[] },
  lineups: readonly Column[],
): CandidateProgram {
  // All portfolios have equally many lineups of each kind, so points are counted from the least of the kind.
  const leasts = kinds.map((_, at) =>
    lineups.reduce(
      (so, { kind, points }) => (kind === at ? Math.min(so, points) : so),
      Number.POSITIVE_INFINITY,
    ),
  );
  const more = lineups.map(({ kind, weight, points }) => weight * (points - leasts[kind]!));
  const base = kinds.reduce(
    (sum, { count, weight }, at) =>
      sum + (Number.isFinite(leasts[at]!) ? BigInt(count * weight) * BigInt(leasts[at]!) : 0n),
    0n,
  );
  const count = kinds.reduce((sum, own) => sum + own.count, 0);
  const divisor = more.reduce(greatestCommonDivisor, 0) || 1;
  const grid = divisor * Math.ceil(more.reduce((so, own) => Math.max(so, own), 0) / divisor / MOST_GAIN || 1);
  const every = [...lineups.keys()];
  const rows = kinds.map((own, at) =>
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
