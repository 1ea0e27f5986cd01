import type { Problem } from "../contests/problem/problem.ts";
import { MOST_POINTS } from "../contests/problem/projections.ts";
import { headerKey } from "../shared/header-key.ts";
import type { Portfolio } from "../shared/schema/portfolio.ts";
import { counted } from "../shared/words.ts";
import { type People, personLabel } from "./people.ts";
import type { Findings } from "./places.ts";
import { readNumber } from "./ranges.ts";
import { perPlayer } from "./selections.ts";

/** The players' points after the changes that `points` in a portfolio's description makes. */
interface ChangedPoints {
  /** One number per player, in the order of `Problem.entries`. */
  readonly points: readonly number[];
  /** Indices of the players without a number in the column that `from` names; lineups leave them out. */
  readonly without: readonly number[];
}

/**
 * Applies the `points` field (`from` and `boost`) of a portfolio's description to the pool; records errors in
 * `findings`.
 */
export function changedPoints(
  problem: Problem,
  people: People,
  { from, boost }: NonNullable<Portfolio["points"]>,
  findings: Findings,
): ChangedPoints {
  const path = ["points"];
  const points = people.all.map(({ points: own }) => own);
  const without: number[] = [];
  const key = headerKey(from ?? "");
  if (from !== undefined && !people.headers.has(key)) {
    findings.refuseColumn([...path, "from"], from, [...people.headers.values()]);
  } else if (from !== undefined) {
    for (const [entry, person] of people.all.entries()) {
      const value = readNumber(person.cells.get(key) ?? "");
      if (value === null) without.push(entry);
      else points[entry] = value;
    }
    if (without.length === points.length)
      findings.refuse(
        "unknown-column",
        [...path, "from"],
        `no player has a number in column ${from}. Name a column of numbers.`,
      );
    else if (without.length > 0)
      findings.warn(
        [...path, "from"],
        `leaves out ${counted(without.length, "player")} without a number in column ${from}.`,
      );
  }
  // A boost selects players by their original points.
  const boosts = perPlayer(boost, [...path, "boost"], "invalid-boost", { problem, people }, findings);
  for (const { entries, by } of boosts) {
    const text = String(by).trim();
    const amount = Number(text.replace("%", ""));
    for (const entry of entries)
      points[entry]! += text.endsWith("%") ? (points[entry]! * amount) / 100 : amount;
  }
  const remedy =
    from === undefined ? "Use a smaller boost." : `Correct the number in column ${from}, or the boost.`;
  for (const [entry, value] of points.entries())
    if (Math.abs(value) > MOST_POINTS)
      findings.refuse(
        "invalid-points",
        path,
        `${personLabel(people.all[entry]!)} would have ${value} points, but ${-MOST_POINTS} to ${MOST_POINTS} are allowed. ${remedy}`,
      );
  return { points, without };
}
