import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { DrawSource } from "../../../model/draw-source.ts";
import type { Model } from "../../../model/model.ts";
import type { PortfolioPlan } from "../../../model/portfolio-plan.ts";

/** Draws new points for each lineup: every call returns the model with the next points. Null if the plan draws none. */
export async function drawer({ model, random }: PortfolioPlan): Promise<(() => Model) | null> {
  if (random === null) return null;
  if (!("spread" in random)) return simulatedDraws(model, random);
  const generator = xoroshiro128plus(random.seed);
  const { picks } = model;
  return () => {
    // All picks of an entry have the same factor.
    const factor = Float64Array.from(random.spread, (spread) => {
      const even = (generator.next() >>> 0) / 2 ** 32;
      return 1 + spread * (2 * even - 1);
    });
    // Avoids -0.
    const points = picks.points.map((own, pick) => Math.round(own * factor[picks.entry[pick]!]!) || 0);
    return { ...model, picks: { ...picks, points } };
  };
}

/** The draws of a simulation, one after another. */
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
