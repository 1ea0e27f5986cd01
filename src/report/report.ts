import { type Exposure, exposuresOf } from "./exposure.ts";
import type { ReportInput } from "./input.ts";
import { type Pair, pairsOf } from "./pairs.ts";
import { type ReportedCost, ruleCostsOf } from "./rule-costs.ts";
import { type RuleShare, ruleSharesOf } from "./rule-shares.ts";
import { type Spread, spreadOf } from "./spread.ts";
import { type StackShape, shapesOf, type TeamStacks, teamStacksOf } from "./stacks.ts";
import { type Uniqueness, uniquenessOf } from "./uniqueness.ts";

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
