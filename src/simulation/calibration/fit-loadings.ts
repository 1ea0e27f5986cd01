import type { Entry } from "../../contests/problem/problem.ts";
import { GRID, GRID_SIZE, meanOf } from "../../shared/normal.ts";
import type { OutcomesTable } from "../../shared/schema/outcomes.ts";
import { type OutcomeKnowledge, sharedFactors } from "../draw-source.ts";
import { deviation, mean } from "../mean.ts";
import { bandOf, countedIn, normalScore, pairsInGames } from "./observed.ts";
import { type Evaluated, type Fitted, shrunkFit } from "./shrunk-fit.ts";

export interface CorrelatedSlate {
  readonly id: string;
  readonly entries: readonly Entry[];
  readonly known: readonly OutcomeKnowledge[];
  readonly outcomes: Float64Array;
  /** Points scored; NaN for players who are left out. */
  readonly points: Float64Array;
}

interface LoadingPlace {
  readonly row: number;
  readonly at: number;
}

export type FittedLoading = LoadingPlace & Fitted;

const PRIOR = 0.15;
const STEP = 0.02;
const MOST_SHARED = 0.98;

interface Pair {
  readonly one: number;
  readonly other: number;
  readonly product: number;
  /** The correlation of the scores as a fraction of that of their normal numbers. */
  readonly part: number;
  readonly cluster: string;
}

export function fitLoadings(
  table: OutcomesTable,
  slates: readonly CorrelatedSlate[],
): readonly FittedLoading[] {
  const places = placesOf(table);
  const paired = slates.map((slate) => ({ slate, pairs: pairsOf(slate) }));
  if (places.length === 0 || paired.every(({ pairs }) => pairs.length === 0)) return [];
  const rows = rowsOf(table);
  const priors = places.map(({ row, at }) => ({ value: rows[row]!.loadings[at]!.loading, deviation: PRIOR }));
  const correlations = (values: readonly number[]) => {
    const changed = withLoadings(table, places, values);
    return paired.flatMap(({ slate, pairs }) => pairCorrelations(slate, pairs, changed));
  };
  const pairs = paired.flatMap((one) => one.pairs);
  const fitted = shrunkFit(priors, (values): Evaluated => {
    const here = correlations(values);
    const slopes = values.map((_, at) => {
      const moved = correlations(values.map((value, index) => value + (index === at ? STEP : 0)));
      return moved.map((one, pair) => (one - here[pair]!) / STEP);
    });
    const errors = pairs.map(({ product, part }, pair) => product - part * here[pair]!);
    return {
      // Products of standardized scores have a variance of about 1.
      likelihood: -errors.reduce((sum, error) => sum + error ** 2, 0) / 2,
      observations: pairs.map(({ cluster, part }, pair) => ({
        cluster,
        score: slopes.map((slope) => errors[pair]! * part * slope[pair]!),
      })),
    };
  });
  return places.map((place, at) => ({ ...place, ...fitted[at]! }));
}

function placesOf(table: OutcomesTable): readonly LoadingPlace[] {
  return rowsOf(table).flatMap(({ loadings }, row) => loadings.map((_, at) => ({ row, at })));
}

export function withLoadings(
  table: OutcomesTable,
  places: readonly LoadingPlace[],
  values: readonly number[],
): OutcomesTable {
  return withRows(table, (row, index) => {
    const own = row.loadings.map((loading, at) => {
      const place = places.findIndex((one) => one.row === index && one.at === at);
      return place === -1 ? loading.loading : Math.min(1, Math.max(-1, values[place]!));
    });
    const squares = own.reduce((sum, one) => sum + one ** 2, 0);
    const factor = squares > MOST_SHARED ? Math.sqrt(MOST_SHARED / squares) : 1;
    return {
      ...row,
      loadings: row.loadings.map((loading, at) => ({ ...loading, loading: factor * own[at]! })),
    };
  });
}

export function rowsOf({ positions, otherwise }: OutcomesTable) {
  return [...positions, otherwise];
}

export function withRows(
  table: OutcomesTable,
  changed: <Row extends OutcomesTable["otherwise"]>(row: Row, index: number) => Row,
): OutcomesTable {
  return {
    ...table,
    positions: table.positions.map(changed),
    otherwise: changed(table.otherwise, table.positions.length),
  };
}

function pairsOf({ id, entries, outcomes, points }: CorrelatedSlate): readonly Pair[] {
  const counted = countedIn(points);
  const scores = counted.map((at) => normalScore(bandOf(outcomes, at * GRID_SIZE, points[at]!)));
  const [middle, size] = [mean(scores), deviation(scores)];
  if (size === 0) return [];
  const standard = scores.map((one) => (one - middle) / size);
  const parts = counted.map((at) => partOf(outcomes.subarray(at * GRID_SIZE, (at + 1) * GRID_SIZE)));
  return pairsInGames(entries, counted).map(([first, second]) => ({
    one: counted[first]!,
    other: counted[second]!,
    cluster: `${id} ${entries[counted[first]!]!.event}`,
    product: standard[first]! * standard[second]!,
    part: parts[first]! * parts[second]!,
  }));
}

/**
 * The correlation of a player's normal number with the normal score of its points: below 1 if different
 * numbers give the same points.
 */
function partOf(outcomes: Float64Array): number {
  const scores = GRID.map((_, step) => normalScore(bandOf(outcomes, 0, outcomes[step]!)));
  const mean = meanOf(scores);
  const variance = meanOf(scores.map((one) => (one - mean) ** 2));
  return variance === 0 ? 0 : meanOf(scores.map((one, step) => one * GRID[step]!)) / Math.sqrt(variance);
}

function pairCorrelations(
  { entries, known }: CorrelatedSlate,
  pairs: readonly Pair[],
  table: OutcomesTable,
): readonly number[] {
  const { factors, first, factor, loading } = sharedFactors(entries, { table, known });
  const own = new Float64Array(factors);
  let held = -1;
  const clear = () => {
    if (held >= 0) for (let at = first[held]!; at < first[held + 1]!; at += 1) own[factor[at]!] = 0;
  };
  return pairs.map(({ one, other }) => {
    if (one !== held) {
      clear();
      for (let at = first[one]!; at < first[one + 1]!; at += 1) own[factor[at]!]! += loading[at]!;
      held = one;
    }
    let sum = 0;
    for (let at = first[other]!; at < first[other + 1]!; at += 1) sum += own[factor[at]!]! * loading[at]!;
    return sum;
  });
}
