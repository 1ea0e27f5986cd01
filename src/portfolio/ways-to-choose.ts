import type { Clause } from "../engine/model/lineup-test.ts";
import type { Picks, RuleByKind } from "../engine/model/model.ts";
import type { PortfolioRule } from "../shared/schema/portfolio.ts";
import type { RuleContext } from "./rule-context.ts";

/** Maximum number of ways to assign groups to the lists of a rule's `counts`. */
export const MOST_WAYS = 50_000;

/**
 * Whether each of a clause's counts can reach its minimum on its own, given the seats, the picks and the
 * contest's limits.
 */
export function isPossible(
  { counts }: Clause,
  { entry }: Picks,
  { seats, limits }: Pick<RuleContext, "seats" | "limits">,
): boolean {
  return counts.every(
    ({ picks, least }) =>
      least <= Math.min(seats, picks.length) &&
      limits.every((limit) => least <= mostWithin(limit, new Set(Array.from(picks, (pick) => entry[pick]!)))),
  );
}

/** How many of these players (indices in the pool) a lineup can have at most, under a maximum per group. */
function mostWithin({ groups, maximum }: RuleByKind["groupMaximum"], entries: ReadonlySet<number>): number {
  const sizes = new Map<number, number>();
  for (const entry of entries) sizes.set(groups[entry]!, (sizes.get(groups[entry]!) ?? 0) + 1);
  return [...sizes].reduce((sum, [group, size]) => sum + (group === -1 ? size : Math.min(size, maximum)), 0);
}

/**
 * Whether the seats may suffice for all clauses together. Adds up the minimums of counts, largest first, and
 * skips counts that share picks with an earlier one; so `true` proves nothing.
 */
function areSeated(clauses: readonly Clause[], seats: number): boolean {
  const counts = clauses.flatMap((clause) => clause.counts).sort((a, b) => b.least - a.least);
  const taken = new Set<number>();
  let asked = 0;
  for (const { picks, least } of counts) {
    if (picks.some((pick) => taken.has(pick))) continue;
    for (const pick of picks) taken.add(pick);
    asked += least;
  }
  return asked <= seats;
}

/**
 * For each list of a rule's `counts`, the index of the first list that is equal to it. Equal lists that
 * exchange their groups (such as teams) allow the same lineups, so `distinctWays` returns only one order.
 */
export function sameLists(counts: PortfolioRule["counts"]): readonly number[] {
  const texts = (counts ?? [null]).map((list) => JSON.stringify(list));
  return texts.map((text) => texts.indexOf(text));
}

/**
 * All ways to choose a different group for each list such that the seats suffice; null if there are more than
 * `MOST_WAYS`. `kept` has, for each list, the groups that can keep it, and `same` is from `sameLists`. Each
 * way is returned as one clause.
 */
export function distinctWays(
  kept: readonly (readonly { readonly at: number; readonly clause: Clause }[])[],
  same: readonly number[],
  seats: number,
): Clause[] | null {
  const ways: Clause[] = [];
  const chosen: { readonly at: number; readonly clause: Clause }[] = [];
  const extend = (list: number): boolean => {
    if (list === kept.length) {
      ways.push({
        counts: chosen.flatMap(({ clause }) => clause.counts),
        sums: chosen.flatMap(({ clause }) => clause.sums),
      });
      return ways.length <= MOST_WAYS;
    }
    const twin = same.lastIndexOf(same[list]!, list - 1);
    for (const one of kept[list]!) {
      if (chosen.some(({ at }) => at === one.at)) continue;
      if (list > 0 && twin !== -1 && one.at < chosen[twin]!.at) continue;
      chosen.push(one);
      const clauses = chosen.map(({ clause }) => clause);
      const goesOn = !areSeated(clauses, seats) || extend(list + 1);
      chosen.pop();
      if (!goesOn) return false;
    }
    return true;
  };
  return extend(0) ? ways : null;
}
