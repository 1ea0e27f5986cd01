import { type ProblemOptions, readProblem } from "../../src/contests/constraints/readers/read-problem.ts";
import type { Problem } from "../../src/contests/problem/problem.ts";
import { loadCatalog } from "../../src/platform/node/catalog.ts";
import type { FantasyPerformance } from "../../src/shared/schema/performances.ts";
import { type LineupRequestInput, lineupRequestSchema } from "../../src/shared/schema/request.ts";
import { tinyClassic, tinyShowdown } from "./tiny-contests.ts";

const catalog = await loadCatalog({ rules: [tinyClassic, tinyShowdown] });

/** A handwritten pool entry; a DST belongs to its team. Teams 0 and 1 play game 0, 2 and 3 game 1. */
export interface PoolRow {
  readonly name: string;
  readonly position: string;
  readonly team: number;
  readonly salary?: number;
  /** Null without a projection. */
  readonly points?: number | null;
}

/** The GUID of a pool row's name, a team or a game. */
export function uuidOf(name: string | number): string {
  return `${Buffer.from(String(name)).toString("hex").padStart(8, "0")}-0000-4000-8000-000000000000`.slice(
    -36,
  );
}

export const teamUuid = (team: number) => uuidOf(`t${team}`);
export const gameUuid = (game: number) => uuidOf(`g${game}`);

/** A request of a tiny contest over the rows. */
export function tinyRequest(
  contest: "classic" | "showdown",
  rows: readonly PoolRow[],
  body: Partial<LineupRequestInput> = {},
): LineupRequestInput {
  const priced = ({ salary = 3000 }: PoolRow) => ({
    salary,
    ...(contest === "showdown" && { captainSalary: (salary * 3) / 2 }),
  });
  return {
    book: "bookA",
    contest,
    players: rows.flatMap((row) =>
      row.position === "DST" ? [] : [{ player: uuidOf(row.name), position: row.position, ...priced(row) }],
    ),
    teams: rows.flatMap((row) =>
      row.position === "DST" ? [{ team: teamUuid(row.team), ...priced(row) }] : [],
    ),
    games: contest === "showdown" ? [gameUuid(0)] : [gameUuid(0), gameUuid(1)],
    ...body,
  };
}

/** The rows' projections. */
export function tinyProjections(rows: readonly PoolRow[]): FantasyPerformance[] {
  return rows.map(({ name, position, team, points = 10 }): FantasyPerformance => {
    const uuid = uuidOf(`p${name}`);
    const related = (type: string, id: string) => ({ data: { type, id } });
    return {
      id: uuid,
      type: "FantasyPerformance",
      attributes: { uuid, position, bookAPoints: points },
      relationships: {
        ...(position !== "DST" && { player: related("Player", uuidOf(name)) }),
        team: related("Team", teamUuid(team)),
        event: related("Event", gameUuid(team >> 1)),
      },
    };
  });
}

/** The problem of a tiny contest over the rows. */
export function tinyProblem(
  contest: "classic" | "showdown",
  rows: readonly PoolRow[],
  body: Partial<LineupRequestInput> = {},
  options: ProblemOptions = {},
): Problem {
  const request = lineupRequestSchema.parse(tinyRequest(contest, rows, body));
  return readProblem(catalog.contestOf("tiny", request), request, tinyProjections(rows), options);
}
