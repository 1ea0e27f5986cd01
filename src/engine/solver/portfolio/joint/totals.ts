/** The points of all contest entries together, in units; the sum can exceed the exact range of doubles. */
export function sumOf(lineups: readonly { readonly points: number; readonly weight?: number }[]): bigint {
  return lineups.reduce((sum, { points, weight = 1 }) => sum + BigInt(weight) * BigInt(points), 0n);
}

/** The largest multiple of `step`, a whole number above 0, that is no more than `value`. */
export function floorTo(value: bigint, step: bigint): bigint {
  const over = value % step;
  return value - (over < 0n ? over + step : over);
}

/** The smallest double that is at least `value`. */
export function doubleAbove(value: bigint): number {
  const near = Number(value);
  if (BigInt(near) >= value) return near;
  // Beyond 2^53, adjacent doubles differ by the last of their 53 bits.
  const apart = 2 ** (Math.floor(Math.log2(Math.abs(near))) - 53);
  let above = near;
  for (let steps = 1; above === near; steps *= 2) above = near + steps * apart;
  return above;
}
