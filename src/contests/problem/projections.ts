import { bookNamed, captainAttribute } from "../../shared/books.ts";
import { LastMade } from "../../shared/collections.ts";
import { entryRef, message } from "../../shared/errors/message-parts.ts";
import { guidOfId, relatedGuid } from "../../shared/guid-bytes.ts";
import { shownValue } from "../../shared/pointer.ts";
import { positionNamed } from "../../shared/roster.ts";
import type { ContestBase } from "../../shared/schema/contest.ts";
import type { FantasyPerformance } from "../../shared/schema/performances.ts";
import type { Resource } from "../../shared/schema/resource.ts";
import type { Issues } from "./issues.ts";
import type { Candidate } from "./pool.ts";

/** GUIDs; null for a relationship it lacks. */
type ProjectionSubject = Readonly<Record<"player" | "team" | "event", string | null>>;

const known = new LastMade<readonly FantasyPerformance[], readonly ProjectionSubject[]>();

export function subjectsOf(data: readonly FantasyPerformance[]): readonly ProjectionSubject[] {
  const subjects = () =>
    data.map(({ relationships: { player, team, event } }) => ({
      player: relatedGuid(player),
      team: relatedGuid(team),
      event: relatedGuid(event),
    }));
  return known.of(data, [], subjects, () => Object.isFrozen(data));
}

/** Larger ones count as mistakes; sums of points stay exact. */
export const MOST_POINTS = 1_000;

interface Projection {
  readonly team: string;
  readonly event: string;
  readonly points: number;
  /** As captain, if they are given. */
  readonly captainPoints: number | undefined;
  readonly position: string | null;
  /** Its index in the document. */
  readonly place: number;
}

/**
 * For the request's book in the listed games, by the candidate's place in the pool. A null projection counts
 * as none. A second projection, a missing team or a third team in a game is an issue; races have no teams.
 */
export function readProjections(
  data: readonly FantasyPerformance[],
  contest: ContestBase,
  games: ReadonlySet<string>,
  pool: ReadonlyMap<string, Candidate>,
  issues: Issues,
): readonly (Projection | undefined)[] {
  const book = bookNamed(contest.book);
  const attribute = book.pointsAttribute;
  const asCaptain = captainAttribute(book);
  const subjects = subjectsOf(data);
  const found = new Array<Projection | undefined>(pool.size).fill(undefined);
  const listed = new Map([...games].map((game): [string, Game] => [game, { event: game, teams: [] }]));
  const third: Projection[] = [];
  const isOneEvent = isEventOf(contest);
  for (let place = 0; place < data.length; place += 1) {
    const { attributes } = data[place]!;
    const { player, team: named, event } = subjects[place]!;
    const team = named ?? (isOneEvent ? event : null);
    const points = attributes[attribute];
    if (points == null || event === null) continue;
    const game = listed.get(event);
    if (game === undefined) continue;
    const candidate = candidateOf(player, team, attributes.position, contest, pool);
    if (candidate === undefined) continue;
    const captainPoints = attributes[asCaptain] ?? undefined;
    const wrong = [[attribute, points] as const, [asCaptain, captainPoints ?? 0] as const].find(
      ([, value]) => typeof value !== "number" || !(Math.abs(value) <= MOST_POINTS),
    );
    const first = found[candidate.place];
    if (first) {
      issues.addProjection(
        "several-projections",
        pathOf(place),
        message`${entryRef(candidate.uuid)} (${candidate.pointer}) already has a projection in the listed games, at ${pathOf(first.place)}. List one of its games only, or keep one projection.`,
      );
    } else if (team === null) {
      issues.addProjection(
        "team-missing",
        `${pathOf(place)}/relationships/team`,
        message`the projection of ${entryRef(candidate.uuid)} (${candidate.pointer}) has no team. Add it.`,
      );
    } else if (wrong !== undefined) {
      const [name, value] = wrong;
      issues.addProjection(
        "invalid-projection",
        `${pathOf(place)}/attributes/${name}`,
        typeof value === "number"
          ? `${value} points are more than ${MOST_POINTS}.`
          : `${shownValue(value, 40)} is not a number. Give points such as 12.5, or null.`,
      );
    } else {
      // Share one string per team and game: sorting by identical strings is faster.
      const known = game.teams.find((other) => other === team);
      const position = attributes.position ?? null;
      const own = { points: points as number, captainPoints: captainPoints as number | undefined };
      const projection = { team: known ?? team, event: game.event, ...own, position, place };
      found[candidate.place] = projection;
      if (known === undefined && game.teams.push(team) === 3 && !isOneEvent) third.push(projection);
    }
  }
  for (const { team, event, place } of third) {
    issues.addProjection(
      "third-team",
      `${pathOf(place)}/relationships/team`,
      message`${entryRef(team)} is the third team of game ${entryRef(event)}. Correct the team.`,
    );
  }
  return found;
}

/** Its only game has no teams or more than two, as a race. */
function isEventOf({ games, ...rules }: ContestBase & { readonly bothTeams?: unknown }): boolean {
  return games.minimum === 1 && rules.bothTeams == null;
}

interface Game {
  readonly event: string;
  readonly teams: string[];
}

function pathOf(place: number): string {
  return `/data/${place}`;
}

/** A projection at a team's position is for the team's defense, whatever `player` it names. */
function candidateOf(
  player: string | null,
  team: string | null,
  position: string | null | undefined,
  contest: ContestBase,
  pool: ReadonlyMap<string, Candidate>,
): Candidate | undefined {
  if (player !== null) {
    const candidate = pool.get(player);
    if (candidate?.kind === "player") return candidate;
  }
  if (team === null) return undefined;
  const isDefense =
    player === null && position == null
      ? true
      : position != null && positionNamed(contest, position)?.entry === "team";
  const candidate = isDefense ? pool.get(team) : undefined;
  return candidate?.kind === "team" ? candidate : undefined;
}

/** With these the prediction service marks a Player who cannot play. */
const SIGNS = [
  { attribute: "isInjured", value: true, word: "injured" },
  { attribute: "isSuspended", value: true, word: "suspended" },
  { attribute: "isActive", value: false, word: "not active" },
] as const;

const knownStatuses = new LastMade<readonly Resource[], ReadonlyMap<string, string>>();

/** Why players cannot play, by GUID. A Player without the attributes of `SIGNS` can play. */
export function unavailablePlayers(resources: readonly Resource[] = []): ReadonlyMap<string, string> {
  return knownStatuses.of(
    resources,
    [],
    () => find(resources),
    () => Object.isFrozen(resources),
  );
}

function find(resources: readonly Resource[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { type, id, attributes } of resources) {
    if (type !== "Player") continue;
    const words = SIGNS.filter(({ attribute, value }) => attributes?.[attribute] === value);
    const uuid = guidOfId(id);
    if (uuid !== null && words.length > 0) found.set(uuid, words.map(({ word }) => word).join(", "));
  }
  return found;
}
