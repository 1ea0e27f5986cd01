import { groupBy } from "../../shared/collections.ts";
import type { OwnershipTable } from "../../shared/schema/ownership.ts";
import {
  FEATURES,
  type PopularityFacts,
  percentsOf,
  popularityFacts,
  sharesBy,
} from "../contest/ownership.ts";
import type { Tools } from "../simulate.ts";
import { type CalibratedSlate, countedPoints } from "./calibrate.ts";
import { type OwnershipFit, ownershipFitOf } from "./field-fit.ts";
import { countedIn, type Observed, observedOf } from "./observed.ts";
import { type Fitted, inverse, type Matrix, times } from "./shrunk-fit.ts";

type OwnedSlate = Pick<
  CalibratedSlate,
  "id" | "problem" | "model" | "past" | "terms" | "projected" | "ownership"
>;

/** How close each kind of ownership is to a contest's; `estimated` is by a table without this contest. */
export interface OwnershipCheck {
  readonly id: string;
  readonly sport: string;
  readonly players: number;
  /** The greatest ownership, in percent, and what is estimated for that player. */
  readonly most: { readonly actual: number; readonly estimated: number };
  readonly estimated: OwnershipFit;
  /** How often players are in the best lineups of draws. */
  readonly optimal: OwnershipFit;
  readonly projected: OwnershipFit | null;
  /** See `OwnershipTable.known`; null without projections. */
  readonly known: Fitted | null;
}

export interface OwnershipTables {
  /** One for each sport, and one for any other. */
  readonly tables: readonly OwnershipTable[];
  readonly checks: readonly OwnershipCheck[];
}

/** The spread of coefficients among sports, and among contests of a sport. */
const AMONG_SPORTS = 0.2;
const AMONG_CONTESTS = 0.2;
/** The variance of ownership, as a fraction of that of a single lineup's choice. */
const DISPERSION = 0.03;
const WEAK = 0.1;
/** The coefficients that are pooled; `known` is pooled in tenths, so that it varies like the others. */
const POOLED = [...FEATURES, "known"];
const TENTH = 0.1;
const UNKNOWN = 1e6;
const SLIGHT = 0.05;

interface Estimate {
  readonly values: readonly number[];
  readonly covariance: Matrix;
}

interface Contest extends Estimate {
  readonly id: string;
  readonly sport: string;
  readonly facts: PopularityFacts;
}

/**
 * Fits the coefficients of ownership: for each contest, for each sport as a mean between its contests and all
 * sports, and for any sport. Each contest is then estimated by the others.
 */
export async function fittedOwnership(slates: readonly OwnedSlate[], tools: Tools): Promise<OwnershipTables> {
  const contests: Contest[] = [];
  for (const { id, problem, past, terms, ownership } of slates) {
    const facts = await popularityFacts(problem, { ...terms, ownership }, tools);
    const { drafted } = observedOf(problem, past);
    contests.push({ id, sport: problem.sport, facts, ...fitOf(facts, drafted) });
  }
  const checks = contests.map((contest, at) => {
    const rest = pooled(contests.filter((other) => other !== contest).map((other) => withKnown(other, null)));
    const { values } = rest.sports.get(contest.sport) ?? rest.general;
    const slate = slates[at]!;
    return checkOf(slate, contest.facts, values, observedOf(slate.problem, slate.past));
  });
  const whole = contests.map((contest, at) => withKnown(contest, checks[at]!.known));
  const bySport = groupBy(whole, ({ sport }) => sport);
  const { general, sports } = pooled(whole);
  const tables = [...sports].map(([sport, fit]) => tableOf(sport, fit, bySport.get(sport)!));
  return { tables: [...tables, tableOf(ANY, general, whole)], checks };
}

function withKnown(contest: Contest, known: Fitted | null): Contest {
  const { value, error } = known ?? { value: 0, error: UNKNOWN };
  const covariance = diagonal((error / TENTH) ** 2).map((row, at) =>
    row.map((one, column) => contest.covariance[at]?.[column] ?? one),
  );
  return { ...contest, values: [...contest.values, value / TENTH], covariance };
}

