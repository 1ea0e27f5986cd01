/** Rules to add, by sport and contest. */
import type { SlateFacts } from "../engine/messages.ts";
import type { RuleItem } from "./doc.ts";

export type Template = Pick<RuleItem, "kind" | "value">;

const rule = (value: Extract<RuleItem, { kind: "rule" }>["value"]): Template => ({ kind: "rule", value });
const exposure = (value: Extract<RuleItem, { kind: "exposure" }>["value"]): Template => ({
  kind: "exposure",
  value,
});

const HITTERS = { not: { position: "P" } };
const SKATERS = { position: ["C", "W", "D"] };

const BY_SPORT: Readonly<Record<string, readonly Template[]>> = {
  "american-football": [
    rule({
      name: "double stack with a bring-back",
      some: "team",
      count: [
        { of: { position: "QB" }, least: 1 },
        { of: { position: ["WR", "TE"] }, least: 2 },
        { of: { position: ["RB", "WR", "TE"] }, side: "opponent", least: 1 },
      ],
    }),
    rule({
      name: "no player against my defense",
      every: "team",
      when: { of: { position: "DST" }, least: 1 },
      count: { side: "opponent", most: 0 },
    }),
    rule({
      name: "back with the defense",
      some: "team",
      count: [
        { of: { position: "RB" }, least: 1 },
        { of: { position: "DST" }, least: 1 },
      ],
      least: "20%",
    }),
    rule({ name: "no two tight ends", count: { of: { position: "TE" }, most: 1 } }),
  ],
  basketball: [
    rule({ name: "three of one game", some: "game", count: { least: 3 }, least: "60%" }),
    rule({
      name: "guard with a big man",
      some: "team",
      count: [
        { of: { position: ["PG", "SG"] }, least: 1 },
        { of: { position: "C" }, least: 1 },
        { side: "opponent", least: 1 },
      ],
      least: "30%",
    }),
    rule({ name: "at most three of a team", every: "team", count: { most: 3 } }),
  ],
  "ice-hockey": [
    rule({
      name: "3-2 stack",
      some: "team",
      counts: [[{ of: SKATERS, least: 3 }], [{ of: SKATERS, least: 2 }]],
    }),
    rule({
      name: "center with his wings",
      some: "team",
      count: [
        { of: { position: "C" }, least: 1 },
        { of: { position: "W" }, least: 2 },
      ],
    }),
    rule({
      name: "no player against my goalie",
      every: "team",
      when: { of: { position: "G" }, least: 1 },
      count: { of: SKATERS, side: "opponent", most: 0 },
    }),
  ],
  baseball: [
    rule({ name: "five hitters", some: "team", count: { of: HITTERS, least: 5 } }),
    rule({
      name: "4-3 stack",
      some: "team",
      counts: [[{ of: HITTERS, least: 4 }], [{ of: HITTERS, least: 3 }]],
    }),
    rule({
      name: "no hitter against my pitcher",
      every: "team",
      when: { of: { position: "P" }, least: 1 },
      count: { of: HITTERS, side: "opponent", most: 0 },
    }),
  ],
};

/** Rules for contests with a captain, whose slot is given. */
const captains = (slot: string): Template[] => [
  rule({
    name: "captain with a teammate",
    some: "team",
    count: [{ of: { slot }, least: 1 }, { least: 3 }],
  }),
  exposure({ name: "captain", each: "player", of: { slot }, most: "25%" }),
];

/** Rules for slates of teams. */
const OF_TEAMS: readonly Template[] = [
  rule({ name: "at most four of a team", every: "team", count: { most: 4 } }),
  exposure({ name: "each team", each: "team", most: "70%" }),
];

/** How much dearer than the average seat a player is whom few lineups should have twice. */
const DEAR = 1.25;

/** A limit of dear players, for any slate with salaries. */
function fewDear({ cap, seats }: SlateFacts): readonly Template[] {
  if (cap === null) return [];
  const salary = Math.round((DEAR * cap) / seats.length / 100) * 100;
  return [rule({ name: "not only favorites", count: { of: { salary: `${salary}..` }, most: 2 } })];
}

/** Columns with the order in which a team bats. */
const BATTING = /^(batting )?order$|^lineup$/i;

/** The rules that fit this slate; those of columns only if its files have them. */
export function rulesFor(facts: SlateFacts): readonly Template[] {
  const { sport, columns, seats, multipliers, players } = facts;
  const captain = seats[multipliers.findIndex((one) => one > 1)];
  const batting = columns.find((column) => BATTING.test(column));
  const teams = new Set(players.map(({ team }) => team)).size;
  const isOfTwo = teams === 2;
  // In other sports each player is a team, or all are one.
  const isOfTeams = teams > 2 && players.length > 4 * teams;
  return [
    ...(captain === undefined ? (BY_SPORT[sport] ?? []) : isOfTwo ? captains(captain) : []),
    ...(batting === undefined
      ? []
      : [
          rule({
            name: "four who bat in a row",
            some: { column: batting, of: HITTERS, within: 5, cyclic: 9 },
            count: { least: 4 },
          }),
        ]),
    ...(isOfTeams ? OF_TEAMS : []),
    ...fewDear(facts),
  ];
}
