import type { ContestTable } from "../../src/contests/constraints/readers/contest-table.ts";
import type { Slate, SlateEntry } from "../../src/files/slate.ts";
import { type BenchCase, type BenchRequest, type CaseTerms, lineups, type SlateRequest } from "./case.ts";
import {
  firstGames,
  gamesOf,
  grown,
  nearlyEqualSalaries,
  oddSalaries,
  onlyTeams,
  reproject,
  teamPerGame,
  weaken,
} from "./change-slate.ts";
import { bestOf, pointsOf, sampleSlate } from "./slates.ts";

const FOOTBALL = "american-football.draftkings.classic";
const BASKETBALL = "basketball.draftkings.classic";
const HOCKEY = "ice-hockey.draftkings.classic";

/** The factor for the points of weakened players. */
const WEAK = 0.05;
/** The same, for players who still deserve a place. */
const HALF = 0.5;
/** Points added to strengthened players. */
const BOOST = 5;

interface Hard extends SlateRequest, Omit<CaseTerms, "by" | "phases"> {
  /** In LP relaxations, for 150 lineups. */
  readonly goal?: number;
}

/** Requests whose rules exclude most of the good lineups, or whose numbers are hard to prune on. */
const hard: readonly Hard[] = [
  {
    name: `${FOOTBALL}, a stack from the WR with the worst QB`,
    slate: () => sampleSlate(FOOTBALL),
    ask: (slate) => ({ stack: true, include: [receiverOfWorstPasser(slate)] }),
    binds: "stack",
  },
  ...["ice-hockey.fanduel.classic", "basketball.fanduel.classic"].flatMap((name) => [
    {
      name: `${name}, four teams, at most 4 of a team`,
      slate: () => firstGames(sampleSlate(name), 2),
    },
    {
      name: `${name}, four teams, three of them weak, at most 4 of a team`,
      slate: () => {
        const slate = firstGames(sampleSlate(name), 2);
        const [strong] = teamPerGame(slate);
        return weaken(slate, HALF, ({ team }) => team !== strong);
      },
      binds: "team-limits",
    },
  ]),
  {
    name: `${HOCKEY}, two teams, skaters of at least 3`,
    slate: () => onlyTeams(sampleSlate(HOCKEY), teamPerGame(sampleSlate(HOCKEY)).slice(0, 2)),
    infeasible: true,
    binds: "minimum-teams",
  },
  {
    name: `${HOCKEY}, three teams, the third weak`,
    slate: () => {
      const teams = teamPerGame(sampleSlate(HOCKEY)).slice(0, 3);
      return weaken(onlyTeams(sampleSlate(HOCKEY), teams), WEAK, ({ team }) => team === teams[2]);
    },
    binds: "minimum-teams",
  },
  {
    name: `${FOOTBALL}, the points in one game, at least 2 games`,
    slate: () => {
      const slate = sampleSlate(FOOTBALL);
      const [strong] = gamesOf(slate);
      return reproject(slate, (entry) =>
        entry.game === strong ? pointsOf(entry) + BOOST : pointsOf(entry) * WEAK,
      );
    },
    binds: "minimum-games",
  },
  {
    name: `${FOOTBALL}, at least 2 TE`,
    slate: () => sampleSlate(FOOTBALL),
    ask: () => ({ positions: { TE: 2 } }),
    binds: "position-minimums",
  },
  {
    name: `${BASKETBALL}, at least 4 C`,
    slate: () => sampleSlate(BASKETBALL),
    ask: () => ({ positions: { C: 4 } }),
    binds: "position-minimums",
  },
  ...[FOOTBALL, BASKETBALL].map((name) => ({
    name: `${name}, salaries without a common divisor`,
    slate: () => oddSalaries(sampleSlate(name)),
    goal: 4,
  })),
  {
    name: `${FOOTBALL}, projections in steps of 5`,
    slate: () => reproject(sampleSlate(FOOTBALL), (entry) => 5 * Math.round(pointsOf(entry) / 5)),
  },
  {
    name: `${FOOTBALL}, all projections 0`,
    slate: () => reproject(sampleSlate(FOOTBALL), () => 0),
    goal: 3,
  },
];

/**
 * The largest number of entries for which a request should take at most a second, about as many LP
 * relaxations as this.
 */
const MANY = 600;
const WITHIN_A_SECOND = 500;

/** Requests at the limits of the schema. */
const extreme: readonly Hard[] = [
  ...[FOOTBALL, BASKETBALL, "basketball.fanduel.classic", HOCKEY].flatMap((name) => [
    {
      name: `${name}, ${MANY} entries, points in proportion to salary`,
      slate: () => inProportion(grown(sampleSlate(name), MANY)),
    },
    {
      name: `${name}, ${MANY} entries, points in proportion to salaries without a common divisor`,
      slate: () => inProportion(oddSalaries(grown(sampleSlate(name), MANY))),
    },
  ]),
  ...[8, 7].map((minimum) => ({
    name: `${BASKETBALL}, ${MANY} entries, ${minimum} games in 8 seats`,
    slate: () => grown(sampleSlate(BASKETBALL), MANY),
    rules: (table: ContestTable) => ({
      ...table,
      minimumGames: { minimum, except: [], source: "own" },
    }),
    binds: "minimum-games",
  })),
  {
    name: `basketball.fanduel.classic, ${MANY} entries, at most 1 of a team`,
    slate: () => grown(sampleSlate("basketball.fanduel.classic"), MANY),
    rules: (table: ContestTable) => ({ ...table, teamLimits: [{ maximum: 1, except: [], source: "own" }] }),
    binds: "team-limits",
  },
];

