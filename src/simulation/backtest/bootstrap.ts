import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

export interface Estimate {
  readonly value: number;
  /** The standard error over slates; null for a single slate. */
  readonly error: number | null;
  /** The middle 95% of resampled estimates; null for a single slate. */
  readonly interval: readonly [number, number] | null;
}

/** One slate's numerator (`above`) and denominator (`below`) of a ratio, such as profit over cost. */
interface RatioTerms {
  readonly above: number;
  readonly below: number;
}

const RESAMPLES = 4_000;
const SEED = 1;

/**
 * A ratio of sums over slates with its bootstrap interval: whole slates are drawn with replacement, because
 * the lineups of one slate share their players. The same slates give the same numbers on every machine.
 */
export function bootstrapRatio(slates: readonly RatioTerms[]): Estimate {
  const value = ratioOf(slates);
  if (slates.length < 2) return { value, error: null, interval: null };
  const random = xoroshiro128plus(SEED);
  const resampled = Float64Array.from({ length: RESAMPLES }, () => {
    let [above, below] = [0, 0];
    for (let drawn = 0; drawn < slates.length; drawn += 1) {
      const slate = slates[(random.next() >>> 0) % slates.length]!;
      above += slate.above;
      below += slate.below;
    }
    return below === 0 ? 0 : above / below;
  }).sort();
  const mean = resampled.reduce((sum, one) => sum + one, 0) / RESAMPLES;
  const squares = resampled.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const at = (part: number) => resampled[Math.round(part * (RESAMPLES - 1))]!;
  return { value, error: Math.sqrt(squares / (RESAMPLES - 1)), interval: [at(0.025), at(0.975)] };
}

function ratioOf(slates: readonly RatioTerms[]): number {
  const below = slates.reduce((sum, slate) => sum + slate.below, 0);
  return below === 0 ? 0 : slates.reduce((sum, slate) => sum + slate.above, 0) / below;
}

/** A profit that a good strategy could have, as a fraction of the fees. */
const EDGE = 0.1;

/**
 * How many slates it takes until a profit of 10% of the fees is twice its standard error, given the error
 * over `slates` slates.
 */
export function slatesNeeded({ error }: Estimate, slates: number): number {
  return Math.ceil(slates * ((2 * (error ?? 0)) / EDGE) ** 2);
}
