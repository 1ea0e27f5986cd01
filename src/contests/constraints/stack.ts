import { atLeast, pairTest } from "../../engine/model/model.ts";
import { contestWords } from "../../shared/books.ts";
import { fieldRef, message } from "../../shared/errors/message-parts.ts";
import { undeclaredName } from "../../shared/roster.ts";
import { citedSource, tableName } from "../../shared/schema/contest.ts";
import * as z from "../../shared/schema/zod.ts";
import type { Entry, Problem } from "../problem/problem.ts";
import { tableConstraint } from "./constraint.ts";
import { teamsOf } from "./groups.ts";

const name = "stack";
const POINTER = "/stack";

/**
 * The lineup has a passer and a receiver of the same team. If the request includes passers or receivers, one
 * of these must be in the pair; if it includes both, the rule asks for nothing more.
 */
export const stack = tableConstraint({
  name,
  field: "stack",
  kind: "offer",
  schema: z.described(
    z._default(
      z.nullable(z.strictObject({ passer: tableName, receiver: tableName, source: citedSource })),
      null,
    ),
    "The positions that `stack: true` pairs; null if requests may not stack.",
  ),
  *breaches(contest, roles) {
    if (roles === null) return;
    yield* undeclaredName(contest.positions, roles.passer, ["passer"]);
    yield* undeclaredName(contest.positions, roles.receiver, ["receiver"]);
    if (roles.passer === roles.receiver)
      yield { path: ["receiver"], reason: `"${roles.receiver}" is also the passer. Name another position.` };
  },
  words: (roles) =>
    roles === null ? [] : [`stack a ${roles.passer} with a ${roles.receiver} of the same team`],
  *refusals(contest, roles, request) {
    if (!request.stack || roles !== null) return;
    yield {
      code: "stack-not-offered",
      pointer: POINTER,
      detail: message`${contestWords(contest)} has no stacks. Remove ${fieldRef(POINTER, "`stack`")}.`,
    };
  },
  rules(problem, roles, picks) {
    if (!problem.request.stack || roles === null) return [];
    const { passer, receiver } = roles;
    const passers = includedTeams(problem, passer);
    const receivers = includedTeams(problem, receiver);
    const origin = (words: string) => ({ constraint: name, pointer: POINTER, words, unit: "team" });
    if (passers.size > 0 && receivers.size > 0) return [];
    const [has, wants, teams] =
      passers.size > 0 ? [passer, receiver, passers] : [receiver, passer, receivers];
    if (teams.size > 0) {
      const partners = holders(problem, ({ plays, team }) => plays.includes(wants) && teams.has(team));
      const words = `stack: a ${wants} of the team of the included ${has}`;
      return [{ ...atLeast(partners, 1), origin: origin(words) }];
    }
    return [
      {
        kind: "disjunction",
        ...pairTest(
          picks,
          teamsOf(problem.entries),
          holders(problem, (entry) => entry.plays.includes(passer)),
          holders(problem, (entry) => entry.plays.includes(receiver)),
        ),
        origin: origin(`stack: a ${passer} and a ${receiver} of one team`),
      },
    ];
  },
  check(problem, roles, lineup) {
    if (!problem.request.stack || roles === null) return [];
    const of = (position: string, entries: readonly Entry[]) =>
      entries.filter((entry) => entry.plays.includes(position));
    const included = problem.locks.map((lock) => problem.entries[lock.entry]!);
    const seated = lineup.map((seat) => problem.entries[seat.entry]!);
    const includedPassers = of(roles.passer, included);
    const includedReceivers = of(roles.receiver, included);
    if (includedPassers.length > 0 && includedReceivers.length > 0) return [];
    const passers = includedPassers.length > 0 ? includedPassers : of(roles.passer, seated);
    const receivers = includedReceivers.length > 0 ? includedReceivers : of(roles.receiver, seated);
    if (passers.some(({ team }) => receivers.some((receiver) => receiver.team === team))) return [];
    return [
      {
        detail: message`The lineup has no ${roles.passer} with a ${roles.receiver} of the same team (${fieldRef(POINTER)}).`,
        limit: 1,
        actual: 0,
        entries: [...passers, ...receivers].map(({ uuid }) => uuid),
      },
    ];
  },
});

function includedTeams(problem: Problem, position: string): Set<string> {
  const included = problem.locks.map((lock) => problem.entries[lock.entry]!);
  return new Set(included.filter((entry) => entry.plays.includes(position)).map((entry) => entry.team));
}

function holders(problem: Problem, holds: (entry: Entry) => boolean): number[] {
  return [...problem.entries.keys()].filter((index) => holds(problem.entries[index]!));
}
