import { buildModel } from "../../contests/constraints/readers/build-model.ts";
import type { Problem } from "../../contests/problem/problem.ts";
import { exp, ln } from "../../shared/normal.ts";
import { isCaptains, seatCount } from "../../shared/roster.ts";
import type { OwnershipTable } from "../../shared/schema/ownership.ts";
import { type DrawTerms, drawSourceOf } from "../draw-source.ts";
import { mean } from "../mean.ts";
import { Tally, type Tools } from "../simulate.ts";
import { narrowed } from "./candidates.ts";
import { habitsOf } from "./field-habits.ts";
import { freely } from "./opponents.ts";

export interface OwnershipTerms {
  readonly table: OwnershipTable;
  /** The book's average points, by GUID. */
  readonly averages: ReadonlyMap<string, number>;
}

/** Draws per spread, and the factors of the spreads: opponents' projections differ less than outcomes do. */
export const DRAWS = 384;
const SPREADS = [0.2, 0.4, 1];

type Name = keyof OwnershipTable["coefficients"];

export const FEATURES: readonly Name[] = ["optimal", "optimalByAverages", "average", "points", "floor"];

/** What decides who of a slate's players is how popular. Rows are the players who can be in lineups. */
export interface PopularityFacts {
  /** Indices into `Problem.entries`. */
  readonly entries: readonly number[];
  readonly features: readonly (readonly number[])[];
  /** The part of draws whose best lineup has the player. */
  readonly optimal: readonly number[];
  /** The players who fit the same slots, as numbers from 0, and the seats that these players have. */
  readonly groups: readonly number[];
  readonly seats: readonly number[];
  /** Salaries over the cap's mean per seat, less 1; null where salaries do not bind, or captains cost more. */
  readonly salaries: readonly number[] | null;
  readonly isByAverages: boolean;
  /** The mean over the seats of what opponents leave of the cap, as a fraction. */
  readonly left: number;
}

/** The percentage of opponents' lineups that have each player; these add up to 100 for each seat. */
export async function estimatedOwnership(
  problem: Problem,
  terms: DrawTerms & { readonly ownership: OwnershipTerms },
  tools: Tools,
): Promise<ReadonlyMap<string, number>> {
  const facts = await popularityFacts(problem, terms, tools);
  const { coefficients } = terms.ownership.table;
  const weights = FEATURES.map((name) => coefficients[name].value);
  return percentsOf(problem, facts, sharesBy(facts, weights));
}

export function percentsOf(
  { entries }: Problem,
  facts: PopularityFacts,
  shares: ArrayLike<number>,
): ReadonlyMap<string, number> {
  const percents = new Map(entries.map(({ uuid }) => [uuid, 0]));
  for (const [row, entry] of facts.entries.entries()) percents.set(entries[entry]!.uuid, 100 * shares[row]!);
  return percents;
}

/** Averages that differ more from the projection are news, which projections know and averages do not. */
const FARTHEST_AVERAGE = 0.15;
const [FEWEST_POINTS, MOST_POINTS] = [-3, 1];
const FLOOR_WIDTH = 0.1;

