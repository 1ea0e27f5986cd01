import { groupBy } from "../../shared/collections.ts";
import { exp, ln, normalChance } from "../../shared/normal.ts";
import type { SpreadTable } from "../../shared/schema/outcomes.ts";
import { spreadOf } from "../draw-source.ts";
import { highShare, outcomesOf } from "../outcomes.ts";
import { type Band, bandOf, withoutBias } from "./observed.ts";
import { type Evaluated, type Fitted, type Prior, shrunkFit } from "./shrunk-fit.ts";

export interface ScoredPlayer {
  readonly mean: number;
  readonly points: number;
  readonly cluster: string;
  readonly share?: number | undefined;
  readonly cut?: number | undefined;
}

interface SpreadParameter {
  readonly name: string;
  readonly get: (spread: never) => number;
  readonly set: (spread: never, value: number) => SpreadTable;
  readonly prior: number;
  readonly slope: (value: number) => number;
  readonly shown: (number: number) => number;
}

/** Built-in values count like a measurement with an error of a quarter, about as much as sources differ. */
const RATIO_DEVIATION = 0.25;
/** For the means of two humps, as a fraction of the distance between them. */
const MEAN_DEVIATION = 0.1;

type SpreadOf<Family extends SpreadTable["family"]> = Extract<SpreadTable, { readonly family: Family }>;

function positive<Spread extends SpreadTable>(
  name: string,
  get: (spread: Spread) => number,
  set: (spread: Spread, value: number) => SpreadTable,
): SpreadParameter {
  return {
    name,
    get: (spread: Spread) => ln(get(spread)),
    set: (spread: Spread, value: number) => set(spread, exp(value)),
    prior: RATIO_DEVIATION,
    slope: exp,
    shown: exp,
  } as SpreadParameter;
}

const ratio = positive<Extract<SpreadTable, { readonly ratio: number }>>(
  "ratio",
  (spread) => spread.ratio,
  (spread, value) => ({ ...spread, ratio: Math.min(3, value) }),
);

type Humps = SpreadOf<"two-humps">;

function humpParameters(side: "low" | "high"): readonly SpreadParameter[] {
  const mean: SpreadParameter = {
    name: `${side}.mean`,
    get: (spread: Humps) => spread[side].mean,
    set: (spread: Humps, value: number) => ({ ...spread, [side]: { ...spread[side], mean: value } }),
    prior: MEAN_DEVIATION,
    slope: () => 1,
    shown: (value) => value,
  } as SpreadParameter;
  const deviation = positive<Humps>(
    `${side}.deviation`,
    (spread) => spread[side].deviation,
    (spread, value) => ({ ...spread, [side]: { ...spread[side], deviation: value } }),
  );
  return [mean, deviation];
}

const PARAMETERS: { readonly [Family in SpreadTable["family"]]: readonly SpreadParameter[] } = {
  normal: [ratio],
  lognormal: [ratio],
  gamma: [ratio],
  "zero-gamma": [
    ratio,
    {
      // The chance of a score of 0 at a projection of 1 point. The scale is the logarithm of the rate at which
      // this chance falls with the projection.
      name: "zero",
      get: (spread: SpreadOf<"zero-gamma">) => ln(-ln(spread.zero)),
      set: (spread: SpreadOf<"zero-gamma">, value: number) => ({ ...spread, zero: exp(-exp(value)) }),
      prior: RATIO_DEVIATION,
      slope: (value: number) => exp(value) * exp(-exp(value)),
      shown: (value: number) => exp(-exp(value)),
    } as SpreadParameter,
  ],
  "two-humps": [...humpParameters("low"), ...humpParameters("high")],
};

/** The prior of the logarithm of the points scored per projected point. */
const BIAS: Prior = { value: 0, deviation: 0.25 };

export interface FittedSpread {
  readonly spread: SpreadTable;
  readonly bias: Fitted;
  readonly values: readonly (Fitted & { readonly name: string; readonly before: number })[];
}

interface Tried {
  readonly spread: SpreadTable;
  readonly bias: number;
}

