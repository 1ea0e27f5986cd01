import type { Field } from "../../../model/contest-plan.ts";

/** A text that is equal for equal lineups, given as ascending picks of at most 16 bits. */
export function lineupKey(picks: ArrayLike<number>): string {
  return String.fromCharCode.apply(null, picks as number[]);
}

/** Makes a field of lineups, given as ascending picks: each different one once, with its number. */
export function packField(lineups: Iterable<ArrayLike<number>>): Field {
  const known = new Map<string, { readonly picks: ArrayLike<number>; weight: number }>();
  for (const picks of lineups) {
    const key = lineupKey(picks);
    const own = known.get(key);
    if (own === undefined) known.set(key, { picks, weight: 1 });
    else own.weight += 1;
  }
  const packed = [...known.values()];
  const seats = packed[0]?.picks.length ?? 0;
  const all = new Uint16Array(packed.length * seats);
  for (const [at, { picks }] of packed.entries()) all.set(picks, at * seats);
  return { lineups: all, weights: Int32Array.from(packed, ({ weight }) => weight) };
}
