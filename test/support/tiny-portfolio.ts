import type { AskedPortfolio } from "../../src/portfolio/description.ts";
import type { PoolFacts } from "../../src/portfolio/people.ts";
import { type PlannedPortfolio, planPortfolio } from "../../src/portfolio/plan.ts";
import type { LineupRequestInput } from "../../src/shared/schema/request.ts";
import type { Resource } from "../../src/shared/schema/resource.ts";
import { gameUuid, type PoolRow, teamUuid, tinyProblem, uuidOf } from "./tiny-problem.ts";

/** A pool row with the cells of a file's other columns. */
export interface CellRow extends PoolRow {
  readonly cells?: Readonly<Record<string, string>>;
}

/** The names of the teams of a tiny pool. */
export const TEAMS = ["BUF", "KC", "DAL", "NYG"];

/**
 * A quarterback, two receivers, two backs and the defense of every team, with names such as `Player BW2`;
 * all salaries and points differ.
 */
export const ROWS: readonly CellRow[] = TEAMS.flatMap((abbreviation, team) => [
  ...["QB", "WR", "WR", "RB", "RB"].map(
    (position, at): CellRow => ({
      name: `Player ${abbreviation[0]}${position[0]}${[1, 1, 2, 1, 2][at]}`,
      position,
      team,
      salary: 3000 + 700 * at + 90 * team,
      points: 20 - 3 * at + team / 4,
      cells: { Ownership: `${5 * (at + team)}%`, Line: String((at % 2) + 1), Order: String(at + team) },
    }),
  ),
  { name: `${abbreviation} DST`, position: "DST", team, salary: 2000 + 100 * team, points: 6 + team / 8 },
]);

/** The players' and teams' names. */
export function tinyResources(rows: readonly PoolRow[]): Resource[] {
  return [
    ...rows
      .filter(({ position }) => position !== "DST")
      .map(
        ({ name, team }): Resource => ({
          id: uuidOf(name),
          type: "Player",
          attributes: { fullName: name, teamAbbreviation: TEAMS[team], bookId: `id-${name}` },
        }),
      ),
    ...TEAMS.map(
      (abbreviation, team): Resource => ({
        id: teamUuid(team),
        type: "Team",
        attributes: {
          abbreviation,
          location: `City${team}`,
          nickName: `Nick${team}`,
          bookId: `id-${abbreviation}`,
        },
      }),
    ),
  ];
}

/** The rows' cells, by GUID. */
export function tinyFacts(rows: readonly CellRow[]): PoolFacts {
  const uuid = ({ name, position, team }: CellRow) => (position === "DST" ? teamUuid(team) : uuidOf(name));
  return {
    columns: new Map(rows.flatMap((row) => (row.cells === undefined ? [] : [[uuid(row), row.cells]]))),
    games: new Map([
      [gameUuid(0), "BUF@KC"],
      [gameUuid(1), "DAL@NYG"],
    ]),
  };
}

/** The settings of a tiny portfolio. */
export interface TinyOptions extends Partial<Omit<AskedPortfolio, "problem" | "projections" | "portfolio">> {
  readonly contest?: "classic" | "showdown";
  readonly rows?: readonly CellRow[];
  readonly resources?: readonly Resource[];
  readonly body?: Partial<LineupRequestInput>;
}

/** A description, read for a tiny contest. */
export function tinyPortfolio(description: unknown, options: TinyOptions = {}): PlannedPortfolio {
  const { contest = "classic", rows = ROWS, resources = tinyResources(rows), body, ...asked } = options;
  return planPortfolio({
    ...{ problem: tinyProblem(contest, rows, body), portfolio: description },
    projections: { data: [], included: [...resources] },
    ...{ facts: tinyFacts(rows), count: 10 },
    ...asked,
  });
}

/** The same, but all players except defenses have a separate captain's id. */
export function withCaptainIds(resources: readonly Resource[]): Resource[] {
  return resources.map((one) =>
    one.type === "Player"
      ? { ...one, attributes: { ...one.attributes, captainBookId: `cpt-${one.attributes?.["bookId"]}` } }
      : one,
  );
}
