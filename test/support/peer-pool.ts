import type { Optimizer, PortfolioRequest } from "../../src/optimizer/optimizer.ts";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import type { FantasyLineupDocument } from "../../src/shared/schema/lineups.ts";
import { tinyClassic, tinyShowdown } from "./tiny-contests.ts";
import type { CellRow } from "./tiny-portfolio.ts";
import { ROWS, TEAMS, tinyFacts, tinyResources } from "./tiny-portfolio.ts";
import { tinyProjections, tinyRequest, uuidOf } from "./tiny-problem.ts";

/** A contest with a number of seats for one position. */
const coach = (seats: number) => ({
  ...tinyClassic,
  sport: `coach${seats}`,
  salaryCap: { ...tinyClassic.salaryCap!, default: 165 },
  positions: tinyClassic.positions.slice(0, 1),
  unseated: [],
  slots: [{ ...tinyClassic.slots[0]!, count: seats }],
  uploadOrder: ["QB"],
  games: { ...tinyClassic.games, minimum: 1 },
  minimumGames: null,
  minimumTeams: null,
  teamLimits: [],
  stack: null,
});
/** An optimizer for the tiny contests, and for the sports `coach2`, `coach3` and `coach5`. */
export const createPeer = () =>
  createOptimizer({ rules: [tinyClassic, tinyShowdown, coach(2), coach(3), coach(5)], threads: 0 });

/** The points of seven players of one position. */
export const SEVEN_POINTS = { alice: 30, bob: 20, carol: 10, dan: 5, eve: 1, fiona: 3, george: 3 };
/** Those seven: one from each of two teams in one game, three and two in the other. */
export const SEVEN = Object.entries(SEVEN_POINTS).map(
  ([name, points], at): CellRow => ({
    name,
    position: "QB",
    team: [0, 1, 2, 2, 2, 3, 3][at]!,
    salary: 33,
    points,
  }),
);
/** The pool with other points or cells for some players. */
export const pool = (
  points: Readonly<Record<string, number>> = {},
  cells: Readonly<Record<string, Readonly<Record<string, string>>>> = {},
) =>
  ROWS.map(
    (row): CellRow => ({
      ...row,
      points: points[row.name] ?? row.points ?? 0,
      ...((row.cells || cells[row.name]) && { cells: { ...row.cells, ...cells[row.name] } }),
    }),
  );

/** The names in each lineup of a portfolio. */
export async function namesOf(
  optimizer: Optimizer,
  portfolio: unknown,
  rows: readonly CellRow[] = ROWS,
  sport = "tiny",
): Promise<string[][]> {
  const document: FantasyLineupDocument = await optimizer.portfolio({
    sport,
    body: tinyRequest("classic", rows),
    projections: { data: tinyProjections(rows), included: tinyResources(rows) },
    facts: tinyFacts(rows),
    portfolio,
  } as PortfolioRequest);
  const names = new Map(rows.map((row) => [uuidOf(row.name), row.name]));
  return document.data.map(({ attributes }) =>
    Object.values(attributes.byPositions).flatMap((seats) =>
      seats.map(
        ({ uuid }) =>
          names.get(uuid) ??
          `${TEAMS[Number(Buffer.from(uuid.slice(0, 8), "hex").toString().replace(/\D/g, ""))]} DST`,
      ),
    ),
  );
}

/** The number of lineups with a player. */
export const having = (lineups: readonly (readonly string[])[], name: string) =>
  lineups.filter((lineup) => lineup.includes(name)).length;
/** The number of these names in a lineup. */
export const count = (lineup: readonly string[], names: readonly string[]) =>
  names.filter((name) => lineup.includes(name)).length;
