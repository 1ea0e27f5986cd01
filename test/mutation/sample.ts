import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** How many changes of a part to try, and the seed that selects them. */
export interface Sample {
  readonly size: number;
  readonly seed: number;
}

/** A uniform sample of the numbers below `of`; all of them if no sample is requested. */
export function drawn(of: number, sample: Sample | null): ReadonlySet<number> {
  const all = Array.from({ length: of }, (_, at) => at);
  if (sample === null || sample.size >= of) return new Set(all);
  const generator = xoroshiro128plus(sample.seed);
  for (let at = 0; at < sample.size; at += 1) {
    const other = uniformInt(generator, at, of - 1);
    [all[at], all[other]] = [all[other] as number, all[at] as number];
  }
  return new Set(all.slice(0, sample.size));
}

/** The 95% confidence interval of the share over all changes (Wilson's interval). */
export function interval(hits: number, size: number): readonly [low: number, high: number] {
  const z = 1.96;
  const share = hits / size;
  const middle = share + z ** 2 / (2 * size);
  const reach = z * Math.sqrt((share * (1 - share)) / size + z ** 2 / (4 * size ** 2));
  return [(middle - reach) / (1 + z ** 2 / size), (middle + reach) / (1 + z ** 2 / size)];
}
