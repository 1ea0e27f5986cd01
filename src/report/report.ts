import { type Exposure, exposuresOf } from "./exposure.ts";
import type { ReportInput } from "./input.ts";
import { percentOf } from "./percent.ts";
import { type ReportedCost, ruleCostsOf } from "./rule-costs.ts";
import { type RuleShare, ruleSharesOf } from "./rule-shares.ts";
import { type Spread, spreadOf } from "./spread.ts";
import { type StackShape, shapesOf, type TeamStacks, teamStacksOf } from "./stacks.ts";

/** How a portfolio's lineups were built. Sums are in points. */
interface ReportedMethod {
  readonly method: string;
  readonly asked: number;
  readonly unique: number;
  readonly sum: number;
  /** The upper bound: no such portfolio has a greater sum. Null if nothing is proved. */
  readonly bound: number | null;
  readonly gap: number | null;
  /** Why there are fewer lineups than requested, if so. */
  readonly shortfall: string | null;
}

/** A report on a set of lineups as plain data. Shares and ownership are percentages. */
export interface Report {
  /** The contest of the lineups, such as `american-football bookA classic`. */
  readonly title: string;
  readonly lineups: number;
  readonly players: number;
  readonly cap: number | null;
  readonly portfolio: ReportedMethod | null;
  /** All players who are in a lineup, the most used first. */
  readonly exposures: readonly Exposure[];
  /** Shares and rules that are not about a single player. */
  readonly rules: readonly RuleShare[];
  /** What each rule of the description costs, if requested. */
  readonly costs: readonly ReportedCost[];
  /** Teams, ordered by the number of lineups that have two or more of their players. */
  readonly stacks: readonly TeamStacks[];
  readonly shapes: readonly StackShape[];
  /** The most common pairs. */
  readonly pairs: readonly Pair[];
  readonly salaries: Spread;
  /** Null if points are unknown. */
  readonly points: Spread | null;
  /** The total ownership of each lineup; null if unknown. */
  readonly ownership: Spread | null;
  readonly uniqueness: Uniqueness;
  /** Notes on the figures, one sentence each. */
  readonly notes: readonly string[];
}

/** The unit of salaries. */
const SALARY_STEP = 100;

/** Computes the report of a set of lineups. */
export function reportOf(input: ReportInput): Report {
  const { lineups, people, portfolio } = input;
  const exposures = exposuresOf(input);
  const points = lineups.flatMap(({ points: one }) => one ?? []);
  const owned = lineups.flatMap(({ seats }) => {
    const shares = seats.flatMap(({ uuid }) => people.get(uuid)?.ownership ?? []);
    return shares.length < seats.length ? [] : [shares.reduce((sum, share) => sum + share, 0)];
  });
  return {
    title: input.title,
    lineups: lineups.length,
    players: exposures.length,
    cap: input.cap,
    portfolio: portfolio === undefined ? null : methodOf(portfolio),
    exposures,
    rules: ruleSharesOf(portfolio, lineups.length),
    costs: ruleCostsOf(portfolio, lineups.length),
    stacks: teamStacksOf(input),
    shapes: shapesOf(input),
    pairs: pairsOf(input),
    salaries: spreadOf(
      lineups.map(({ salary }) => salary),
      SALARY_STEP,
    ),
    points: points.length < lineups.length || points.length === 0 ? null : spreadOf(points, 0.1),
    ownership: owned.length < lineups.length || owned.length === 0 ? null : spreadOf(owned, 1),
    uniqueness: uniquenessOf(input),
    notes: input.notes ?? [],
  };
}

function methodOf({
  method,
  lineups,
  unique,
  sum,
  bound,
  gap,
  shortfall,
}: NonNullable<ReportInput["portfolio"]>): ReportedMethod {
  return { method, asked: lineups, unique, sum, bound, gap, shortfall: shortfall?.reason ?? null };
}

/** Two players who are together in lineups. */
interface Pair {
  readonly names: readonly [string, string];
  readonly teams: readonly [string, string];
  readonly lineups: number;
  /** Percent of the lineups. */
  readonly share: number;
}

/** The number of pairs listed. */
const LISTED = 20;

/** The most common pairs, then by names; pairs of a single lineup are left out. */
function pairsOf({ lineups, people }: ReportInput): Pair[] {
  const indices = new Map<string, number>();
  for (const { seats } of lineups)
    for (const { uuid } of seats) if (!indices.has(uuid)) indices.set(uuid, indices.size);
  const uuids = [...indices.keys()];
  const counts = new Map<number, number>();
  for (const { seats } of lineups) {
    const members = [...new Set(seats.map(({ uuid }) => indices.get(uuid)!))].sort((a, b) => a - b);
    for (const [at, first] of members.entries())
      for (const second of members.slice(at + 1)) {
        const key = first * uuids.length + second;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
  }
  const nameOf = (index: number) => people.get(uuids[index]!)?.name ?? uuids[index]!;
  const teamOf = (index: number) => people.get(uuids[index]!)?.team ?? "";
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([key, count]) => ({ pair: [Math.floor(key / uuids.length), key % uuids.length] as const, count }))
    .sort((a, b) => b.count - a.count || a.pair[0] - b.pair[0] || a.pair[1] - b.pair[1])
    .slice(0, LISTED)
    .map(({ pair: [first, second], count }) => ({
      names: [nameOf(first), nameOf(second)],
      teams: [teamOf(first), teamOf(second)],
      lineups: count,
      share: percentOf(count, lineups.length),
    }));
}

/** By how many players lineups differ. A captain is the same player as in any other slot. */
interface Uniqueness {
  /** By the number of differing players, from 0 on: the number of pairs of lineups. */
  readonly pairs: readonly number[];
  /** The same for each lineup and the one most similar to it. */
  readonly nearest: readonly number[];
  /** The smallest difference of any two lineups; null if there are not two. */
  readonly least: number | null;
  /** The mean difference of two lineups; null if there are not two. */
  readonly mean: number | null;
}

/** Counts through each player's list of lineups, so that lineups without common players cost nothing. */
function uniquenessOf({ lineups }: ReportInput): Uniqueness {
  const members = lineups.map(({ seats }) => [...new Set(seats.map(({ uuid }) => uuid))]);
  const size = Math.max(0, ...members.map((one) => one.length));
  const pairs = new Array<number>(size + 1).fill(0);
  const mostShared = new Uint8Array(lineups.length);
  const earlier = new Map<string, number[]>();
  const shared = new Uint8Array(lineups.length);
  for (const [index, uuids] of members.entries()) {
    shared.fill(0, 0, index);
    for (const uuid of uuids) {
      const others = earlier.get(uuid) ?? [];
      for (const other of others) shared[other]! += 1;
      earlier.set(uuid, others);
      others.push(index);
    }
    for (let other = 0; other < index; other += 1) {
      const common = shared[other]!;
      pairs[Math.max(uuids.length, members[other]!.length) - common]! += 1;
      if (common > mostShared[other]!) mostShared[other] = common;
      if (common > mostShared[index]!) mostShared[index] = common;
    }
  }
  const nearest = new Array<number>(size + 1).fill(0);
  if (lineups.length > 1)
    for (const [index, uuids] of members.entries()) nearest[uuids.length - mostShared[index]!]! += 1;
  const total = (lineups.length * (lineups.length - 1)) / 2;
  return {
    pairs,
    nearest,
    least: total === 0 ? null : pairs.findIndex((count) => count > 0),
    mean: total === 0 ? null : pairs.reduce((sum, count, differing) => sum + count * differing, 0) / total,
  };
}
