import { type Exposure, exposuresOf } from "./exposure.ts";
import type { ReportInput } from "./input.ts";
import { type Pair, pairsOf } from "./pairs.ts";
import { type ReportedCost, ruleCostsOf } from "./rule-costs.ts";
import { type RuleShare, ruleSharesOf } from "./rule-shares.ts";
import { type Spread, spreadOf } from "./spread.ts";
import { type StackShape, shapesOf, type TeamStacks, teamStacksOf } from "./stacks.ts";
import { type Uniqueness, uniquenessOf } from "./uniqueness.ts";

/** How lineups came about together, where they are a portfolio. Points. */
interface ReportedMethod {
  readonly method: string;
  readonly asked: number;
  readonly unique: number;
  readonly sum: number;
  /** No such portfolio has a greater sum; null where nothing is proved. */
  readonly bound: number | null;
  readonly gap: number | null;
  /** Why not all could be had, where that is so. */
  readonly shortfall: string | null;
}

/** What lineups are together, as plain data. Shares and ownership are percentages. */
export interface Report {
  /** What the lineups are of, such as `american-football bookA classic`. */
  readonly title: string;
  readonly lineups: number;
  readonly players: number;
  readonly cap: number | null;
  readonly portfolio: ReportedMethod | null;
  /** Everybody who is in a lineup, the most used first. */
  readonly exposures: readonly Exposure[];
  /** Exposures and rules that are of no single player. */
  readonly rules: readonly RuleShare[];
  /** What each rule of the description costs, where that was asked for. */
  readonly costs: readonly ReportedCost[];
  /** The teams that most lineups have two or more of first. */
  readonly stacks: readonly TeamStacks[];
  readonly shapes: readonly StackShape[];
  /** Who are together most often. */
  readonly pairs: readonly Pair[];
  readonly salaries: Spread;
  /** Null where points are unknown. */
  readonly points: Spread | null;
  /** Of each lineup's ownership, summed; null where it is unknown. */
  readonly ownership: Spread | null;
  readonly uniqueness: Uniqueness;
  /** What to know of the figures, a sentence each. */
  readonly notes: readonly string[];
}

/** Salaries come in such steps. */
const SALARY_STEP = 100;

/** Works the figures out of lineups; lineups of nobody have none. */
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
