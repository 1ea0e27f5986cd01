import type { PlanShare } from "./portfolio-plan.ts";

/** If one place has more shares than this, they stay together. */
const MOST_APART = 8;

/** Splits a plan's shares, as indices: each share alone, except those of a place that has very many. */
export function sharesByPlace(
  shares: readonly PlanShare[],
  indices: Iterable<number> = shares.keys(),
): readonly (readonly number[])[] {
  const places = new Map<string, number[]>();
  for (const index of indices) {
    const { pointer } = shares[index]!.origin;
    // A share without a place shares no place with others.
    const place = pointer || `share ${index}`;
    const known = places.get(place);
    if (known === undefined) places.set(place, [index]);
    else known.push(index);
  }
  return [...places.values()].flatMap((those) =>
    those.length > MOST_APART ? [those] : those.map((index) => [index]),
  );
}
