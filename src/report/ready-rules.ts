/** Rules that many players use, by sport and contest, ready to be added to a description. */
import type { Exposure, PortfolioRule } from "../shared/schema/portfolio.ts";

export type ReadyRule =
  | { readonly kind: "rule"; readonly value: PortfolioRule }
  | { readonly kind: "exposure"; readonly value: Exposure };

/** What the choice of rules depends on. `seats` and `multipliers` have an item for each seat of a lineup. */
export interface RuledSlate {
  readonly sport: string;
  readonly cap: number | null;
  readonly seats: readonly string[];
  readonly multipliers: readonly number[];
  /** The further columns of the files, such as ownership. */
  readonly columns: readonly string[];
  readonly players: readonly {
    readonly ref: string;
    readonly team: string;
    readonly game: string;
    readonly salary: number;
  }[];
}

const rule = (value: PortfolioRule): ReadyRule => ({ kind: "rule", value });
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

const WITHOUT_TIGHT_ENDS: readonly ReadyRule[] = [
  rule({ name: "quarterback with two receivers", some: "team", count: [least(1, "QB"), least(2, "WR")] }),
];

/** The suggested rules by sport, for contests without a captain. */
const BY_SPORT: Readonly<Record<string, readonly ReadyRule[]>> = {
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
    ...[
      [4, 3],
      [4, 4],
      [5, 2],
      [5, 3],
    ].map(([first, second]) =>
      rule({
        name: `${first}-${second} stack`,
        some: "team",
        counts: [[{ of: HITTERS, least: first! }], [{ of: HITTERS, least: second! }]],
      }),
    ),
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

const ESPORTS: readonly ReadyRule[] = [
  rule({
    name: "the team with three of its players",
    some: "team",
    count: [least(1, "TEAM"), { of: { not: { position: "TEAM" } }, least: 3 }],
  }),
];

/** Rules for contests with a captain; `slot` is the slot of the captain. */
const captains = (slot: string, sport: string): ReadyRule[] => [
  ...(/football$|^ufl$/.test(sport)
    ? [
        rule({
          name: "captain quarterback with two receivers",
          every: "team",
          when: { of: { slot, position: "QB" } },
          count: least(2, ["WR", "TE"]),
        }),
      ]
    : []),
  rule({ name: "captain with a teammate", some: "team", count: [{ of: { slot }, least: 1 }, { least: 3 }] }),
  { kind: "exposure", value: { name: "captain", each: "player", of: { slot }, most: "25%" } },
];

const OF_TEAMS: readonly ReadyRule[] = [
  rule({ name: "at most four of a team", every: "team", count: { most: 4 } }),
  rule({ name: "at most five of a game", every: "game", count: { most: 5 } }),
  { kind: "exposure", value: { name: "each team", each: "team", most: "70%" } },
];

/** The fraction of the players, from the most expensive down, who count as favorites. */
const FAVORITES_PART = 0.06;

function fewDear({ cap, players }: RuledSlate): readonly ReadyRule[] {
  if (cap === null) return [];
  const salaries = players.map(({ salary }) => salary).sort((a, b) => b - a);
  const least = salaries[Math.ceil(FAVORITES_PART * salaries.length)] ?? 0;
  return [rule({ name: "not only favorites", count: { of: { salary: `${least}..` }, most: 2 } })];
}

/** For groups whose names the user then replaces. */
function ofGroup({ players, seats }: RuledSlate): readonly ReadyRule[] {
  const dear = players.toSorted((a, b) => b.salary - a.salary).map(({ ref }) => ref);
  const group = [...new Set(dear)].slice(0, 3);
  if (group.length < 3 || seats.length < 3) return [];
  return (["most", "least"] as const).map((end) =>
    rule({ name: `at ${end} one of a group`, count: { of: group, [end]: 1 } }),
  );
}

const OWNERSHIP = /^(p(roj(ected)?)?)?\.? ?own(ership)? ?%?$/i;

/** Functions that make a rule about a column of the files, each with a pattern of the column's header. */
const BY_COLUMN: readonly (readonly [RegExp, (column: string, facts: RuledSlate) => ReadyRule])[] = [
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
    OWNERSHIP,
    (column, { seats }) =>
      rule({ name: "total ownership", sum: { column, most: seats.length * 15, missing: 0 } }),
  ],
  [
    OWNERSHIP,
    // Opponents with the same lineup are about as many as the product of the percentages is large.
    (column, { seats }) =>
      rule({ name: "few expected duplicates", product: { column, most: 12 ** seats.length, missing: 1 } }),
  ],
];

/** The rules that fit a slate. A rule about a column is included only if the files have that column. */
export function readyRules(facts: RuledSlate): readonly ReadyRule[] {
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
    ...(captain === undefined
      ? (BY_SPORT[sport] ?? [])
      : isOfTwo || isOfTeams
        ? captains(captain, sport)
        : []),
    ...(seats.includes("TEAM") ? ESPORTS : []),
    ...(OF_GAMES.includes(sport) ? [BY_SPORT["basketball"]![0]!] : []),
    ...ofColumns,
    ...(isOfTeams ? OF_TEAMS : []),
    ...fewDear(facts),
    ...ofGroup(facts),
  ];
  // With so few games, every lineup has three players of one game anyway.
  return seats.length > 2 * games ? offered.filter(({ value }) => value.name !== THREE) : offered;
}