const ANY = "any";
const STEPS = 60;

/**
 * The logistic regression of a contest, in which each group of players has an own constant, and the salary an
 * own coefficient: `sharesBy` finds these.
 */
function fitOf(facts: PopularityFacts, drafted: Float64Array): Estimate {
  const { entries, features, groups, seats, salaries } = facts;
  const all = seats.reduce((sum, one) => sum + one, 0);
  const owned = entries.map((entry) => (Number.isNaN(drafted[entry]!) ? 0 : drafted[entry]!));
  const sum = owned.reduce((total, one) => total + one, 0);
  const wanted = owned.map((one) => Math.min(1, (one * all) / sum));
  let values: readonly number[] = FEATURES.map(() => 0);
  let covariance: Matrix = [];
  for (let step = 0; step < STEPS; step += 1) {
    const shares = sharesBy(facts, values);
    const weights = shares.map((share) => share * (1 - share));
    const columns = FEATURES.map((_, at) => features.map((row) => row[at]!));
    const free = columns.map((column) => withoutMeans(column, groups, weights));
    const paid = salaries && withoutMeans(salaries, groups, weights);
    const own = paid === null ? free : free.map((column) => withoutSlope(column, paid, weights));
    const curvature = own.map((column, at) =>
      own.map((other, row) => dot(column, other, weights) / DISPERSION + (row === at ? WEAK : 0)),
    );
    covariance = inverse(curvature);
    const missing = Float64Array.from(wanted, (one, row) => one - shares[row]!);
    const slope = own.map((column, at) => dot(column, missing) / DISPERSION - WEAK * values[at]!);
    const move = times(covariance, slope).map((one) => Math.min(0.5, Math.max(-0.5, one)));
    values = values.map((value, at) => value + move[at]!);
    if (move.every((one) => Math.abs(one) < 1e-4)) break;
  }
  return { values, covariance };
}

function dot(one: ArrayLike<number>, other: ArrayLike<number>, weights?: Float64Array): number {
  let sum = 0;
  for (let row = 0; row < one.length; row += 1) sum += one[row]! * other[row]! * (weights?.[row] ?? 1);
  return sum;
}

function withoutMeans(column: readonly number[], groups: readonly number[], weights: Float64Array): number[] {
  const sums = new Map<number, { value: number; weight: number }>();
  for (const [row, group] of groups.entries()) {
    const sum = sums.get(group) ?? { value: 0, weight: 0 };
    sums.set(group, sum);
    sum.value += weights[row]! * column[row]!;
    sum.weight += weights[row]!;
  }
  return column.map((value, row) => {
    const { value: sum, weight } = sums.get(groups[row]!)!;
    return weight > 0 ? value - sum / weight : 0;
  });
}

function withoutSlope(
  column: readonly number[],
  salaries: readonly number[],
  weights: Float64Array,
): number[] {
  const squares = dot(salaries, salaries, weights);
  const slope = squares > 0 ? dot(column, salaries, weights) / squares : 0;
  return column.map((value, row) => value - slope * salaries[row]!);
}

/** The contests' coefficients vary around those of their sport, and these around the general ones. */
function pooled(contests: readonly Contest[]): {
  readonly general: Estimate;
  readonly sports: ReadonlyMap<string, Estimate>;
} {
  const within = [...groupBy(contests, ({ sport }) => sport)].map(([sport, ofSport]) => ({
    sport,
    ...combined(ofSport, AMONG_CONTESTS),
  }));
  const flat = diagonal(1 / SLIGHT);
  const none = { values: POOLED.map(() => 0), covariance: flat };
  const general = combined([...within, none], AMONG_SPORTS);
  const around = { values: general.values, covariance: diagonal(AMONG_SPORTS ** 2) };
  return {
    general,
    sports: new Map(within.map(({ sport, ...own }) => [sport, combined([own, around], 0)] as const)),
  };
}

