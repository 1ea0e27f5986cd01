/** The rules that the page suggests, by sport and contest. */
import type { SlateFacts } from "../engine/session.ts";
import type { RuleItem } from "./doc.ts";

export type Template = Pick<RuleItem, "kind" | "value">;

const rule = (value: Extract<RuleItem, { kind: "rule" }>["value"]): Template => ({ kind: "rule", value });
const least = (count: number, position: string | readonly string[]) => ({ of: { position }, least: count });

const HITTERS = { not: { position: "P" } };
const SKATERS = { position: ["C", "W", "D"] };

const THREE = "three of one game";

const NOT_AGAINST_DEFENSE = rule({
  name: "no player against my defense",
  every: "team",
  when: least(1, "DST"),
  count: { side: "opponent", most: 0 },
});

const WITHOUT_TIGHT_ENDS: readonly Template[] = [
  rule({ name: "quarterback with two receivers", some: "team", count: [least(1, "QB"), least(2, "WR")] }),
];

/** The suggested rules by sport, for contests without a captain. */
const BY_SPORT: Readonly<Record<string, readonly Template[]>> = {
  "american-football": [
    rule({
      name: "double stack with a bring-back",
      some: "team",
      count: [
        least(1, "QB"),
        least(2, ["WR", "TE"]),
        { of: { position: ["RB", "WR", "TE"] }, side: "opponent", least: 1 },
      ],
    }),
    NOT_AGAINST_DEFENSE,
    rule({
      name: "back with the defense",
      some: "team",
      count: [least(1, "RB"), least(1, "DST")],
      least: "20%",
    }),
    rule({ name: "no two tight ends", count: { of: { position: "TE" }, most: 1 } }),
  ],
  basketball: [
    rule({ name: THREE, some: "game", count: { least: 3 }, least: "60%" }),
    rule({
      name: "guard with a big man",
      some: "team",
      count: [least(1, ["PG", "SG"]), least(1, "C"), { side: "opponent", least: 1 }],
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
    rule({ name: "center with his wings", some: "team", count: [least(1, "C"), least(2, "W")] }),
    rule({
      name: "no player against my goalie",
      every: "team",
      when: least(1, "G"),
      count: { of: SKATERS, side: "opponent", most: 0 },
    }),
  ],
  baseball: [
    rule({ name: "four hitters", some: "team", count: { of: HITTERS, least: 4 } }),
    rule({
      name: "4-3 stack",
      some: "team",
      counts: [[{ of: HITTERS, least: 4 }], [{ of: HITTERS, least: 3 }]],
    }),
    rule({
      name: "no hitter against my pitcher",
      every: "team",
      when: least(1, "P"),
      count: { of: HITTERS, side: "opponent", most: 0 },
    }),
  ],
  "canadian-football": [...WITHOUT_TIGHT_ENDS, NOT_AGAINST_DEFENSE],
  "college-football": WITHOUT_TIGHT_ENDS,
  ufl: [...WITHOUT_TIGHT_ENDS, NOT_AGAINST_DEFENSE],
  soccer: [
    rule({
      name: "keeper with a defender",
      some: "team",
      count: [least(1, "GK"), least(1, "D")],
      least: "40%",
    }),
    rule({
      name: "few against my keeper",
      every: "team",
      when: least(1, "GK"),
      count: { of: { not: { position: "GK" } }, side: "opponent", most: 1 },
    }),
  ],
  mma: [rule({ name: "one of each fight", every: "game", count: { most: 1 } })],
  tennis: [rule({ name: "one of each match", every: "game", count: { most: 1 } })],
};

/** Sports other than basketball for which the first rule of basketball (`THREE`) is suggested. */
const OF_GAMES = ["college-basketball", "wnba", "euroleague"];

const ESPORTS: readonly Template[] = [
  rule({
    name: "the team with three of its players",
    some: "team",
    count: [least(1, "TEAM"), { of: { not: { position: "TEAM" } }, least: 3 }],
  }),
];

/** Rules for contests with a captain; `slot` is the slot of the captain. */
const captains = (slot: string): Template[] => [
  rule({ name: "captain with a teammate", some: "team", count: [{ of: { slot }, least: 1 }, { least: 3 }] }),
  { kind: "exposure", value: { name: "captain", each: "player", of: { slot }, most: "25%" } },
];

const OF_TEAMS: readonly Template[] = [
  rule({ name: "at most four of a team", every: "team", count: { most: 4 } }),
  { kind: "exposure", value: { name: "each team", each: "team", most: "70%" } },
];

/** The fraction of the players, from the most expensive down, who count as favorites. */
const FAVORITES_PART = 0.06;

function fewDear({ cap, players }: SlateFacts): readonly Template[] {
  if (cap === null) return [];
  const salaries = players.map(({ salary }) => salary).sort((a, b) => b - a);
  const least = salaries[Math.ceil(FAVORITES_PART * salaries.length)] ?? 0;
  return [rule({ name: "not only favorites", count: { of: { salary: `${least}..` }, most: 2 } })];
}

/** Functions that make a rule about a column of the files, each with a pattern of the column's header. */
const BY_COLUMN: readonly (readonly [RegExp, (column: string, facts: SlateFacts) => Template])[] = [
  [
    /^((batting )?order|lineup)$/i,
    (column) =>
      rule({
        name: "four who bat in a row",
        some: { column, of: HITTERS, within: 5, cyclic: 9 },
        count: { least: 4 },
      }),
  ],
  [
    /^(reg(ular)? ?)?line$|^even strength/i,
    (column) =>
      rule({ name: "three of one line", some: { column, of: SKATERS }, count: { least: 3 }, least: "60%" }),
  ],
  [
    /^(pp|power ?play)( ?line| ?unit)?$/i,
    (column) =>
      rule({
        name: "three of one power play",
        some: { column, of: SKATERS },
        count: { least: 3 },
        least: "40%",
      }),
  ],
  [
    /^(tee ?time|wave|flight)$/i,
    (column) => rule({ name: "four of one wave", some: { column }, count: { least: 4 }, least: "30%" }),
  ],
  [
    /^(start(ing)?( ?pos(ition)?)?|grid|qualifying)$/i,
    (column) =>
      rule({ name: "two from far behind", count: { of: { [column]: "20.." }, least: 2 }, least: "50%" }),
  ],
  [
    /^own(ership)?%?$|^p?own%$/i,
    (column, { seats }) =>
      rule({ name: "not too popular", sum: { column, most: seats.length * 15, missing: 0 } }),
  ],
];

/** The rules that fit a slate. A rule about a column is included only if the files have that column. */
export function rulesFor(facts: SlateFacts): readonly Template[] {
  const { sport, columns, seats, multipliers, players } = facts;
  const captain = seats[multipliers.findIndex((one) => one > 1)];
  const teams = new Set(players.map(({ team }) => team)).size;
  const isOfTwo = teams === 2;
  // In other sports, each player is a team, or all players are one team.
  const isOfTeams = teams > 2 && players.length > 4 * teams;
  const ofColumns = BY_COLUMN.flatMap(([pattern, made]) => {
    const column = columns.find((one) => pattern.test(one));
    return column === undefined ? [] : [made(column, facts)];
  });
  const games = new Set(players.map(({ game }) => game)).size;
  const offered = [
    ...(captain === undefined ? (BY_SPORT[sport] ?? []) : isOfTwo || isOfTeams ? captains(captain) : []),
    ...(seats.includes("TEAM") ? ESPORTS : []),
    ...(OF_GAMES.includes(sport) ? [BY_SPORT["basketball"]![0]!] : []),
    ...ofColumns,
    ...(isOfTeams ? OF_TEAMS : []),
    ...fewDear(facts),
  ];
  // With so few games, every lineup has three players of one game anyway.
  return seats.length > 2 * games ? offered.filter(({ value }) => value.name !== THREE) : offered;
}
