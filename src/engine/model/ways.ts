import type { Clause, LineupTest } from "./lineup-test.ts";

/**
 * The clauses that pass a test, any one of them alone: one side of `when` violated, or one of the
 * alternatives.
 */
export function waysOf({ when, alternatives }: LineupTest): Clause[] {
  if (when === null) return [...alternatives];
  const { picks, least, most } = when;
  const infinite = Number.POSITIVE_INFINITY;
  const fewer: Clause = { counts: [{ picks, least: 0, most: Math.ceil(least) - 1 }], sums: [] };
  const more: Clause = { counts: [{ picks, least: Math.floor(most) + 1, most: infinite }], sums: [] };
  return [...(least > 0 ? [fewer] : []), ...(most < infinite ? [more] : []), ...alternatives];
}
