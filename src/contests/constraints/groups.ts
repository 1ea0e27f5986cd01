import type { Rule } from "../../engine/model/model.ts";
import { entryRef, message } from "../../shared/errors/message-parts.ts";
import { mostTeams, seatsWhere, undeclared } from "../../shared/roster.ts";
import { type ContestBase, citedSource, exceptedPositions } from "../../shared/schema/contest.ts";
import * as z from "../../shared/schema/zod.ts";
import type { Entry, Seat } from "../problem/problem.ts";
import { type Finding, type TableConstraint, tableConstraint } from "./constraint.ts";

/** The number of each player's group; -1 for players without a key, who do not count. */
function groupsOf(entries: readonly Entry[], keyOf: (entry: Entry) => string | null): Int32Array {
  const keys = entries.map(keyOf);
  const numbers = new Map([...new Set(keys.filter((key) => key !== null))].map((key, at) => [key, at]));
  return Int32Array.from(keys, (key) => (key === null ? -1 : numbers.get(key)!));
}

export function teamsOf(entries: readonly Entry[]): Int32Array {
  return groupsOf(entries, (entry) => entry.team);
}

function counts(entry: Entry, except: readonly string[]): boolean {
  return entry.positions.some((position) => !except.includes(position));
}

function exception(except: readonly string[]): string {
  return except.length === 0 ? "" : ` (${except.join(", ")} not counted)`;
}

/** Checks share no code with the rules' `counts` and run for every lineup, so it allocates nothing. */
function holdsOther(positions: readonly string[], except: readonly string[]): boolean {
  for (let at = 0; at < positions.length; at += 1) if (!except.includes(positions[at]!)) return true;
  return false;
}

const schema = z._default(
  z.nullable(
    z.strictObject({ minimum: z.int().check(z.minimum(2)), except: exceptedPositions, source: citedSource }),
  ),
  null,
);

/** `most` is how many groups a lineup can have, null for no limit. */
interface Grouping {
  readonly unit: string;
  readonly keyOf: (entry: Entry) => string;
  readonly most: (contest: ContestBase) => number | null;
}

const GAMES: Grouping = {
  unit: "game",
  keyOf: (entry) => entry.event,
  most: ({ games }) => games.maximum,
};

const TEAMS: Grouping = { unit: "team", keyOf: (entry) => entry.team, most: mostTeams };

interface Named<Field extends string> extends Grouping {
  readonly name: string;
  readonly field: Field;
}

function minimumGroups<const Field extends string>({
  name,
  field,
  unit,
  keyOf,
  most,
}: Named<Field>): TableConstraint<Field, "limit", typeof schema> {
  const words = (minimum: number, except: readonly string[]) =>
    `players${exception(except)} of at least ${minimum} ${unit}s`;
  return tableConstraint({
    name,
    field,
    kind: "limit",
    schema,
    *breaches(contest, limit) {
      if (limit === null) return;
      const { minimum, except } = limit;
      yield* undeclared(contest.positions, except, ["except"]);
      const counted = seatsWhere(contest, (accepts) =>
        accepts.some((position) => !except.includes(position)),
      );
      if (minimum > counted) {
        yield {
          path: ["minimum"],
          reason: `${minimum} is impossible: only ${counted} seats accept players${exception(except)}. Lower it.`,
        };
      }
      const possible = most(contest);
      if (possible !== null && minimum > possible) {
        yield {
          path: ["minimum"],
          reason: `${minimum} is impossible: \`games.maximum\` allows ${possible} ${unit}s. Lower the minimum.`,
        };
      }
    },
    words: (limit) => (limit === null ? [] : [words(limit.minimum, limit.except)]),
    rules(problem, limit) {
      if (limit === null) return [];
      const { minimum, except } = limit;
      return [
        {
          kind: "groupsMinimum",
          groups: groupsOf(problem.entries, (entry) => (counts(entry, except) ? keyOf(entry) : null)),
          minimum,
          origin: { constraint: name, pointer: null, words: words(minimum, except), unit },
        },
      ];
    },
    check(problem, limit, lineup) {
      if (limit === null) return [];
      const isCounted = (entry: Entry) => holdsOther(entry.positions, limit.except);
      let actual = 0;
      for (let at = 0; at < lineup.length && actual < limit.minimum; at += 1) {
        const entry = problem.entries[lineup[at]!.entry]!;
        if (!isCounted(entry)) continue;
        const key = keyOf(entry);
        let isNew = true;
        for (let before = 0; before < at && isNew; before += 1) {
          const other = problem.entries[lineup[before]!.entry]!;
          isNew = keyOf(other) !== key || !isCounted(other);
        }
        if (isNew) actual += 1;
      }
      if (actual >= limit.minimum) return [];
      const counted = lineup.map((seat) => problem.entries[seat.entry]!).filter(isCounted);
      return [
        {
          detail: `The players${exception(limit.except)} are from ${actual} ${unit}${actual === 1 ? "" : "s"}; at least ${limit.minimum} are needed.`,
          limit: limit.minimum,
          actual,
          entries: counted.map(({ uuid }) => uuid),
        },
      ];
    },
  });
}

