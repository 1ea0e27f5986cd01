import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { Model } from "../../../model/model.ts";
import type { PortfolioPlan } from "../../../model/portfolio-plan.ts";

/** Draws fresh points for a lineup: each call gives the model of the next. */
export function drawer({ model, random }: PortfolioPlan): (() => Model) | null {
  if (random === null) return null;
  const generator = xoroshiro128plus(random.seed);
  const { picks } = model;
  return () => {
    // An entry's picks rise and fall together.
    const factor = Float64Array.from({ length: model.entries }, () => {
      const even = (generator.next() >>> 0) / 2 ** 32;
      return 1 + random.spread * (2 * even - 1);
    });
    const points = picks.points.map((own, pick) => Math.round(own * factor[picks.entry[pick]!]!) + 0);
    return { ...model, picks: { ...picks, points } };
  };
}
