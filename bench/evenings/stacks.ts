import type { Random } from "../slates/random.ts";

type Rule = Readonly<Record<string, unknown>>;

/** Draws one rule of a kind; only a joint portfolio takes minimum shares. */
type DrawRule = (random: Random, method: "joint" | "sequential") => Rule;

const of = (position: string | readonly string[]) => ({ position });

/** At least this many players of a team in one lineup. */
const sameTeam =
  (positions: readonly string[], low: number, high: number): DrawRule =>
  (random) => ({ some: "team", count: { of: of(positions), least: random.whole(low, high) } });

/** So many of one team, and so many of another. */
const twoTeams =
  (positions: readonly string[], sizes: readonly (readonly [number, number])[]): DrawRule =>
  (random) => ({
    some: "team",
    counts: random.pick(sizes).map((least) => [{ of: of(positions), least }]),
  });

/** No player against the lineup's own player of a position. */
const noneAgainst =
  (own: string | readonly string[], others: readonly string[]): DrawRule =>
  () => ({
    every: "team",
    when: { of: of(own), least: 1 },
    count: { of: of(others), side: "opponent", most: 0 },
  });

/** At most so many players of a team. */
const atMostOfTeam =
  (low: number, high: number): DrawRule =>
  (random) => ({ every: "team", count: { most: random.whole(low, high) } });

/** Players of both teams of a game. */
const gameStack =
  (low: number, high: number): DrawRule =>
  (random) => ({
    some: "team",
    count: [{ least: random.whole(low, high) }, { side: "opponent", least: random.whole(1, 2) }],
  });

const quarterbackStack: DrawRule = (random) => ({
  some: "team",
  count: [
    { of: of("QB"), least: 1 },
    { of: of(["WR", "TE"]), least: random.whole(1, 2) },
    ...(random.whole(0, 1) === 1 ? [{ of: of(["RB", "WR", "TE"]), side: "opponent", least: 1 }] : []),
  ],
});

const collegeStack: DrawRule = (random) => ({
  some: "team",
  count: [
    { of: of("QB"), least: 1 },
    { of: of("WR"), least: random.whole(1, 2) },
  ],
});

const backAndDefense: DrawRule = (random, method) => ({
  some: "team",
  count: [
    { of: of("RB"), least: 1 },
    { of: of(["DST", "D"]), least: 1 },
  ],
  share: `${method === "joint" ? 10 * random.whole(1, 3) : 0}%..60%`,
});

const noTwoBacks: DrawRule = () => ({ every: "team", count: { of: of("RB"), most: 1 } });

const SKATERS = ["C", "W", "LW", "RW", "D"];
const HITTERS = ["C", "1B", "2B", "3B", "SS", "OF"];

/** The stacks that people use in each sport; the first rules are the most usual. */
export const STACKS: Readonly<Record<string, readonly DrawRule[]>> = {
  "american-football": [
    quarterbackStack,
    noneAgainst(["DST", "D"], ["QB", "RB", "WR", "TE"]),
    noTwoBacks,
    backAndDefense,
    atMostOfTeam(3, 4),
  ],
  "college-football": [collegeStack, noTwoBacks, gameStack(1, 2), atMostOfTeam(3, 4)],
  basketball: [atMostOfTeam(2, 3), gameStack(1, 2), sameTeam(["PG", "SG", "SF", "PF", "C"], 2, 3)],
  wnba: [atMostOfTeam(2, 3), gameStack(1, 1)],
  "ice-hockey": [
    twoTeams(SKATERS, [
      [3, 2],
      [4, 2],
      [3, 3],
    ]),
    noneAgainst("G", SKATERS),
    sameTeam(SKATERS, 3, 4),
  ],
  baseball: [
    sameTeam(HITTERS, 3, 5),
    noneAgainst(["P", "SP", "RP"], HITTERS),
    twoTeams(HITTERS, [
      [4, 3],
      [3, 2],
      [5, 2],
    ]),
  ],
};

/** The rules of one-game contests, of every sport. */
export const ONE_GAME_STACKS: readonly DrawRule[] = [
  (random) => ({ every: "team", count: { least: random.whole(1, 2) } }),
  (random) => ({ some: "team", count: { least: random.whole(3, 4) } }),
];
