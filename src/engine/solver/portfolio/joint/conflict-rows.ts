import { countedOf, type PairRule } from "../../../model/lineup-conflicts.ts";
import { isOncePerLineup } from "../../../model/model.ts";
import type { PortfolioPlan } from "../../../model/portfolio-plan.ts";
import { isPositive } from "./master.ts";
import { type Column, keyOf, type Row } from "./rows.ts";

/**
 * The rows that exclude the conflicts of a lineup: any two lineups with the same identity, or with the same
 * `conflictSize` players, conflict.
 */
function conflictRows({ entries, identity }: Column, plan: Counting, conflictSize: number): Row[] {
  const sides = { lower: 0, upper: 1 };
  const rows: Row[] = [{ kind: "identity", identity, ...sides }];
  for (const set of subsetsOf(entries, conflictSize)) {
    // The price of a single player is simply subtracted from the points of the player's picks.
    const picks = set.length === 1 && isOncePerLineup(plan.model) ? picksOf(plan, set[0]!) : null;
    rows.push(
      picks === null
        ? { kind: "overlap", entries: set, ...sides }
        : { kind: "picks", share: null, picks, ...sides },
    );
  }
  return rows;
}

type Counting = Pick<PortfolioPlan, "model" | "counted">;

function picksOf(plan: Counting, owner: number): ReadonlySet<number> {
  const entry = countedOf(plan);
  return new Set([...entry.keys()].filter((pick) => entry[pick] === owner));
}

/** So many sets of players are examined for conflicts at most, because of memory. */
const MOST_SETS = 200_000;

/**
 * Finds rows of conflicts, at most `most`, that columns with these values violate, the most violated first:
 * adds up, for each row, the values of the columns that count in it.
 */
export function violatedConflicts(
  columns: readonly Column[],
  partOf: (column: number) => number,
  { plan, pairRule }: { readonly plan: Counting; readonly pairRule: PairRule },
  most: number,
): Row[] {
  if (!pairRule.isRestrictive) return [];
  const sums = new Map<string, { readonly row: Row; sum: number; members: number }>();
  for (const [at, column] of columns.entries()) {
    const part = partOf(at);
    if (!isPositive(part)) continue;
    for (const row of conflictRows(column, plan, pairRule.conflictSize)) {
      const key = keyOf(row);
      const known = sums.get(key);
      if (known !== undefined) {
        known.sum += part;
        known.members = (Math.imul(31, known.members) + at) | 0;
      } else if (sums.size < MOST_SETS) sums.set(key, { row, sum: part, members: at });
    }
  }
  // Rows with the same columns are the same row.
  const seen = new Set<number>();
  return [...sums.values()]
    .filter(({ sum }) => isPositive(sum - 1))
    .sort((a, b) => b.sum - a.sum)
    .filter(({ members }) => !seen.has(members) && seen.add(members))
    .slice(0, most)
    .map(({ row }) => row);
}

/** Yields all subsets of `size` items, in lexicographic order of their positions. */
function* subsetsOf(items: readonly number[], size: number, from = 0): Generator<readonly number[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let at = from; at <= items.length - size; at += 1)
    for (const rest of subsetsOf(items, size - 1, at + 1)) yield [items[at]!, ...rest];
}
