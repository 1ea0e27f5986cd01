import { greatestCommonDivisor } from "../../../../shared/greatest-common-divisor.ts";
import type { PairRule } from "../../../model/lineup-conflicts.ts";
import type { Program, Row as ProgramRow } from "../../../model/program.ts";
import type { Column } from "./columns.ts";
import type { Prices } from "./prices.ts";
import { priceLineups } from "./pricing.ts";
import type { Kind, Lines, RestrictedMaster } from "./restricted-master.ts";
import { counts, weightIn } from "./rows.ts";

/** Rows that keep lineups apart, at the most, and sets of entries that are looked at for them. */
const MOST_APART = 10_000;
const MOST_SETS = 200_000;
/** Wider sets of a kind are looked at where they are no more than this. */
const MOST_WIDE = 50_000;

/**
 * Lineups, by index, of which a portfolio has one at the most: those of one likeness, and those that have so many entries
 * in common that no two may. Two lineups clash where both are of one set; wider sets only make the program tighter. Null
 * where there are many.
 */
function setsApart(lineups: readonly Column[], { isRestrictive, conflictSize }: PairRule): number[][] | null {
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
  for (const set of isRestrictive ? widerSets(lineups, conflictSize) : []) sets.set(set.join(), set);
  return sets.size > MOST_APART ? null : [...sets.values()];
}

/**
 * Lineups of which every two clash, though they need not share the same entries: for some r those with at least common + r
 * of common + 2r entries, of which any two of them share common. Pairs are in other sets.
 */
function* widerSets(lineups: readonly Column[], common: number): Generator<number[]> {
  const pool = [...new Set(lineups.flatMap(({ entries }) => entries))].sort((a, b) => a - b);
  const most = lineups.reduce((so, { entries }) => Math.max(so, entries.length), 0);
  for (let more = 1; common + more <= most; more += 1) {
    const size = common + more;
    if (lineups.length * waysToTake(most, size) * waysToTake(pool.length - size, more) > MOST_WIDE) continue;
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

function waysToTake(items: number, size: number): number {
  let ways = 1;
  for (let taken = 0; taken < size; taken += 1) ways *= (items - taken) / (taken + 1);
  return ways;
}

/** Such sets for each two of the chosen lineups that clash. */
function setsBroken(lineups: readonly Column[], chosen: readonly number[], pairRule: PairRule): number[][] {
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

/** All that have so many of the items, in their order. */
function* subsetsOf(items: readonly number[], size: number, from = 0): Generator<readonly number[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let at = from; at <= items.length - size; at += 1)
    for (const rest of subsetsOf(items, size - 1, at + 1)) yield [items[at]!, ...rest];
}

/** Lineups out of which the best portfolio is sought. */
export interface Few {
  readonly lineups: Column[];
  /** A portfolio with any other lineup is at least so many units below the bound that the prices prove. */
  loss: number;
}

/** How many lineups are looked at, at the most, for each that is wanted: what some prices take from one is told of each by itself. */
const DEEPEST = 20;
const MOST_LOOKED = 100_000;

/**
 * The lineups that matter most, no more than `most`, to a portfolio that is better than one which is `open` units below
 * the bound proved by these prices: whoever has another lineup loses the difference to the last of the best against the
 * bound. Null where these are fewer than a portfolio has, and there are more.
 */
export async function reducedCostCandidates(
  { kinds, pairRule, shareIndex }: Pick<RestrictedMaster, "kinds" | "pairRule" | "shareIndex">,
  prices: readonly Prices[],
  { open, most }: { readonly open: number; readonly most: number },
): Promise<Few | null> {
  const few: Few = { lineups: [], loss: Number.POSITIVE_INFINITY };
  const deepest = Math.max(most + 1, Math.min(MOST_LOOKED, DEEPEST * most) / kinds.length);
  for (const [at, kind] of kinds.entries()) {
    const own = await fewOfKind(kind, prices[at]!, { open: open / kind.weight, most, deepest });
    if (own === null) return null;
    few.lineups.push(...needed(own.columns, { pairRule, shareIndex }));
    few.loss = Math.min(few.loss, kind.weight * own.loss);
    // Of several kinds all that matter are asked for.
    if (kinds.length > 1 && (few.loss < open || few.lineups.length > most)) return null;
  }
  return few;
}

/** Those of a kind; `loss` and `open` are of one entry. */
async function fewOfKind(
  kind: Kind,
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
 * Without lineups in whose place another one is no worse: of the same entries and shares, and the same to the contest where
 * lineups of the same entries may both be in.
 */
export function needed(
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

/** The best portfolio out of few lineups, as a binary program with a column for each. */
export interface FewProgram {
  readonly program: Program;
  /** What its columns are where these lineups are chosen. */
  readonly valuesOf: (chosen: readonly number[]) => Float64Array;
  /** Where no solution has more gain than this, no portfolio has more units of points. */
  readonly boundOf: (gain: number) => bigint;
  /** Rows that chosen lineups break, for programs that would have too many to begin with. */
  readonly broken: (chosen: readonly number[]) => readonly ProgramRow[];
}

/** Gains up to here times a portfolio's lineups are told apart by a solver that works with doubles. */
const MOST_GAIN = 2 ** 20;

/** What solvers say of gains that are whole is so near. */
const NEAR = 1e-4;

/**
 * A share's lineups are counted in a whole column of its own: solvers that branch on how many lineups have somebody are done
 * much sooner than by branching on each of very many lineups.
 */
export function programOf(
  {
    pairRule,
    shareRows,
    kinds,
  }: Pick<RestrictedMaster, "pairRule" | "shareRows"> & { readonly kinds: readonly Lines[] },
  lineups: readonly Column[],
): FewProgram {
  // Portfolios have the same number of lineups of a kind, so that only what these have more than its least counts.
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
  for (const set of setsApart(lineups, pairRule) ?? []) rows.push(rowOf(set, 0, 1));
  const columns = lineups.length + counted.length;
  return {
    program: {
      pickCount: lineups.length,
      upper: Float64Array.from({ length: columns }, (_, at) => counted[at - lineups.length]?.most ?? 1),
      whole: new Uint8Array(columns).fill(1),
      // Up, so that a bound on gains is one on points.
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
    boundOf: (gain) => base + BigInt(grid) * BigInt(Math.floor(gain + NEAR)),
    broken: (chosen) => setsBroken(lineups, chosen, pairRule).map((set) => rowOf(set, 0, 1)),
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
