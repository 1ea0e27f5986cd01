import { groupBy } from "../shared/group-by.ts";
import { nameKey, nicknameKey } from "../shared/person-names.ts";
import { easternDay } from "./eastern-time.ts";
import type { ServiceGame, ServiceTeam } from "./service-games.ts";
import type { Slate, SlateEntry } from "./slate.ts";
import { canonicalTeam } from "./team-names.ts";

/** A game of a book's file and the service's, with the service's teams by the file's abbreviations. */
interface PairedGame {
  readonly game: string;
  readonly found: ServiceGame;
  readonly teams: ReadonlyMap<string, ServiceTeam>;
}

/** The file's games that the service has, and those that it has not, or has several of that could be meant. */
export interface PairedGames {
  readonly paired: readonly PairedGame[];
  readonly missing: readonly string[];
}

/** What a book's file says of one of its teams. */
interface FileTeam {
  readonly team: string;
  readonly names: ReadonlySet<string>;
  readonly nickname: string | null;
}

/** How a file's two teams lie on a game's sides, and how much speaks for it. */
interface Fit {
  readonly found: ServiceGame;
  readonly teams: ReadonlyMap<string, ServiceTeam>;
  readonly weight: number;
}

/**
 * Finds the games of a book's file in the service, which knows neither the book's abbreviations nor its ids: by the
 * Eastern day and time of the start, where the file says it, and by the pair of teams. A team is the one that has the
 * abbreviation or the defense's nickname, or half of its people.
 */
export function pairGames(slate: Slate, games: readonly ServiceGame[]): PairedGames {
  const paired: PairedGame[] = [];
  const missing: string[] = [];
  for (const [game, entries] of groupBy(slate.entries, ({ game }) => game)) {
    const found = gameOf(entries, slate.sport, games);
    if (found === null) missing.push(game);
    else paired.push({ game, ...found });
  }
  return { paired, missing };
}

function gameOf(entries: readonly SlateEntry[], sport: string, games: readonly ServiceGame[]): Fit | null {
  const start = entries.find(({ startsAt }) => startsAt !== null)?.startsAt ?? null;
  const teams = fileTeams(entries);
  const sameDay = (game: ServiceGame) =>
    start === null || (game.startsAt !== null && easternDay(game.startsAt) === easternDay(start));
  const fits = games.filter(sameDay).flatMap((game) => fitOf(teams, game, sport) ?? []);
  const most = Math.max(...fits.map(({ weight }) => weight));
  const best = fits.find(({ weight }) => weight === most);
  if (best === undefined) return null;
  // The same two teams may meet again: then the start tells which game is meant.
  const pair = fits.filter(({ found }) => pairOf(found) === pairOf(best.found));
  if (pair.length === 1) return best;
  if (start === null) return null;
  const distance = ({ found }: Fit) => Math.abs(Date.parse(found.startsAt!) - Date.parse(start));
  return pair.reduce((nearest, fit) => (distance(fit) < distance(nearest) ? fit : nearest));
}

/** The teams of a game's entries, both of them where the file lists anyone of both. */
function fileTeams(entries: readonly SlateEntry[]): FileTeam[] {
  return [...groupBy(entries, ({ team }) => team)].map(([team, own]) => ({
    team,
    names: new Set(own.filter(({ kind }) => kind === "player").map(({ name }) => nameKey(name))),
    nickname: own.flatMap(({ kind, name }) => (kind === "team" ? [nicknameKey(name)] : []))[0] ?? null,
  }));
}

function fitOf(teams: readonly FileTeam[], found: ServiceGame, sport: string): Fit | null {
  const [first, second] = teams;
  if (first === undefined || teams.length > 2) return null;
  const sides = [
    [found.away, found.home],
    [found.home, found.away],
  ] as const;
  const fits = sides.flatMap(([one, other]) => {
    const weights = [
      weightOf(first, one, sport),
      ...(second === undefined ? [] : [weightOf(second, other, sport)]),
    ];
    if (weights.includes(0)) return [];
    const pairs: [string, ServiceTeam][] = [[first.team, one]];
    if (second !== undefined) pairs.push([second.team, other]);
    return { found, teams: new Map(pairs), weight: weights.reduce((sum, weight) => sum + weight, 0) };
  });
  return fits.reduce<Fit | null>((best, fit) => (best && best.weight >= fit.weight ? best : fit), null);
}

/** How much speaks for it that two teams are one: the people they share; nothing where neither names nor half of them agree. */
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
