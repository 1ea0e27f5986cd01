import { seatsWhere } from "../../engine/roster.ts";
import { entryRef, message } from "../../shared/errors/message-parts.ts";
import { citedSource } from "../../shared/schema/contest.ts";
import * as z from "../../shared/schema/zod.ts";
import { tableConstraint } from "./constraint.ts";
import { teamsOf } from "./groups.ts";

const name = "both-teams";
const WORDS = "both teams of the game";

/** The lineup has players from both teams of its game. */
export const bothTeams = tableConstraint({
  name,
  field: "bothTeams",
  kind: "limit",
  schema: z.described(
    z._default(z.nullable(z.strictObject({ source: citedSource })), null),
    "A lineup has a player from each team of its game.",
  ),
  *breaches(contest, limit) {
    if (limit === null) return;
    if (contest.games.maximum !== 1) {
      yield {
        path: [],
        reason: `needs \`games.maximum\` to be 1 (got ${contest.games.maximum}). Set that, or set \`bothTeams\` to null.`,
      };
    }
    if (seatsWhere(contest, () => true) < 2) {
      yield {
        path: [],
        reason: "one seat cannot have players from two teams. Add a seat, or set `bothTeams` to null.",
      };
    }
  },
  words: (limit) => (limit === null ? [] : [WORDS]),
  rules(problem, limit) {
    if (limit === null) return [];
    return [
      {
        kind: "groupsMinimum",
        groups: teamsOf(problem.entries),
        minimum: 2,
        origin: { constraint: name, pointer: null, words: WORDS, unit: "team" },
      },
    ];
  },
  check(problem, limit, lineup) {
    if (limit === null) return [];
    const team = lineup.length === 0 ? null : problem.entries[lineup[0]!.entry]!.team;
    for (const seat of lineup) if (problem.entries[seat.entry]!.team !== team) return [];
    const met =
      team === null ? "The lineup has no players" : message`All players are from team ${entryRef(team)}`;
    return [
      {
        detail: message`${met}; both teams of the game are needed.`,
        limit: 2,
        actual: team === null ? 0 : 1,
        entries: lineup.map((seat) => problem.entries[seat.entry]!.uuid),
      },
    ];
  },
});
