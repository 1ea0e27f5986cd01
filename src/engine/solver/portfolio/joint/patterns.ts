import { atLeast, isOncePerLineup, type Model, noneOf, type Rule } from "../../../model/model.ts";
import { ORIGIN } from "../rule-of.ts";
import type { Price, Prices } from "./prices.ts";
import { allSubsetsOf } from "./subsets.ts";

/** The lineups with some of a few entries and without the others, with the least they pay for overlap. */
export interface Pattern {
  readonly rules: readonly Rule[];
  /** Per pick, a lower bound on the payment of lineups with it, in units of points. */
  readonly ofPick: Float64Array;
  /** The payment of all of these lineups. */
  readonly constant: number;
}

/** Maximum number of entries to branch on: there is a pattern for each subset. */
const MOST_ENTRIES = 4;

type OverlapPrice = Price & { readonly row: Extract<Price["row"], { readonly kind: "overlap" }> };

/**
 * Branches on a few entries, those in many priced overlap rows: one branch per set of them that a lineup can
 * have. If a lineup has all entries of such a row except one, the row's price becomes an exact price of that
 * entry.
 */
export function patternsOf(model: Model, { others }: Pick<Prices, "others">): readonly Pattern[] {
  const { picks } = model;
  const prices = others.filter((price): price is OverlapPrice => price.row.kind === "overlap");
  const entries = isOncePerLineup(model) ? branchingEntries(prices) : [];
  const none = new Float64Array(picks.entry.length);
  if (entries.length === 0) return [{ rules: [], ofPick: none, constant: 0 }];
  return allSubsetsOf(entries).map((had) => {
    const paid = new Float64Array(model.entries);
    let constant = 0;
    for (const { row, amount } of prices) {
      const left = row.entries.filter((entry) => !had.includes(entry));
      if (left.length === 0) constant += amount;
      else if (left.length === 1) paid[left[0]!]! += amount;
    }
    const out = entries.filter((entry) => !had.includes(entry));
    return {
      rules: [
        ...(had.length === 0 ? [] : [{ ...atLeast(had), origin: ORIGIN }]),
        ...(out.length === 0 ? [] : [{ ...noneOf(out), origin: ORIGIN }]),
      ],
      ofPick: none.map((_, pick) => paid[picks.entry[pick]!]!),
      constant,
    };
  });
}

/** A few entries that include all but one entry of many rows, rows of the highest prices first. */
function branchingEntries(prices: readonly OverlapPrice[]): readonly number[] {
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
