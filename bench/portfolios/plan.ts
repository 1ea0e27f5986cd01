import type { Entry } from "../../src/contests/problem/problem.ts";
import type { Clause, LineupTest, PickCount } from "../../src/engine/model/lineup-test.ts";
import { POINT_UNITS, type Rule } from "../../src/engine/model/model.ts";
import type { PlanShare, PortfolioPlan } from "../../src/engine/model/portfolio-plan.ts";
import type { Subject } from "../subject.ts";

/** The requirements of a portfolio, except its number of lineups. */
export interface PortfolioAsked {
  /** Solved jointly up to this gap, as a share of the bound; lineup by lineup if absent. */
  readonly gap?: number;
  /** Ends after so many milliseconds, and must then have at least the lineups that one by one take as long. */
  readonly within?: number;
  /** Swaps the lineups of another portfolio jointly, after this many players, those in the most lineups, drop out. */
  readonly swaps?: { readonly asked: PortfolioAsked; readonly dropped: number };
  readonly unique?: number;
  /** The maximum share of lineups for every player. */
  readonly most?: number;
  /** The minimum share of lineups for the players from rank 40 by points per salary. */
  readonly middle?: { readonly players: number; readonly least: number };
  /** The maximum share of lineups with any player of a team, for every team. */
  readonly mostOfTeam?: number;
  /** The maximum share of lineups for every captain. */
  readonly mostOfCaptain?: number;
  readonly leastSalary?: number;
  readonly stack?: keyof typeof STACKS;
  /** The number of players from each nine, in groups of nine by points. */
  readonly nines?: readonly { readonly least: number; readonly most: number }[];
  /** The minimum number of players from one game. */
  readonly ofOneGame?: number;
  /** The maximum number of players from each team. */
  readonly ofEachTeam?: number;
  /** The maximum sum of the players' ownership, in percent, which is invented: the higher, the better their value. */
  readonly mostOwnership?: number;
}

const INFINITE = Number.POSITIVE_INFINITY;
const ORIGIN = { constraint: "portfolio", pointer: null, words: "" };
/** Positions that are in no stack of several teams. */
const APART = ["P", "G"];

/** The rank, by points per salary, of the first player with a minimum. */
const MIDDLE = 40;

type Wanted = (entry: Entry) => boolean;

/** The alternatives of a stack, from the teams with their opponents and their players, those with the most points first. */
const STACKS = {
  /** A QB with two receivers of the same team and one player of the opponent. */
  "QB + 2 + 1": (teams, count) =>
    teams.map(({ team, opponent }) => [
      count((one) => one.team === team && plays(one, ["QB"]), 1),
      count((one) => one.team === team && plays(one, ["WR", "TE"]), 2),
      count((one) => one.team === opponent && plays(one, ["RB", "WR", "TE"]), 1),
    ]),
  "QB + 1": (teams, count) =>
    teams.map(({ team }) => [
      count((one) => one.team === team && plays(one, ["QB"]), 1),
      count((one) => one.team === team && plays(one, ["WR", "TE"]), 1),
    ]),
  "4-3": (teams, count) => ofDistinctTeams(teams, count, [4, 3]),
  "3-3": (teams, count) => ofDistinctTeams(teams, count, [3, 3]),
  "4-3-1": (teams, count) => ofDistinctTeams(teams, count, [4, 3, 1]),
  "5-3": (teams, count) => ofDistinctTeams(teams, count, [5, 3]),
  "5-2-1": (teams, count) => ofDistinctTeams(teams, count, [5, 2, 1]),
  "4-4": (teams, count) => ofDistinctTeams(teams, count, [4, 4]),
  /** A center and two wingers of one line; the lines of a team are invented by rank. */
  line: (teams, count) => linesOf(teams).map((line) => [count((one) => line.includes(one), 3)]),
  /** A line, and two players of a line of another team. */
  "line + 2": (teams, count) => {
    const lines = linesOf(teams);
    return lines.flatMap((line) =>
      lines
        .filter((other) => other[0]!.team !== line[0]!.team)
        .map((other) => [count((one) => line.includes(one), 3), count((one) => other.includes(one), 2)]),
    );
  },
  /** Four in a row of a batting order, in which the first follows the ninth; the orders are invented. */
  order: (teams, count) =>
    teams.flatMap(({ players }) => {
      const order = players.filter((own) => !plays(own, APART)).slice(0, 9);
      return order.map((_, at) => {
        const row = [0, 1, 2, 3].map((next) => order[(at + next) % order.length]!);
        return [count((one) => row.includes(one), 4)];
      });
    }),
} satisfies Record<string, (teams: readonly Team[], count: Counting) => PickCount[][]>;

interface Team {
  readonly team: string;
  readonly opponent: string | undefined;
  readonly players: readonly Entry[];
}

type Counting = (wanted: Wanted, least: number, most?: number) => PickCount;

/** Every choice of a different team for each number of hitters or skaters, in descending order. */
function ofDistinctTeams(teams: readonly Team[], count: Counting, leasts: readonly number[]): PickCount[][] {
  const counts = leasts.map((least) =>
    teams.map(({ team }) => count((own) => own.team === team && !plays(own, APART), least)),
  );
  let ways: number[][] = [[]];
  for (const [part, least] of leasts.entries())
    ways = ways.flatMap((way) =>
      [...teams.keys()]
        .filter((at) => !way.includes(at) && (leasts[part - 1] !== least || way[part - 1]! < at))
        .map((at) => [...way, at]),
    );
  return ways.map((way) => way.map((at, part) => counts[part]![at]!));
}

