interface Observation {
  readonly score: readonly number[];
  readonly cluster: string;
}

export interface Prior {
  readonly value: number;
  readonly deviation: number;
}

export interface Fitted {
  readonly value: number;
  readonly error: number;
}

export interface Evaluated {
  readonly likelihood: number;
  readonly observations: readonly Observation[];
}

const MOST_STEPS = 30;
const HALVINGS = 5;
const SMALL_STEP = 0.02;

/**
 * Fits values by maximum likelihood, shrunk to their priors, by steps from products of the observations'
 * derivatives (Berndt, Hall, Hall and Hausman). Observations of one cluster tell less than independent ones,
 * so the log likelihood is divided by the design effect. The errors are those of the posterior distribution.
 */
export function shrunkFit(
  priors: readonly Prior[],
  evaluate: (values: readonly number[]) => Evaluated,
): readonly Fitted[] {
  const precision = priors.map(({ deviation }) => 1 / deviation ** 2);
  const penalty = (values: readonly number[]) =>
    values.reduce((sum, value, at) => sum + (precision[at]! * (value - priors[at]!.value) ** 2) / 2, 0);
  let values = priors.map(({ value }) => value);
  let current = evaluate(values);
  let covariance: number[][] = [];
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const { information, gradient, effect } = informationOf(current.observations, values.length);
    const curvature = information.map((row, at) =>
      row.map((one, column) => one / effect + (column === at ? precision[at]! : 0)),
    );
    covariance = inverse(curvature);
    const slope = gradient.map(
      (one, at) => one / effect - precision[at]! * (values[at]! - priors[at]!.value),
    );
    const move = times(covariance, slope);
    if (move.every((one, at) => Math.abs(one) < SMALL_STEP * priors[at]!.deviation)) break;
    const worth = current.likelihood / effect - penalty(values);
    let taken = false;
    for (let halving = 0; halving < HALVINGS && !taken; halving += 1) {
      const tried = values.map((value, at) => value + move[at]! / 2 ** halving);
      const found = evaluate(tried);
      taken = found.likelihood / effect - penalty(tried) > worth;
      if (taken) [values, current] = [tried, found];
    }
    if (!taken) break;
  }
  return values.map((value, at) => ({ value, error: Math.sqrt(covariance[at]![at]!) }));
}

function informationOf(observations: readonly Observation[], size: number) {
  const information = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  const gradient = new Array<number>(size).fill(0);
  const clusters = new Map<string, number[]>();
  for (const { score, cluster } of observations) {
    const sums = clusters.get(cluster) ?? new Array<number>(size).fill(0);
    clusters.set(cluster, sums);
    for (let at = 0; at < size; at += 1) {
      gradient[at]! += score[at]!;
      sums[at]! += score[at]!;
      for (let other = 0; other < size; other += 1) information[at]![other]! += score[at]! * score[other]!;
    }
  }
  // Around the fit, the scores' mean is zero but for the prior's pull.
  const effects = gradient.map((sum, at) => {
    const mean = sum / Math.max(1, observations.length);
    const between = [...clusters.values()].reduce((all, sums) => all + sums[at]! ** 2, 0);
    const within = information[at]![at]! - observations.length * mean ** 2;
    const shared = clusters.size < FEWEST_CLUSTERS ? within : between - sum ** 2 / clusters.size;
    return within > 0 ? shared / within : 1;
  });
  const effect = Math.max(1, effects.reduce((sum, one) => sum + one, 0) / Math.max(1, size));
  return { information, gradient, effect };
}

const FEWEST_CLUSTERS = 4;

export type Matrix = readonly (readonly number[])[];

export function inverse(matrix: Matrix): number[][] {
  const size = matrix.length;
  const rows = matrix.map((row, at) => [...row, ...row.map((_, column) => Number(column === at))]);
  for (let at = 0; at < size; at += 1) {
    const pivot = rows[at]![at]!;
    const row = rows[at]!.map((one) => one / pivot);
    rows[at] = row;
    for (let other = 0; other < size; other += 1) {
      if (other === at) continue;
      const factor = rows[other]![at]!;
      rows[other] = rows[other]!.map((one, column) => one - factor * row[column]!);
    }
  }
  return rows.map((row) => row.slice(size));
}

export function times(matrix: Matrix, vector: readonly number[]): number[] {
  return matrix.map((row) => row.reduce((sum, one, at) => sum + one * vector[at]!, 0));
}
