import type { ScoringGroup, ScoringTerm } from "../../../shared/schema/scoring.ts";

/** The predicted chances of the example. */
const CHANCE = 0.25;

/** A stat line with a value for every term of a group, which reaches every threshold. */
export function workedLine({ terms }: ScoringGroup): Readonly<Record<string, number>> {
  const line: Record<string, number> = {};
  const atLeast = (stat: string, value: number) => {
    line[stat] = Math.max(line[stat] ?? 0, value);
  };
  for (const [index, term] of terms.entries()) FILLED[term.kind](term as never, index, atLeast);
  return line;
}

type Filler<Kind extends ScoringTerm["kind"]> = (
  term: ScoringTerm & { kind: Kind },
  index: number,
  atLeast: (stat: string, value: number) => void,
) => void;

const FILLED: { readonly [Kind in ScoringTerm["kind"]]: Filler<Kind> } = {
  "per-unit": ({ stats }, index, atLeast) => {
    for (const [at, stat] of stats.entries()) atLeast(stat, 1 + ((index + at) % 3));
  },
  threshold: ({ stats, minimum, projection }, _, atLeast) => {
    for (const stat of stats) atLeast(stat, Math.ceil(minimum / stats.length));
    if (projection.probability !== null) atLeast(projection.probability, CHANCE);
  },
  categories: ({ of, count, projection }, _, atLeast) => {
    for (const stat of of.stats.slice(0, count)) atLeast(stat, of.each);
    if (projection.probability !== null) atLeast(projection.probability, CHANCE);
  },
  bracket: ({ stat, brackets }, _, atLeast) => atLeast(stat, brackets[1]?.from ?? 0),
  split: ({ whole, parts }, _, atLeast) => {
    for (const [at, { stat }] of parts.entries()) atLeast(stat, 1 + at);
    const known = parts.reduce((sum, __, at) => sum + 1 + at, 0);
    atLeast(whole, known + 1);
  },
};
