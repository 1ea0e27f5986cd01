import type { Rule } from "../model/model.ts";
import type { Entry, Problem } from "../problem/problem.ts";
import type { Constraint } from "./constraint.ts";
import { groupsOf } from "./groups.ts";

const name = "stack";

/**
 * Pairs a passer with a receiver of the same team. Whom the request includes decides: neither, some such pair;
 * one of the two, a partner of an included one's team; both, nothing more.
 */
export const stack: Constraint = {
  name,
  rules(problem) {
    const roles = problem.contest.stack;
    if (!problem.request.stack || roles === null) return [];
    const { passer, receiver } = roles;
    const passers = includedTeams(problem, passer);
    const receivers = includedTeams(problem, receiver);
    const origin = (words: string) => ({ constraint: name, pointer: "/stack", words });
    if (passers.size > 0 && receivers.size > 0) return [];
    if (passers.size > 0)
      return [
        partner(problem, receiver, passers, origin(`stack: a ${receiver} of the included ${passer}'s team`)),
      ];
    if (receivers.size > 0)
      return [
        partner(problem, passer, receivers, origin(`stack: a ${passer} of the included ${receiver}'s team`)),
      ];
    return [
      {
        kind: "pairedGroup",
        groups: groupsOf(problem.entries, (entry) => entry.team),
        left: holders(problem, (entry) => entry.positions.includes(passer)),
        right: holders(problem, (entry) => entry.positions.includes(receiver)),
        origin: origin(`stack: a ${passer} and a ${receiver} of one team`),
      },
    ];
  },
  check(problem, lineup) {
    const roles = problem.contest.stack;
    if (!problem.request.stack || roles === null) return [];
    const teamsIn = (position: string, entries: readonly Entry[]) =>
      entries.filter((entry) => entry.positions.includes(position)).map((entry) => entry.team);
    const included = problem.locks.map((lock) => problem.entries[lock.entry]!);
    const seated = lineup.map((seat) => problem.entries[seat.entry]!);
    const includedPassers = teamsIn(roles.passer, included);
    const includedReceivers = teamsIn(roles.receiver, included);
    if (includedPassers.length > 0 && includedReceivers.length > 0) return [];
    const passers = includedPassers.length > 0 ? includedPassers : teamsIn(roles.passer, seated);
    const receivers = includedReceivers.length > 0 ? includedReceivers : teamsIn(roles.receiver, seated);
    if (passers.some((team) => receivers.includes(team))) return [];
    return [
      {
        constraint: name,
        detail: `No ${roles.passer} and ${roles.receiver} of one team are stacked (/stack).`,
      },
    ];
  },
};

function includedTeams(problem: Problem, position: string): Set<string> {
  const included = problem.locks.map((lock) => problem.entries[lock.entry]!);
  return new Set(included.filter((entry) => entry.positions.includes(position)).map((entry) => entry.team));
}

function partner(
  problem: Problem,
  position: string,
  teams: ReadonlySet<string>,
  origin: Rule["origin"],
): Rule {
  const entries = holders(problem, (entry) => entry.positions.includes(position) && teams.has(entry.team));
  return { kind: "atLeast", entries, minimum: 1, origin };
}

function holders(problem: Problem, holds: (entry: Entry) => boolean): number[] {
  return [...problem.entries.keys()].filter((index) => holds(problem.entries[index]!));
}
