import type { Entry } from "../contests/problem/problem.ts";
import { behaviourOf, type DrawTerms } from "./draw-source.ts";
import { highShare } from "./outcomes.ts";

/** The chance that all of these players make the cut; golfers do so independently of each other. */
export type CutChance = (uuids: readonly string[]) => number;

/**
 * Returns the function for the chance to make the cut; a player's chance is the known one, or else follows
 * from the projection. Null for sports without a cut, and for outcomes that another program simulated.
 */
export function cutChances(entries: readonly Entry[], terms: DrawTerms): CutChance | null {
  if ("simulated" in terms) return null;
  const { table, known } = terms;
  const given = new Map(known.map(({ uuid, cut }) => [uuid, cut]));
  const chances = new Map(
    entries.flatMap((entry): [string, number][] => {
      const { spread } = behaviourOf(entry, table);
      if (spread.family !== "two-humps" || spread.cut !== true) return [];
      return [[entry.uuid, given.get(entry.uuid) ?? highShare(entry.points, spread.low, spread.high)]];
    }),
  );
  return chances.size === 0
    ? null
    : (uuids) => uuids.reduce((all, uuid) => all * (chances.get(uuid) ?? 1), 1);
}
