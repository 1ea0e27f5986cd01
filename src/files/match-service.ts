import { canonicalTeam, defenseOf } from "../contests/catalog/sports.ts";
import { bookNamed } from "../shared/books.ts";
import { groupBy } from "../shared/collections.ts";
import { InvalidFileError } from "../shared/errors.ts";
import { guidKey, guidOfId } from "../shared/guid-bytes.ts";
import { nameKey, nicknameKey } from "../shared/names.ts";
import type { ReadOnly } from "../shared/schema/fields.ts";
import type { FantasyPerformanceDocument } from "../shared/schema/performances.ts";
import { eventSchema, finderIn, nameOf, type ResourceIdentifier } from "../shared/schema/resource.ts";
import * as z from "../shared/schema/zod.ts";
import { easternDay } from "./game-info.ts";
import { matchProjections } from "./match-projections.ts";
import { NO_CELLS, type ProjectionRow } from "./projections.ts";
import type { Listing, Slate, SlateEntry } from "./slate.ts";

const gamesSchema = z.object({ games: z.array(eventSchema), projections: z.unknown() });

export interface ServiceSlate {
  readonly games: readonly ReadOnly<z.output<typeof eventSchema>>[];
  readonly projections: FantasyPerformanceDocument;
}

/** Equal content gives equal text, whatever the order and the update times in the service's answer. */
export function serviceSlateText({ games, projections }: ServiceSlate): string {
  const plain = (resources: readonly { readonly id: string; readonly attributes?: object | undefined }[]) =>
    resources
      .map(({ attributes, ...rest }) => ({ ...rest, attributes: { ...attributes, updatedAt: undefined } }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  const { data, included = [] } = projections;
  return JSON.stringify({
    games: plain(games),
    projections: { data: plain(data), included: plain(included) },
  });
}

/** The caller checks the projections. */
export function readServiceSlate(text: string): ServiceSlate {
  const { games, projections } = gamesSchema.parse(JSON.parse(text));
  return { games, projections: projections as FantasyPerformanceDocument };
}

/** Players are `Name (POSITION, TEAM)`. */
export type ServiceMatching = ReturnType<typeof matchService>["matching"];

/**
 * Finds the players of a book's file in the prediction service: games by start and teams; players by name,
 * team and position; defenses by team. Never guesses.
 * @throws InvalidFileError if the service has none of the file's games
 */
export function matchService(slate: Slate, said: ServiceSlate, names: { salaries: string; service: string }) {
  const games = serviceGames(said);
  const paired: Fit[] = [];
  const missing: string[] = [];
  for (const [game, entries] of groupBy(slate.entries, (entry) => entry.game)) {
    const found = gameOf(entries, slate.sport, games);
    if (found === null) missing.push(game);
    else paired.push(found);
  }
  if (paired.length === 0)
    throw new InvalidFileError(
      names.salaries,
      null,
      `none of the file's games (${missing.join(", ")}) is among the ${said.games.length} games of ${names.service}. ` +
        "Give the time window in which they start.",
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
      /** Those that the service lacks in the time window, or has more than once. */
      gamesNotFound: missing,
      /** Without points from the service; they are in no lineup. */
      peopleNotFound: report.withoutProjection.map(wordsFor),
      /** With points, in games that the file has, but matching no player or several. */
      notInFile: strangers.map(({ row }) => wordsFor(row)),
    },
  };
}

function rowsOf(
  team: string,
  { people }: ServiceTeam,
  { pointsAttribute, defense }: { readonly pointsAttribute: string; readonly defense: string | null },
): ProjectionRow[] {
  return people.map(({ index, projection: { attributes }, player, name }) => {
    const points = attributes[pointsAttribute];
    const position = attributes.position ?? player?.attributes?.["dfsPosition"];
    return {
      ...NO_CELLS,
      line: index + 1,
      pointer: `/projections/data/${index}`,
      id: null,
      name,
      team,
      position: player === null ? defense : typeof position === "string" ? position : null,
      points: typeof points === "number" ? points : null,
    };
  });
}

function wordsFor({ name, position, team }: Pick<ProjectionRow | Listing, "name" | "position" | "team">) {
  return `${name} (${[position, team].filter((part) => part !== null).join(", ")})`;
}

/**
 * The service's team by the file's abbreviation; the assignment with the highest `weight` is the best match.
 */
interface Fit {
  readonly found: ServiceGame;
  readonly teams: ReadonlyMap<string, ServiceTeam>;
  readonly weight: number;
}

/** By teams and start: the service has neither the book's abbreviations nor its ids. */
function gameOf(entries: readonly SlateEntry[], sport: string, games: readonly ServiceGame[]): Fit | null {
  const start = entries.find(({ startsAt }) => startsAt !== null)?.startsAt ?? null;
  const teams = fileTeams(entries);
  const sameDay = (game: ServiceGame) =>
    start === null || (game.startsAt !== null && easternDay(game.startsAt) === easternDay(start));
  const fits = games.filter(sameDay).flatMap((game) => fitOf(teams, game, sport) ?? []);
  const most = Math.max(...fits.map(({ weight }) => weight));
  const best = fits.find(({ weight }) => weight === most);
  if (best === undefined) return null;
  // The same two teams may meet again: then the start decides between the games.
  const pair = fits.filter(({ found }) => pairOf(found) === pairOf(best.found));
  if (pair.length === 1) return best;
  if (start === null) return null;
  const distance = ({ found }: Fit) => Math.abs(Date.parse(found.startsAt!) - Date.parse(start));
  return pair.reduce((nearest, fit) => (distance(fit) < distance(nearest) ? fit : nearest));
}

type FileTeam = ReturnType<typeof fileTeams>[number];

/** One team if the file lists players of only one. */
function fileTeams(entries: readonly SlateEntry[]) {
  return [...groupBy(entries, ({ team }) => team)].map(([team, own]) => ({
    team,
    names: new Set(own.filter(({ kind }) => kind === "player").map(({ name }) => nameKey(name))),
    nickname: own.flatMap(({ kind, name }) => (kind === "team" ? [nicknameKey(name)] : []))[0] ?? null,
  }));
}

function fitOf(teams: readonly FileTeam[], found: ServiceGame, sport: string): Fit | null {
  const [first, second] = teams;
  if (first === undefined || teams.length > 2) return null;
  const fits = [[found.away, found.home] as const, [found.home, found.away] as const].flatMap(
    ([one, other]) => {
      const pairs = [[first, one] as const, ...(second ? [[second, other] as const] : [])];
      const weights = pairs.map(([team, known]) => weightOf(team, known, sport));
      if (weights.includes(0)) return [];
      const teamsOfFile = new Map(pairs.map(([{ team }, known]) => [team, known]));
      return { found, teams: teamsOfFile, weight: weights.reduce((sum, weight) => sum + weight, 0) };
    },
  );
  return fits.reduce<Fit | null>((best, fit) => (best && best.weight >= fit.weight ? best : fit), null);
}

/** Players in common, plus one if names of the team match; 0 if neither these nor half of the players do. */
function weightOf({ team, names, nickname }: FileTeam, known: ServiceTeam, sport: string): number {
  const shared = [...names].filter((name) => known.names.has(name)).length;
  const { abbreviation, nickName } = known.resource?.attributes ?? {};
  const isNamed =
    (typeof abbreviation === "string" && canonicalTeam(sport, abbreviation) === canonicalTeam(sport, team)) ||
    (typeof nickName === "string" && nickname !== null && nicknameKey(nickName) === nickname);
  const isHalf = 2 * shared >= Math.min(names.size, known.names.size);
  return isNamed ? 1 + shared : isHalf ? shared : 0;
}

function pairOf({ away, home }: ServiceGame): string {
  return [away.uuid, home.uuid].sort().join(" ");
}

type ServiceGame = ReturnType<typeof serviceGames>[number];

type ServiceTeam = ServiceGame["away"];

function serviceGames({ games, projections }: ServiceSlate) {
  const find = finderIn(projections.included);
  const listed = projections.data.flatMap((projection, index) => {
    const { player, event, team } = projection.relationships;
    const who = find(player?.data);
    if (player?.data && who === undefined) return [];
    const side = uuidOf(team?.data) ?? uuidOf(who?.relationships?.["team"]?.["data"] as ResourceIdentifier);
    const name = nameOf(who ?? find(team?.data) ?? {}) ?? "";
    // `index` is a place in the document's `data`; `player` is null for a team's defense.
    return [{ index, projection, player: who ?? null, name, side: `${uuidOf(event?.data)} ${side}` }];
  });
  const people = groupBy(listed, ({ side }) => side);
  return games.flatMap(({ id, attributes, relationships }) => {
    const uuid = guidOfId(id) ?? attributes.uuid;
    const [away, home] = [relationships?.awayTeam?.data, relationships?.homeTeam?.data].map((team) => {
      const side = uuidOf(team);
      if (side === null) return null;
      const own = people.get(`${uuid} ${side}`) ?? [];
      const names: ReadonlySet<string> = new Set(
        own.filter(({ player }) => player).map(({ name }) => nameKey(name)),
      );
      return { uuid: side, resource: find(team), people: own, names };
    });
    return away && home ? [{ uuid, startsAt: attributes.startDate ?? null, away, home }] : [];
  });
}

function uuidOf(identifier: ResourceIdentifier | null | undefined): string | null {
  return identifier ? guidKey(identifier.id) : null;
}
