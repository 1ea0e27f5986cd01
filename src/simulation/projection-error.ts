import type { Entry, Problem } from "../contests/problem/problem.ts";
import { groupBy } from "../shared/collections.ts";
import { behaviourOf, type DrawTerms, type SpreadTerms } from "./draw-source.ts";

/**
 * How much more players scored per point that they were projected above others of their salary, where a table
 * of outcomes does not say: 0.65, with an error of 0.11, on five contests with projections from before lock.
 */
export const SLOPE = 0.65;

/**
 * The chance that a player of a lineup is out by the start and scores 0, beyond that of opponents' players,
 * who follow the news: 0.026, with an error of 0.017, in the lineups with the most points of these contests.
 */
const OUT = 0.026;

/** Players projected for less than this part of the best are left as they are. */
const LEAST_PART = 0.1;
const FEWEST_PLAYERS = 8;

/**
 * The problem with the points to expect of its players: whoever is projected above others of the same salary
 * scores less than projected, by the table's slope, and whoever is projected below, more. Outcomes that
 * another program simulated are taken as they are.
 */
export function expectedProblem(problem: Problem, terms: DrawTerms): Problem {
  if ("simulated" in terms) return problem;
  const { entries } = problem;
  const { slope } = terms.table.projections ?? { slope: SLOPE };
  const usual = bySalary(entries, terms);
  return {
    ...problem,
    entries: entries.map((entry, at) => {
      const own = usual[at]!;
      return Number.isNaN(own) ? entry : { ...entry, points: own + slope * (entry.points - own) };
    }),
  };
}

/** Per player, the chance to be out by the start; NaN for certain points, and for simulated outcomes. */
export function outChances({ entries }: Pick<Problem, "entries">, terms: DrawTerms): Float64Array {
  if ("simulated" in terms) return new Float64Array(entries.length).fill(Number.NaN);
  const { out = 0 } = terms.table.projections ?? { out: OUT };
  return bySalary(entries, terms).map((usual) => (Number.isNaN(usual) ? usual : out));
}

/**
 * Per player, the points of players with this salary, by least squares over those of the same row of the
 * table of outcomes; NaN where unknown, as for certain points.
 */
export function bySalary(
  entries: readonly Entry[],
  { table, known }: Pick<SpreadTerms, "table" | "known">,
): Float64Array {
  const least = LEAST_PART * entries.reduce((most, { points }) => Math.max(most, points), 0);
  const isCertain = new Set(known.flatMap(({ uuid, deviation }) => (deviation === 0 ? [uuid] : [])));
  const counted = [...entries.keys()].filter(
    (at) => entries[at]!.points > 0 && entries[at]!.points >= least && !isCertain.has(entries[at]!.uuid),
  );
  const groups = groupBy(counted, (at) => behaviourOf(entries[at]!, table));
  const usual = new Float64Array(entries.length).fill(Number.NaN);
  for (const group of groups.values()) {
    const meanOf = (read: (entry: Entry) => number) =>
      group.reduce((sum, at) => sum + read(entries[at]!), 0) / group.length;
    const [salary, points] = [meanOf((one) => one.salary), meanOf((one) => one.points)];
    const variance = meanOf((one) => (one.salary - salary) ** 2);
    if (group.length < FEWEST_PLAYERS || variance === 0) continue;
    const rise = meanOf((one) => (one.salary - salary) * (one.points - points)) / variance;
    for (const at of group) usual[at] = points + rise * (entries[at]!.salary - salary);
  }
  return usual;
}

interface ScoredSlate {
  readonly id: string;
  readonly entries: readonly Entry[];
  readonly terms: SpreadTerms;
  /** Per player, what was scored; NaN for those who are not counted. */
  readonly points: Float64Array;
}

/** The error of the value before, as a fraction of it. */
const PRIOR_ERROR = 0.25;

/** The slope of past contests, shrunk to `before`; players of a game are not independent. */
export function fitSlope(slates: readonly ScoredSlate[], before: number) {
  const games = new Map<string, number>();
  let [across, square, players] = [0, 0, 0];
  const rows = slates.flatMap(({ id, entries, terms, points }) => {
    const usual = bySalary(entries, terms);
    const isShared = terms.table.factors.length > 0;
    const counted = [...entries.keys()].filter((at) => !Number.isNaN(points[at]! + usual[at]!));
    const sum = (read: (at: number) => number) => counted.reduce((all, at) => all + read(at), 0);
    const bias = sum((at) => points[at]!) / sum((at) => entries[at]!.points);
    return counted.map((at) => ({
      // Players who share no factor, such as golfers, do not depend on each other.
      game: `${id} ${isShared ? entries[at]!.event : at}`,
      // Higher points vary more.
      weight: 1 / entries[at]!.points,
      above: entries[at]!.points - usual[at]!,
      scored: points[at]! / bias - usual[at]!,
    }));
  });
  for (const { weight, above, scored } of rows) {
    across += weight * above * scored;
    square += weight * above * above;
    players += 1;
  }
  const slope = square > 0 ? across / square : before;
  for (const { game, weight, above, scored } of rows)
    games.set(game, (games.get(game) ?? 0) + weight * above * (scored - slope * above));
  const spread = [...games.values()].reduce((all, one) => all + one * one, 0);
  const own = square > 0 ? (square * square) / Math.max(spread, Number.MIN_VALUE) : 0;
  const prior = 1 / (PRIOR_ERROR * before) ** 2;
  return {
    ...{ before, players },
    ...{ value: (own * slope + prior * before) / (own + prior), error: Math.sqrt(1 / (own + prior)) },
  };
}