/** The mean by precision, of estimates of which each also deviates by `among`. */
function combined(estimates: readonly Estimate[], among: number): Estimate {
  const precisions = estimates.map(({ covariance }) => inverse(plus(covariance, diagonal(among ** 2))));
  const covariance = inverse(precisions.reduce<Matrix>(plus, diagonal(0)));
  const weighted = estimates.map(({ values }, at) => times(precisions[at]!, values));
  const sum = POOLED.map((_, at) => weighted.reduce((total, one) => total + one[at]!, 0));
  return { values: times(covariance, sum), covariance };
}

function diagonal(value: number): Matrix {
  return POOLED.map((_, at) => POOLED.map((__, column) => (column === at ? value : 0)));
}

function plus(one: Matrix, other: Matrix): Matrix {
  return one.map((row, at) => row.map((value, column) => value + other[at]![column]!));
}

function tableOf(
  sport: string,
  { values, covariance }: Estimate,
  contests: readonly Contest[],
): OwnershipTable {
  const players = contests.reduce((sum, { facts }) => sum + facts.entries.length, 0);
  const names = contests.map(({ id }) => id).join(", ");
  const rounded = (value: number) => Number(value.toFixed(3));
  const fitted = POOLED.map((_, at) => {
    const size = at < FEATURES.length ? 1 : TENTH;
    return { value: rounded(size * values[at]!), error: rounded(size * Math.sqrt(covariance[at]![at]!)) };
  });
  const coefficients = FEATURES.map((name, at) => [name, fitted[at]!]);
  return {
    sport,
    sources: {
      fitted: `Fitted by dfs-lineups to the ownership of ${players} players in the contests ${names}${sport === ANY ? "" : ", shrunk to the coefficients of all sports"}; errors are standard errors.`,
    },
    coefficients: Object.fromEntries(coefficients) as OwnershipTable["coefficients"],
    known: fitted.at(-1)!,
    source: "fitted",
  };
}

function checkOf(
  slate: OwnedSlate,
  facts: PopularityFacts,
  values: readonly number[],
  observed: Observed,
): OwnershipCheck {
  const { id, problem, projected } = slate;
  const fitOfShares = (shares: ArrayLike<number>) =>
    ownershipFitOf(problem, percentsOf(problem, facts, shares), observed)!;
  const estimated = fitOfShares(sharesBy(facts, values));
  const top = estimated.players.reduce((most, one) => (one.actual > most.actual ? one : most));
  return {
    ...{ id, sport: problem.sport, players: estimated.players.length },
    most: { actual: top.actual, estimated: top.projected },
    estimated,
    optimal: fitOfShares(facts.optimal),
    projected: projected.size === 0 ? null : ownershipFitOf(problem, projected, observed),
    known: facts.isByAverages ? null : knownOf(slate, estimated, observed),
  };
}

/** Of players who played; the error is that of independent players. `players` has all entries, in order. */
function knownOf(slate: OwnedSlate, { players }: OwnershipFit, observed: Observed): Fitted | null {
  const { points } = countedPoints(slate, observed);
  const { entries } = slate.problem;
  const rows = countedIn(points).map((at) => ({
    ...players[at]!,
    ...{ points: points[at]!, mean: entries[at]!.points },
  }));
  const sum = (read: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + read(row), 0);
  const [actual, estimated] = [sum((row) => row.actual), sum((row) => row.projected)];
  const usual = sum((row) => row.projected * row.points) / estimated;
  if (!(actual > 0 && usual > 0)) return null;
  const bias = sum((row) => row.points) / sum((row) => row.mean);
  const more = (row: (typeof rows)[number]) => row.actual / actual - row.projected / estimated;
  const squares = sum((row) => (more(row) * (row.points - bias * row.mean)) ** 2);
  return { value: sum((row) => more(row) * row.points) / usual, error: Math.sqrt(squares) / usual };
}
