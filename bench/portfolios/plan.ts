import type { Entry } from "../../src/contests/problem/problem.ts";
import type { Clause, LineupTest, PickCount } from "../../src/engine/model/lineup-test.ts";
import { POINT_UNITS, type Rule } from "../../src/engine/model/model.ts";
import type { PlanShare, PortfolioPlan } from "../../src/engine/model/portfolio-plan.ts";
import type { Subject } from "../subject.ts";

/** The requirements of a portfolio, except its number of lineups. */
export interface PortfolioAsked {
  /** Solved jointly up to this gap, as a share of the bound; lineup by lineup if absent. */
  readonly gap?: number;
  readonly unique?: number;
  /** The maximum share of lineups for every player. */
  readonly most?: number;
  readonly leastSalary?: number;
  readonly stack?: keyof typeof STACKS;
  /** The number of players from each nine, in groups of nine by points. */
  readonly nines?: readonly { readonly least: number; readonly most: number }[];
  /** The minimum number of players from one game. */
  readonly ofOneGame?: number;
  /** The maximum sum of the players' ownership, in percent, which is invented: the higher, the better their value. */
  readonly mostOwnership?: number;
}

const INFINITE = Number.POSITIVE_INFINITY;
const ORIGIN = { constraint: "portfolio", pointer: null, words: "" };
/** Positions that are in no stack of several teams. */
const APART = ["P", "G"];

type Wanted = (entry: Entry) => boolean;

/** The alternatives of a stack, from the teams with their opponents. */
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
} satisfies Record<string, (teams: readonly Team[], count: Counting) => PickCount[][]>;

interface Team {
  readonly team: string;
  readonly opponent: string | undefined;
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
  const { unique = 0, most, leastSalary, stack, nines = [], ofOneGame, mostOwnership } = asked;
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
  if (mostOwnership !== undefined)
    require({ counts: [], sums: [{ weights: ownershipOf(model), least: -INFINITE, most: mostOwnership }] });
  const best = [...entry.keys()].sort((a, b) => points[b]! - points[a]! || a - b);
  for (const [at, limits] of nines.entries()) {
    const picks = Int32Array.from(best.slice(9 * at, 9 * at + 9)).sort();
    require({ counts: [{ picks, ...limits }], sums: [] });
  }
  const shares =
    most === undefined
      ? []
      : [...problem.entries.keys()].map((own) => exposure(entry, own, Math.floor(most * count)));
  const rules = tests.map((test): Rule => ({ kind: "disjunction", ...test, origin: ORIGIN }));
  return {
    model: { ...model, rules: [...model.rules, ...rules] },
    count,
    unique,
    choices: null,
    avoid: [],
    shares,
    random: null,
  };
}

/** Per pick, an ownership in percent that grows with points per salary and varies between players. */
function ownershipOf({ picks: { entry, salary, points } }: Subject["model"]): Float64Array {
  return Float64Array.from(entry, (own, pick) => {
    const value = points[pick]! / POINT_UNITS / (salary[pick]! / 1_000);
    const popular = 12 * Math.max(0, value - 3) ** 2 * (0.6 + ((own * 7_919) % 101) / 125);
    return Math.round(10 * Math.min(60, Math.max(0.1, popular))) / 10;
  });
}

function exposure(entry: Int32Array, own: number, most: number): PlanShare {
  const picks = Int32Array.from([...entry.keys()].filter((pick) => entry[pick] === own));
  const test: LineupTest = {
    when: null,
    alternatives: [{ counts: [{ picks, least: 1, most: INFINITE }], sums: [] }],
  };
  return { tests: [test], least: 0, most, origin: { pointer: `/exposure/${own}`, words: "" } };
}

function teamsOf(entries: readonly Entry[]): Team[] {
  const teams = new Map<string, string>();
  for (const { team, event } of entries) teams.set(team, event);
  return [...teams].map(([team, event]) => ({
    team,
    opponent: [...teams].find(([other, own]) => other !== team && own === event)?.[0],
  }));
}