export function fitSpread(spread: SpreadTable, players: readonly ScoredPlayer[]): FittedSpread {
  const parameters = PARAMETERS[spread.family];
  const scale = spread.family === "two-humps" ? spread.high.mean - spread.low.mean : 1;
  const priors = parameters.map(
    ({ get, prior, name }): Prior => ({
      value: get(spread as never),
      deviation: name.endsWith(".mean") ? prior * scale : prior,
    }),
  );
  const buckets = bucketsOf(spread, players);
  const changed = ([bias, ...values]: readonly number[]): Tried => ({
    spread: parameters.reduce((all: SpreadTable, { set }, at) => set(all as never, values[at]!), spread),
    bias: exp(bias!),
  });
  const all = [BIAS, ...priors];
  const [bias, ...fitted] = shrunkFit(all, (values) => evaluated(values, all, changed, buckets));
  const ratio = exp(bias!.value);
  return {
    spread: changed([0, ...fitted.map(({ value }) => value)]).spread,
    bias: { value: ratio, error: bias!.error * ratio },
    values: parameters.map(({ name, shown, slope }, at) => ({
      name,
      before: shown(priors[at]!.value),
      value: shown(fitted[at]!.value),
      error: fitted[at]!.error * slope(fitted[at]!.value),
    })),
  };
}

interface Bucket {
  readonly mean: number;
  readonly share: number | undefined;
  readonly cut: number | undefined;
  readonly players: readonly ScoredPlayer[];
}

/**
 * Projections in one bucket differ by at most 2.5% and share a distribution, which may take long to compute.
 */
const BUCKETS_PER_E = 40;

function bucketsOf({ family }: SpreadTable, players: readonly ScoredPlayer[]): readonly Bucket[] {
  const isScaled = family === "gamma" || family === "zero-gamma" || family === "lognormal";
  const scaled = players.map((player): ScoredPlayer => {
    const mean = isScaled ? exp(Math.round(ln(player.mean) * BUCKETS_PER_E) / BUCKETS_PER_E) : player.mean;
    return { ...player, mean, points: (player.points * mean) / player.mean };
  });
  return [...groupBy(scaled, ({ mean, share, cut }) => `${mean} ${share} ${cut}`).values()].map((inside) => {
    const { mean, share, cut } = inside[0]!;
    return { mean, share, cut, players: inside };
  });
}

const RESOLUTION = 0.5;
/** The least likelihood of a score, so that one impossible score does not decide a fit. */
const LEAST_LIKELIHOOD = 1e-5;
const STEP = 0.1;

function evaluated(
  values: readonly number[],
  priors: readonly Prior[],
  changed: (values: readonly number[]) => Tried,
  buckets: readonly Bucket[],
): Evaluated {
  const here = likelihoods(changed(values), buckets);
  const sides = values.map((_, at) => {
    const step = STEP * priors[at]!.deviation;
    const moved = (by: number) => changed(values.map((value, index) => value + (index === at ? by : 0)));
    return { step, up: likelihoods(moved(step), buckets), down: likelihoods(moved(-step), buckets) };
  });
  return {
    likelihood: here.reduce((sum, one) => sum + one, 0),
    observations: buckets
      .flatMap(({ players }) => players)
      .map(({ cluster }, player) => ({
        cluster,
        score: sides.map(({ step, up, down }) => (up[player]! - down[player]!) / (2 * step)),
      })),
  };
}

function likelihoods({ spread, bias }: Tried, buckets: readonly Bucket[]): Float64Array {
  const all: number[] = [];
  for (const { mean, share, cut, players } of buckets) {
    const bandAt = bandsOf(spread, mean, share ?? cut);
    for (const { points } of players) {
      const unbiased = (scored: number) => withoutBias(scored, { bias, mean, isRival: share !== undefined });
      const { high } = bandAt(unbiased(points + RESOLUTION));
      const { low } = bandAt(unbiased(points - RESOLUTION));
      all.push(ln(Math.max(LEAST_LIKELIHOOD, high - low)));
    }
  }
  return Float64Array.from(all);
}

/**
 * The band of a score at a projection: by a formula for two humps (`won` is the chance of the high one, if
 * known), else read from the grid.
 */
function bandsOf(spread: SpreadTable, mean: number, won: number | undefined): (points: number) => Band {
  if (spread.family !== "two-humps") {
    const outcomes = outcomesOf(mean, spreadOf(spread, mean), spread.least);
    return (points) => bandOf(outcomes, 0, points);
  }
  const { low, high, least } = spread;
  const share = won ?? highShare(mean, low, high);
  // Zero, unless the share is given or `highShare` limits it.
  const shift = mean - ((1 - share) * low.mean + share * high.mean);
  const below = (points: number, hump: typeof low) =>
    normalChance((points - shift - hump.mean) / hump.deviation);
  return (points) => {
    const chance = points < least ? 0 : (1 - share) * below(points, low) + share * below(points, high);
    return { low: chance, high: chance };
  };
}
