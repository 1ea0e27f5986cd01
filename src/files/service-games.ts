import { nameKey } from "../shared/person-names.ts";
import { guidOfId } from "../shared/schema/guid.ts";
import type { FantasyPerformance } from "../shared/schema/performances.ts";
import type { Resource, ResourceIdentifier } from "../shared/schema/resource.ts";
import type { ServiceSlate } from "./service-slate.ts";

/** A projection of the service with whose it is; `index` is its place in the document. */
interface ServicePerson {
  readonly index: number;
  readonly projection: FantasyPerformance;
  /** Null for a team's defense. */
  readonly player: Resource | null;
  readonly name: string;
}

/** One side of a game as the service knows it. */
export interface ServiceTeam {
  readonly uuid: string;
  readonly resource: Resource | undefined;
  readonly people: readonly ServicePerson[];
  /** The players' names by which files are compared. */
  readonly names: ReadonlySet<string>;
}

/** A game of which both teams are known. */
export interface ServiceGame {
  readonly uuid: string;
  /** ISO 8601; null where the service does not say. */
  readonly startsAt: string | null;
  readonly away: ServiceTeam;
  readonly home: ServiceTeam;
}

/** The games of a slate with the people of their teams, in the service's order. */
export function serviceGames({ games, projections }: ServiceSlate): ServiceGame[] {
  const included = new Map(
    (projections.included ?? []).map((one) => [`${one.type} ${guidOfId(one.id) ?? one.id}`, one]),
  );
  const find = (identifier: ResourceIdentifier | null | undefined) =>
    identifier ? included.get(`${identifier.type} ${guidOfId(identifier.id) ?? identifier.id}`) : undefined;
  const people = new Map<string, ServicePerson[]>();
  for (const [index, projection] of projections.data.entries()) {
    const { player, event, team } = projection.relationships;
    const who = find(player?.data);
    if (player?.data && who === undefined) continue;
    const side = uuidOf(team?.data) ?? uuidOf(who?.relationships?.["team"]?.["data"] as ResourceIdentifier);
    const key = `${uuidOf(event?.data)} ${side}`;
    const owner = who ?? find(team?.data);
    people.set(key, [
      ...(people.get(key) ?? []),
      { index, projection, player: who ?? null, name: fullNameOf(owner) },
    ]);
  }
  return games.flatMap(({ id, attributes, relationships }) => {
    const uuid = guidOfId(id) ?? attributes.uuid;
    const [away, home] = [relationships?.awayTeam?.data, relationships?.homeTeam?.data].map((team) => {
      const side = uuidOf(team);
      if (side === null) return null;
      const own = people.get(`${uuid} ${side}`) ?? [];
      const names = new Set(own.filter(({ player }) => player).map(({ name }) => nameKey(name)));
      return { uuid: side, resource: find(team), people: own, names };
    });
    return away && home ? [{ uuid, startsAt: attributes.startDate ?? null, away, home }] : [];
  });
}

function uuidOf(identifier: ResourceIdentifier | null | undefined): string | null {
  return identifier ? (guidOfId(identifier.id) ?? identifier.id) : null;
}

function fullNameOf(owner: Resource | undefined): string {
  const { fullName, firstName, lastName, location, nickName } = owner?.attributes ?? {};
  const words = [[fullName], [firstName, lastName], [location, nickName]].map((parts) =>
    parts
      .filter((part) => typeof part === "string")
      .join(" ")
      .trim(),
  );
  return words.find((text) => text !== "") ?? "";
}