/** Per team four lines of a center and two wingers. */
function linesOf(teams: readonly Team[]): Entry[][] {
  return teams.flatMap(({ players }) => {
    const centers = players.filter((own) => plays(own, ["C"]));
    const wingers = players.filter((own) => plays(own, ["W"]));
    return [0, 1, 2, 3]
      .map((line) => [...centers.slice(line, line + 1), ...wingers.slice(2 * line, 2 * line + 2)])
      .filter((line) => line.length === 3);
  });
}

function plays({ positions }: Entry, wanted: readonly string[]): boolean {
  return positions.some((position) => wanted.includes(position));
}

/** The plan with this many lineups of a bench's request. */
export function planOf({ problem, model }: Subject, asked: PortfolioAsked, count: number): PortfolioPlan {
  const { entry, salary, points } = model.picks;
  const picksOf = (wanted: Wanted) =>
    Int32Array.from([...entry.keys()].filter((pick) => wanted(problem.entries[entry[pick]!]!)));
  const counting: Counting = (wanted, least, most = INFINITE) => ({ picks: picksOf(wanted), least, most });
  const tests: LineupTest[] = [];
  const require = (...alternatives: Clause[]) => tests.push({ when: null, alternatives });
  const { unique = 0, leastSalary, stack, nines = [], ofOneGame, ofEachTeam, mostOwnership } = asked;
  if (leastSalary !== undefined)
    require({ counts: [], sums: [{ weights: salary, least: leastSalary, most: INFINITE }] });
  if (stack !== undefined)
    require(...STACKS[stack](teamsOf(problem.entries), counting).map((counts) => ({ counts, sums: [] })));
  if (ofOneGame !== undefined)
    require(
      ...[...new Set(problem.entries.map(({ event }) => event))].map((game) => ({
        counts: [counting(({ event }) => event === game, ofOneGame)],
        sums: [],
      })),
    );
  if (ofEachTeam !== undefined)
    for (const { team } of teamsOf(problem.entries))
      require({ counts: [counting((one) => one.team === team, 0, ofEachTeam)], sums: [] });
  if (mostOwnership !== undefined)
    require({ counts: [], sums: [{ weights: ownershipOf(model), least: -INFINITE, most: mostOwnership }] });
  const best = [...entry.keys()].sort((a, b) => points[b]! - points[a]! || a - b);
  for (const [at, limits] of nines.entries()) {
    const picks = Int32Array.from(best.slice(9 * at, 9 * at + 9)).sort();
    require({ counts: [{ picks, ...limits }], sums: [] });
  }
  const rules = tests.map((test): Rule => ({ kind: "disjunction", ...test, origin: ORIGIN }));
  return {
    model: { ...model, rules: [...model.rules, ...rules] },
    count,
    unique,
    choices: null,
    avoid: [],
    shares: sharesOf({ problem, model }, asked, count),
    random: null,
  };
}

function sharesOf(
  { problem, model }: Pick<Subject, "problem" | "model">,
  { most = 1, middle, mostOfTeam, mostOfCaptain }: PortfolioAsked,
  count: number,
): PlanShare[] {
  const { entry, points, salary, slots } = model.picks;
  const every = [...entry.keys()];
  const value = (pick: number) => points[pick]! / salary[pick]!;
  const ranked = [
    ...new Set(every.toSorted((a, b) => value(b) - value(a) || a - b).map((pick) => entry[pick]!)),
  ];
  const minimum = new Set(ranked.slice(MIDDLE, MIDDLE + (middle?.players ?? 0)));
  const share = (
    pointer: string,
    picks: readonly number[],
    limits: readonly [least: number, most: number],
  ) => ({
    tests: [
      {
        when: null,
        alternatives: [{ counts: [{ picks: Int32Array.from(picks), least: 1, most: INFINITE }], sums: [] }],
      },
    ],
    least: Math.ceil(limits[0] * count),
    most: Math.floor(limits[1] * count),
    origin: { pointer, words: "" },
  });
  const captain = model.slots.findIndex((slot) => slot.count === 1);
  return [
    ...(most < 1 || middle !== undefined ? [...problem.entries.keys()] : []).map((own) =>
      share(
        `/exposure/${own}`,
        every.filter((pick) => entry[pick] === own),
        [minimum.has(own) ? middle!.least : 0, most],
      ),
    ),
    ...(mostOfTeam === undefined ? [] : teamsOf(problem.entries)).map(({ team }) =>
      share(
        `/team/${team}`,
        every.filter((pick) => problem.entries[entry[pick]!]!.team === team),
        [0, mostOfTeam!],
      ),
    ),
    ...(mostOfCaptain === undefined ? [] : every.filter((pick) => (slots[pick]! >> captain) & 1)).map(
      (pick) => share(`/captain/${pick}`, [pick], [0, mostOfCaptain!]),
    ),
  ];
}

/** Per pick, an ownership in percent that grows with points per salary and varies between players. */
function ownershipOf({ picks: { entry, salary, points } }: Subject["model"]): Float64Array {
  return Float64Array.from(entry, (own, pick) => {
    const value = points[pick]! / POINT_UNITS / (salary[pick]! / 1_000);
    const popular = 12 * Math.max(0, value - 3) ** 2 * (0.6 + ((own * 7_919) % 101) / 125);
    return Math.round(10 * Math.min(60, Math.max(0.1, popular))) / 10;
  });
}

function teamsOf(entries: readonly Entry[]): Team[] {
  const teams = new Map<string, string>();
  for (const { team, event } of entries) teams.set(team, event);
  return [...teams].map(([team, event]) => ({
    team,
    opponent: [...teams].find(([other, own]) => other !== team && own === event)?.[0],
    players: entries.filter((own) => own.team === team).toSorted((a, b) => b.points - a.points),
  }));
}
