import type { Slate } from "../../src/formats/slate.ts";
import { type BenchCase, lineups } from "./case.ts";
import {
  firstGames,
  gamesOf,
  oddSalaries,
  onlyTeams,
  reproject,
  teamPerGame,
  weaken,
} from "./change-slate.ts";
import { bestOf, pointsOf, sampleSlate } from "./slates.ts";

const FOOTBALL = "american-football.bookA.classic";
const BASKETBALL = "basketball.bookA.classic";
const HOCKEY = "ice-hockey.bookA.classic";

/** What is left of the points of those who are made weak. */
const WEAK = 0.05;
/** The same, where they are still worth a place. */
const HALF = 0.5;
/** Points given to those who are made strong. */
const BOOST = 5;

type Hard = Omit<BenchCase, "by" | "phases">;

/** Requests whose rules refuse most of the good lineups, or whose numbers give a solver little to hold on to. */
const hard: readonly Hard[] = [
  {
    name: `${FOOTBALL}, a stack from the WR with the worst QB`,
    slate: () => sampleSlate(FOOTBALL),
    ask: (slate) => ({ stack: true, include: [receiverOfWorstPasser(slate)] }),
    binds: "stack",
  },
  ...["ice-hockey.bookB.classic", "basketball.bookB.classic"].flatMap((name) => [
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
  })),
  {
    name: `${FOOTBALL}, projections in steps of 5`,
    slate: () => reproject(sampleSlate(FOOTBALL), (entry) => 5 * Math.round(pointsOf(entry) / 5)),
  },
  {
    name: `${FOOTBALL}, all projections 0`,
    slate: () => reproject(sampleSlate(FOOTBALL), () => 0),
  },
];

/**
 * Hard requests, answered by whichever solver the search takes. Where nothing is legal, the optimizer is timed as well:
 * it says why.
 */
export const hardCases: readonly BenchCase[] = hard.flatMap((bench): BenchCase[] => {
  if (!bench.infeasible) return [{ ...bench, by: "auto", phases: [lineups(150)] }];
  return [
    { ...bench, by: "auto", phases: [lineups(1)] },
    { ...bench, name: `${bench.name}, optimizer.optimize`, by: "optimizer", phases: [lineups(1)] },
  ];
});

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