/** The lineup's players are from at least as many games as the contest requires. */
export const minimumGames = minimumGroups({
  name: "minimum-games",
  field: "minimumGames",
  ...GAMES,
});

/** The lineup's players are from at least as many teams as the contest requires. */
export const minimumTeams = minimumGroups({
  name: "minimum-teams",
  field: "minimumTeams",
  ...TEAMS,
});

const limitsSchema = z._default(
  z.array(
    z.strictObject({
      maximum: z.int().check(z.minimum(1)),
      except: exceptedPositions,
      source: citedSource,
    }),
  ),
  [],
);

function groupLimits<const Field extends string>({
  name,
  field,
  unit,
  keyOf,
  most,
}: Named<Field>): TableConstraint<Field, "limit", typeof limitsSchema> {
  const words = ({ maximum, except }: { readonly maximum: number; readonly except: readonly string[] }) =>
    `at most ${maximum} ${maximum === 1 ? "player" : "players"}${exception(except)} of one ${unit}`;
  return tableConstraint({
    name,
    field,
    kind: "limit",
    schema: limitsSchema,
    *breaches(contest, limits) {
      const groups = most(contest);
      for (const [at, { maximum, except }] of limits.entries()) {
        yield* undeclared(contest.positions, except, [at, "except"]);
        if (contest.positions.every((position) => except.includes(position.name))) {
          yield {
            path: [at, "except"],
            reason: "lists all positions, so no player counts. Remove one, or the limit.",
          };
        }
        const counted = seatsWhere(contest, (accepts) =>
          accepts.every((position) => !except.includes(position)),
        );
        if (groups !== null && maximum * groups < counted) {
          yield {
            path: [at, "maximum"],
            reason: `${maximum} players per ${unit} cannot fill ${counted} seats: \`games.maximum\` allows ${groups} ${unit}s. Allow more per ${unit}.`,
          };
        }
      }
    },
    words: (limits) => limits.map(words),
    rules: (problem, limits) =>
      limits.map(
        (limit): Rule => ({
          kind: "groupMaximum",
          groups: groupsOf(problem.entries, (entry) => (counts(entry, limit.except) ? keyOf(entry) : null)),
          maximum: limit.maximum,
          origin: { constraint: name, pointer: null, words: words(limit), unit },
        }),
      ),
    check(problem, limits, lineup) {
      const found: Finding[] = [];
      for (const { maximum, except } of limits) {
        const isOf = (seat: Seat, key: string) => {
          const entry = problem.entries[seat.entry]!;
          return keyOf(entry) === key && holdsOther(entry.positions, except);
        };
        for (let at = 0; at < lineup.length; at += 1) {
          const key = keyOf(problem.entries[lineup[at]!.entry]!);
          let [earlier, actual] = [0, 0];
          for (let other = 0; other < lineup.length; other += 1) {
            if (!isOf(lineup[other]!, key)) continue;
            actual += 1;
            if (other < at) earlier += 1;
          }
          if (actual <= maximum || earlier > 0 || !isOf(lineup[at]!, key)) continue;
          found.push({
            detail: message`${actual} players${exception(except)} are from ${unit} ${entryRef(key)}; the limit is ${maximum}.`,
            limit: maximum,
            actual,
            entries: lineup
              .filter((seat) => isOf(seat, key))
              .map((seat) => problem.entries[seat.entry]!.uuid),
          });
        }
      }
      return found;
    },
  });
}

/** No game has more players in the lineup than the contest allows. */
export const gameLimits = groupLimits({
  name: "game-limits",
  field: "gameLimits",
  ...GAMES,
});

/** No team has more players in the lineup than the contest allows. */
export const teamLimits = groupLimits({
  name: "team-limits",
  field: "teamLimits",
  ...TEAMS,
});

const BOTH_TEAMS = "both-teams";
const BOTH_WORDS = "both teams of the game";

/** The lineup has players from both teams of its game. */
export const bothTeams = tableConstraint({
  name: BOTH_TEAMS,
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
  words: (limit) => (limit === null ? [] : [BOTH_WORDS]),
  rules(problem, limit) {
    if (limit === null) return [];
    return [
      {
        kind: "groupsMinimum",
        groups: teamsOf(problem.entries),
        minimum: 2,
        origin: { constraint: BOTH_TEAMS, pointer: null, words: BOTH_WORDS, unit: "team" },
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