export async function popularityFacts(
  problem: Problem,
  { ownership: { averages }, ...terms }: DrawTerms & { readonly ownership: Pick<OwnershipTerms, "averages"> },
  { search, control }: Tools,
): Promise<PopularityFacts> {
  const { contest, cap } = problem;
  const { game, habits } = habitsOf(problem);
  const model = buildModel(freely(problem, game));
  const source = drawSourceOf(problem, model, terms);
  const draws = "simulated" in terms ? Math.min(DRAWS, terms.simulated.order.length) : DRAWS;
  const tally = new Tally(model, 1);
  for (const spread of SPREADS)
    await search.drawn(
      "draws",
      { model, source: narrowed(source, spread), draws, top: 1 },
      control,
      (portion) => tally.add(portion),
    );
  const slotsOf = problem.entries.map(({ positions }) =>
    contest.slots.map(({ accepts }) => accepts.some((one) => positions.includes(one))).join(),
  );
  const entries = [...problem.entries.keys()].filter(
    (at) => problem.entries[at]!.points > 0 && slotsOf[at]!.includes("true"),
  );
  const players = entries.map((at) => problem.entries[at]!);
  const kinds = [...new Set(entries.map((at) => slotsOf[at]!))];
  const groups = entries.map((at) => kinds.indexOf(slotsOf[at]!));
  const share = (row: number) => tally.entries[entries[row]!]! / tally.draws;
  const sumOf = (value: (row: number) => number) => entries.reduce((sum, _, row) => sum + value(row), 0);
  const all = seatCount(contest.slots);
  const best = mean(
    players
      .map(({ points }) => points)
      .sort((a, b) => b - a)
      .slice(0, all),
  );
  const averageOf = (row: number) => Math.max(0, averages.get(players[row]!.uuid) ?? 0);
  // Averages mislead where many of a slate's players do not play; those of one game are better known.
  const hasCaptains = contest.slots.some(isCaptains);
  const byAverages =
    !hasCaptains && players.every(({ points }, row) => Math.abs(points - averageOf(row)) < 0.005);
  const known = (row: number) => (averageOf(row) > 0 ? share(row) : 0);
  const scale =
    sumOf((row) => known(row) * players[row]!.points) / sumOf((row) => known(row) * averageOf(row));
  const salaryOf = (row: number) => (cap === null ? 0 : (players[row]!.salary * all) / cap);
  const lowest = entries.reduce((least, _, row) => Math.min(least, salaryOf(row)), Number.POSITIVE_INFINITY);
  const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
  const features = players.map(({ points }, row): readonly number[] => {
    const times = share(row) * tally.draws;
    const optimal = ln((times + 0.5) / (tally.draws - times + 0.5));
    const ratio = (scale * averageOf(row)) / points;
    return [
      optimal,
      byAverages ? optimal : 0,
      ratio > 0 ? within(ln(ratio), -FARTHEST_AVERAGE, FARTHEST_AVERAGE) : 0,
      within(ln(points / best), FEWEST_POINTS, MOST_POINTS),
      cap === null ? 0 : exp((lowest - salaryOf(row)) / FLOOR_WIDTH),
    ];
  });
  const seats = kinds.map((_, kind) => sumOf((row) => (groups[row] === kind ? share(row) : 0)));
  const isPlain = cap !== null && !hasCaptains;
  return {
    ...{
      entries,
      features,
      groups,
      seats,
      isByAverages: byAverages,
      optimal: entries.map((_, row) => share(row)),
    },
    salaries: isPlain ? entries.map((_, row) => salaryOf(row) - 1) : null,
    left: cap === null ? 0 : (habits.left ?? 0) / cap,
  };
}

const MOST_STEPS = 200;
const CLOSE = 1e-6;
const LARGEST_STEP = 2;

/**
 * The shares whose log odds are the weighted features, moved by a number per group, so that its players fill
 * its seats, and by a multiple of the salary, so that lineups spend what opponents spend.
 */
export function sharesBy(
  { features, groups, seats, salaries, left }: PopularityFacts,
  weights: readonly number[],
): Float64Array {
  const scores = features.map((row) => row.reduce((sum, value, at) => sum + value * weights[at]!, 0));
  const shares = new Float64Array(scores.length);
  const moves = seats.map(() => -1);
  let price = 0;
  const sums = new Float64Array(seats.length);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    sums.fill(0);
    let [spent, slope] = [0, 0];
    for (let row = 0; row < shares.length; row += 1) {
      const salary = salaries?.[row] ?? 0;
      const share = 1 / (1 + exp(-limited(scores[row]! + moves[groups[row]!]! + price * salary, 40)));
      shares[row] = share;
      sums[groups[row]!]! += share;
      spent += share * salary;
      slope += share * (1 - share) * salary * salary;
    }
    let largest = 0;
    for (const [group, wanted] of seats.entries()) {
      const move = limited(ln(Math.max(1e-9, wanted) / Math.max(1e-12, sums[group]!)), LARGEST_STEP);
      moves[group] = limited(moves[group]! + move, 40);
      if (wanted > 0) largest = Math.max(largest, Math.abs(move));
    }
    if (slope > 0) {
      const all = seats.reduce((sum, one) => sum + one, 0);
      const move = limited((-left * all - spent) / slope, 1) * 0.7;
      price = limited(price + move, MOST_PRICE);
      largest = Math.max(largest, Math.abs(move));
    }
    if (largest < CLOSE) break;
  }
  return shares;
}

/** Where all salaries fit the cap, no price makes lineups spend it. */
const MOST_PRICE = 8;

function limited(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value));
}