/** The slowest of 251 random requests (`bench/requests/`), by what makes them hard, with their seeds. */
const drawn: Readonly<Record<string, number>> = {
  "salaries of all sizes, points near them and a stack": 2,
  "salaries of all sizes, points near them and 15 slots of one seat": 131,
  "odd salaries, points in proportion and at most 1 of a team": 159,
  "at most 1 of a team and a stack in a large automaton": 104,
};

/** The slowest infeasible ones of them. */
const drawnInVain: Readonly<Record<string, number>> = {
  "odd salaries, a captain and at most 1 of a team": 59,
  "nearly equal salaries and a low cap": 30,
};

/** Points proportional to salary: no player can be excluded as too expensive. */
function inProportion(slate: Slate): Slate {
  return reproject(slate, ({ salary }) => Math.round(salary / 200));
}

/** Infeasible requests with many entries whose conflict is hard to find. */
const unsatisfiable: readonly Hard[] = [
  {
    name: `${BASKETBALL}, ${MANY} entries, at least 3 C and a low cap`,
    slate: () => grown(sampleSlate(BASKETBALL), MANY),
    ask: () => ({ positions: { C: 3 }, cap: 24_000 }),
  },
  {
    name: `${BASKETBALL}, ${MANY} entries, at least 2 of each position and a low cap`,
    slate: () => grown(sampleSlate(BASKETBALL), MANY),
    ask: () => ({ positions: { PG: 2, SG: 2, SF: 2, PF: 2, C: 2 }, cap: 24_400 }),
  },
  {
    name: `${BASKETBALL}, ${MANY} entries, three dear ones included and a low cap`,
    slate: () => grown(sampleSlate(BASKETBALL), MANY),
    ask: (slate) => ({ include: dearest(slate, 3), cap: 35_000 }),
  },
  {
    name: `${BASKETBALL}, ${MANY} entries, nearly equal salaries, at least 3 C`,
    slate: () => nearlyEqualSalaries(grown(sampleSlate(BASKETBALL), MANY)),
    ask: () => ({ positions: { C: 3 }, cap: 800_000_050 }),
  },
];

const refusals = [
  ...unsatisfiable,
  ...Object.entries(drawnInVain).map(([name, seed]) => ({
    name: `a drawn contest (${seed}), ${MANY} entries, ${name}`,
    seed,
  })),
].map(
  (bench): BenchCase => ({
    ...bench,
    name: `${bench.name}, optimizer.optimize`,
    infeasible: true,
    by: "optimizer",
    phases: [lineups(1, WITHIN_A_SECOND)],
  }),
);

/**
 * Hard requests, answered by the solver that the search chooses. For infeasible ones the optimizer is timed
 * as well, because it explains them.
 */
export const hardCases: readonly BenchCase[] = [
  ...hard.flatMap(casesOf),
  ...extreme.map(extremeCase),
  ...Object.entries(drawn).map(([name, seed]) =>
    extremeCase({ name: `a drawn contest (${seed}), ${MANY} entries, ${name}`, seed }),
  ),
  ...refusals,
];

function extremeCase(bench: BenchRequest & Pick<CaseTerms, "name">): BenchCase {
  return { ...bench, by: "auto", unproved: true, phases: [lineups(150, WITHIN_A_SECOND)] };
}

function casesOf({ goal, ...bench }: Hard): BenchCase[] {
  if (!bench.infeasible) return [{ ...bench, by: "auto", phases: [lineups(150, goal)] }];
  return [
    { ...bench, by: "auto", phases: [lineups(1)] },
    { ...bench, name: `${bench.name}, optimizer.optimize`, by: "optimizer", phases: [lineups(1)] },
  ];
}

/** The players with the highest salaries, of different positions. */
function dearest(slate: Slate, count: number): SlateEntry[] {
  const chosen: SlateEntry[] = [];
  for (const entry of slate.entries.toSorted((a, b) => b.salary - a.salary)) {
    if (chosen.length === count) break;
    if (!chosen.some(({ position }) => position === entry.position)) chosen.push(entry);
  }
  return chosen;
}

/** The best receiver of the team whose best passer has the fewest points. */
function receiverOfWorstPasser(slate: Slate) {
  const teams = [...new Set(slate.entries.map((entry) => entry.team))].map((team) =>
    onlyTeams(slate, [team]),
  );
  const passerPoints = (team: Slate) => pointsOf(bestOf(team, "QB"));
  return bestOf(
    teams.reduce((worst, team) => (passerPoints(team) < passerPoints(worst) ? team : worst)),
    "WR",
  );
}
