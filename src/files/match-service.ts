import { bookNamed, type PointsAttribute } from "../shared/books/index.ts";
import { InvalidFileError } from "../shared/errors.ts";
import { type MatchedProjections, matchProjections } from "./match-projections.ts";
import { pairGames } from "./paired-games.ts";
import type { ProjectionRow } from "./projections.ts";
import { type ServiceTeam, serviceGames } from "./service-games.ts";
import type { ServiceSlate } from "./service-slate.ts";
import type { Listing, Slate } from "./slate.ts";
import { defenseOf } from "./sports.ts";

/** How far a book's file and the prediction service agree on who plays; people as `Name (POSITION, TEAM)`. */
export interface ServiceMatching {
  /** How many of the file's games, and of its people, the service has. */
  readonly games: number;
  readonly people: number;
  /** The file's games that the service does not have in the window, or has more than once. */
  readonly gamesNotFound: readonly string[];
  /** The file's people that the service has no points for: they are in no lineup. */
  readonly peopleNotFound: readonly string[];
  /** Whom the service has points for in these games, and the file does not list, or lists several of that could be meant. */
  readonly notInFile: readonly string[];
}

/** Points of the service for a book's file. */
export interface MatchedService extends Omit<MatchedProjections, "report"> {
  readonly matching: ServiceMatching;
}

/** What the parts are called in errors. */
export interface ServiceNames {
  readonly salaries: string;
  readonly service: string;
}

/**
 * Finds the people of a book's file in the prediction service: their games by start and teams, they themselves by name,
 * team and position, a defense by its team. Nothing is guessed.
 * @throws InvalidFileError where the service has none of the file's games
 */
export function matchService(slate: Slate, said: ServiceSlate, names: ServiceNames): MatchedService {
  const { paired, missing } = pairGames(slate, serviceGames(said));
  if (paired.length === 0)
    throw new InvalidFileError(
      names.salaries,
      null,
      `none of its games (${missing.join(", ")}) is among the ${said.games.length} that ${names.service} has. ` +
        "Give the window in which they start.",
    );
  const { pointsAttribute } = bookNamed(slate.book);
  const defense = defenseOf(slate.sport);
  const rows = paired.flatMap(({ teams }) =>
    [...teams].flatMap(([team, known]) => rowsOf(team, known, { pointsAttribute, defense })),
  );
  const { report, ...found } = matchProjections(slate, rows, { file: names.service });
  const strangers = report.unused.filter(
    ({ row, cause }) => row.points !== null && (cause === "unknown" || cause === "ambiguous"),
  );
  return {
    ...found,
    matching: {
      games: paired.length,
      people: report.matched,
      gamesNotFound: missing,
      peopleNotFound: report.withoutProjection.map(wordsFor),
      notInFile: strangers.map(({ row }) => wordsFor(row)),
    },
  };
}

function rowsOf(
  team: string,
  { people }: ServiceTeam,
  {
    pointsAttribute,
    defense,
  }: { readonly pointsAttribute: PointsAttribute; readonly defense: string | null },
): ProjectionRow[] {
  return people.map(({ index, projection: { attributes }, player, name }) => {
    const position = attributes.position ?? player?.attributes?.["dfsPosition"];
    return {
      line: index + 1,
      pointer: `/projections/data/${index}`,
      id: null,
      name,
      team,
      position: player === null ? defense : typeof position === "string" ? position : null,
      rosterPosition: null,
      salary: null,
      points: attributes[pointsAttribute] ?? null,
      ownership: null,
      minimumExposure: null,
      maximumExposure: null,
    };
  });
}

function wordsFor({ name, position, team }: Pick<ProjectionRow | Listing, "name" | "position" | "team">) {
  return `${name} (${[position, team].filter((part) => part !== null).join(", ")})`;
}
