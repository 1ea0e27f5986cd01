import type { Column } from "./columns.ts";
import type { Prices } from "./prices.ts";
import { priceLineups } from "./pricing.ts";
import type { PricedClass, RestrictedMaster } from "./restricted-master.ts";

export interface Candidates {
  readonly lineups: Column[];
  /**
   * A portfolio with any other lineup is at least this many units below the bound that the prices prove;
   * Infinity if no other lineup exists.
   */
  loss: number;
}

/** Maximum number of lineups to look at per wanted candidate, and in total. */
const DEPTH_PER_CANDIDATE = 20;
const MOST_LOOKED = 100_000;

/**
 * Reduced-cost fixing: returns the lineups, at most `most`, that can be in a portfolio less than `open` units
 * below the bound at these prices. The bound adds up the greatest values of as many lineups as the plan
 * requires; a lineup with less value than all of these costs at least the difference. Classes share `most`
 * evenly, but each has at least twice its count. Null if too few lineups are found.
 */
export async function reducedCostCandidates(
  { classes, pairRule, shareIndex }: Pick<RestrictedMaster, "classes" | "pairRule" | "shareIndex">,
  prices: readonly Prices[],
  { open, most }: { readonly open: number; readonly most: number },
): Promise<Candidates | null> {
  const few: Candidates = { lineups: [], loss: Number.POSITIVE_INFINITY };
  for (const [at, kind] of classes.entries()) {
    const part = Math.max(Math.floor(most / classes.length), 2 * kind.count);
    const own = await candidatesOfClass(kind, prices[at]!, {
      ...{ open: open / kind.weight, most: part },
      deepest: Math.max(part + 1, Math.min(MOST_LOOKED, DEPTH_PER_CANDIDATE * most) / classes.length),
    });
    if (own === null) return null;
    few.lineups.push(...undominated(own.columns, { pairRule, shareIndex }));
    few.loss = Math.min(few.loss, kind.weight * own.loss);
  }
  return few;
}

/** The candidates of a kind; `loss` and `open` are per contest entry. */
async function candidatesOfClass(
  kind: PricedClass,
  prices: Prices,
  { open, most, deepest }: { readonly open: number; readonly most: number; readonly deepest: number },
): Promise<{ readonly columns: readonly Column[]; readonly loss: number } | null> {
  const { priced, seen, rest } = await priceLineups(kind, prices, {
    best: most + 1,
    fresh: 0,
    isFresh: () => false,
    floor: Number.NEGATIVE_INFINITY,
    deepest,
    stride: most,
  });
  const last = priced[kind.count - 1]?.worth ?? Number.NEGATIVE_INFINITY;
  if (last === Number.NEGATIVE_INFINITY && rest !== last) return null;
  const inOrder = seen.toSorted((a, b) => b.worth - a.worth);
  const least = last - open;
  const kept = inOrder.filter(({ worth }) => worth > least);
  const next = Math.max(rest, inOrder[Math.min(kept.length, most)]?.worth ?? Number.NEGATIVE_INFINITY);
  return {
    columns: kept.slice(0, most).map(({ column }) => column),
    loss: next === Number.NEGATIVE_INFINITY ? Number.POSITIVE_INFINITY : last - next,
  };
}

/**
 * Removes dominated lineups: another one has the same players and shares, and at least as many points. If a
 * portfolio may have several lineups with the same players (such as with different captains), one is kept for
 * each identity.
 */
function undominated(
  lineups: readonly Column[],
  { pairRule, shareIndex }: Pick<RestrictedMaster, "pairRule" | "shareIndex">,
): Column[] {
  const best = new Map<string, Column>();
  for (const column of lineups) {
    const rows = shareIndex(column).toSorted((a, b) => a - b);
    const name = column.entries.length >= pairRule.conflictSize ? "" : column.identity;
    const kind = `${column.kind}:${name}:${column.entries.join()}:${rows.join()}`;
    const other = best.get(kind);
    if (other === undefined || column.points > other.points) best.set(kind, column);
  }
  return [...best.values()];
}
