import type { Entry, Problem } from "../../contests/problem/problem.ts";
import { subjectsOf } from "../../contests/problem/projection-subjects.ts";
import type { ScoredTerm } from "../../contests/scoring/breakdown.ts";
import { readBreakdown } from "../../contests/scoring/carried.ts";
import { positionNamed } from "../../engine/roster/positions.ts";
import { InvalidRequestError } from "../../shared/errors.ts";
import type { FantasyPerformanceDocument } from "../../shared/schema/performances.ts";

/** The scoring terms of a player's points; null if the points are a projection and were not scored. */
export type BreakdownOf = (entry: Entry) => readonly ScoredTerm[] | null;

/**
 * Finds the breakdowns that a document carries.
 * @throws InvalidRequestError if it carries none at all.
 */
export function breakdownsOf({ contest }: Problem, { data }: FantasyPerformanceDocument): BreakdownOf {
  const found = new Map<string, readonly ScoredTerm[]>();
  const subjects = subjectsOf(data);
  for (const [index, { attributes }] of data.entries()) {
    const breakdown = readBreakdown(attributes, contest.book);
    if (breakdown === null) continue;
    const { player, team, event } = subjects[index]!;
    const isTeams = positionNamed(contest, attributes.position ?? "")?.entry === "team";
    if (player !== null && !isTeams) found.set(key("player", player, event), breakdown);
    else found.set(key("team", team, event), breakdown);
  }
  if (found.size === 0)
    throw new InvalidRequestError([
      {
        code: "no-breakdown",
        detail:
          "include scoring: the points are projections, not scored from stat lines, so there is no breakdown. " +
          "Give performances, or leave scoring out.",
        source: { parameter: "include" },
      },
    ]);
  return ({ kind, uuid, event }) => found.get(key(kind, uuid, event)) ?? null;
}

function key(kind: Entry["kind"], uuid: string | null, event: string | null): string {
  return `${kind} ${uuid} ${event}`;
}
