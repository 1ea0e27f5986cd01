import { atLeast, isOncePerLineup, type Model, noneOf, type Rule } from "../../../model/model.ts";
import { ORIGIN } from "../rule-of.ts";
import type { Price, Prices } from "./prices.ts";

/** Lineups that have some of a few entries and none of the others, and what they pay for what they have in common. */
export interface Pattern {
  readonly rules: readonly Rule[];
  /** Per pick what those who have it pay at the least, in units of points. */
  readonly ofPick: Float64Array;
  /** What they pay in any case. */
  readonly whatever: number;
}

/** Of so many entries there is a pattern for each set. */
const MOST_ENTRIES = 4;

type CommonPrice = Price & { readonly row: Extract<Price["row"], { readonly kind: "overlap" }> };

/**
 * All lineups, parted by which of a few entries they have: those that many prices of common entries speak of. To who has
 * all of a row's entries but one, its price is one of that last entry, as exact as a price of picks.
 */
export function patternsOf(model: Model, { others }: Pick<Prices, "others">): readonly Pattern[] {
  const { picks } = model;
  const prices = others.filter((price): price is CommonPrice => price.row.kind === "overlap");
  const entries = isOncePerLineup(model) ? entriesThatPart(prices) : [];
  const none = new Float64Array(picks.entry.length);
  if (entries.length === 0) return [{ rules: [], ofPick: none, whatever: 0 }];
  return subsetsOf(entries).map((had) => {
    const paid = new Float64Array(model.entries);
    let whatever = 0;
    for (const { row, amount } of prices) {
      const left = row.entries.filter((entry) => !had.includes(entry));
      if (left.length === 0) whatever += amount;
      else if (left.length === 1) paid[left[0]!]! += amount;
    }
    const out = entries.filter((entry) => !had.includes(entry));
    return {
      rules: [
        ...(had.length === 0 ? [] : [{ ...atLeast(had), origin: ORIGIN }]),
        ...(out.length === 0 ? [] : [{ ...noneOf(out), origin: ORIGIN }]),
      ],
      ofPick: none.map((_, pick) => paid[picks.entry[pick]!]!),
      whatever,
    };
  });
}

/** Few entries such that of many rows all but one are among them, those of the highest prices first. */
function entriesThatPart(prices: readonly CommonPrice[]): readonly number[] {
  const weights = new Map<string, { readonly entries: readonly number[]; rows: number; weight: number }>();
  for (const { row, amount } of prices) {
    if (row.entries.length > MOST_ENTRIES + 1) continue;
    for (const out of row.entries) {
      const entries = row.entries.filter((entry) => entry !== out);
      const known = weights.get(entries.join()) ?? { entries, rows: 0, weight: 0 };
      known.rows += 1;
      known.weight += amount;
      weights.set(entries.join(), known);
    }
  }
  let chosen: readonly number[] = [];
  const many = [...weights.values()].filter(({ rows }) => rows > 1).sort((a, b) => b.weight - a.weight);
  for (const { entries } of many) {
    const joined = [...new Set([...chosen, ...entries])];
    if (joined.length <= MOST_ENTRIES) chosen = joined;
  }
  return chosen;
}

function subsetsOf(entries: readonly number[]): readonly (readonly number[])[] {
  let subsets: readonly (readonly number[])[] = [[]];
  for (const entry of entries) subsets = subsets.concat(subsets.map((subset) => [...subset, entry]));
  return subsets;
}
