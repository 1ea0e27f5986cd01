import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { DrawSource } from "../../../model/draw-source.ts";
import type { Model } from "../../../model/model.ts";
import type { PortfolioPlan } from "../../../model/portfolio-plan.ts";

/** Draws fresh points for a lineup: each call gives the model of the next. */
export async function drawer({ model, random }: PortfolioPlan): Promise<(() => Model) | null> {
  if (random === null) return null;
  if (!("spread" in random)) return simulatedDraws(model, random);
  const generator = xoroshiro128plus(random.seed);
  const { picks } = model;
  return () => {
    // An entry's picks rise and fall together.
    const factor = Float64Array.from({ length: model.entries }, () => {
      const even = (generator.next() >>> 0) / 2 ** 32;
      return 1 + random.spread * (2 * even - 1);
    });
    // No points are 0, never -0.
    const points = picks.points.map((own, pick) => Math.round(own * factor[picks.entry[pick]!]!) || 0);
    return { ...model, picks: { ...picks, points } };
  };
}

/** The draws of a simulation with that source, one after the other. */
async function simulatedDraws(model: Model, source: DrawSource): Promise<() => Model> {
  const { BLOCK, Drawing } = await import("../../draws/drawing.ts");
  const { picks } = model;
  const drawing = new Drawing(source, picks.entry);
  let draw = 0;
  return () => {
    if (draw % BLOCK === 0) drawing.begin(draw / BLOCK);
    draw += 1;
    drawing.next();
    return { ...model, picks: { ...picks, points: drawing.points.slice() } };
  };
}
