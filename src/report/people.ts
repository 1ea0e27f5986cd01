import type { ContestTable } from "../contests/constraints/readers/contest-table.ts";
import { memoized } from "../shared/collections.ts";
import { guidKey, guidOfId, relatedGuid } from "../shared/guid-bytes.ts";
import { isCaptains } from "../shared/roster.ts";
import type { FantasyPerformance } from "../shared/schema/performances.ts";
import type { Resource } from "../shared/schema/resource.ts";
import { nameOf, textIn } from "../shared/schema/resource.ts";

function teamOf(resource: Resource, teams: ReadonlyMap<string, Resource>): string {
  const relationship = resource.relationships?.["team"]?.["data"] as { readonly id: string } | undefined;
  const guid =
    resource.type === "Team" ? String(resource.attributes?.["uuid"]) : guidOfId(relationship?.id ?? "");
  const known = [resource, teams.get(guid ?? "")];
  const names = ["teamAbbreviation", "abbreviation", "nickName", "location"].flatMap((name) =>
    known.flatMap((one) => textIn(one?.attributes?.[name]) ?? []),
  );
  return names[0] ?? "";
}

export function peopleIn(resources: readonly Resource[], named: readonly Resource[] = resources) {
  const known = byGuid(resources);
  const teams = byGuid(named.filter(({ type }) => type === "Team"));
  return {
    uuids: () => [...known.keys()],
    teamNamed: (uuid: string) => {
      const team = teams.get(uuid);
      return team === undefined ? uuid : teamOf(team, teams);
    },
    person(uuid: string, isCaptain = false) {
      const resource = known.get(uuid);
      const { attributes = {} } = resource ?? {};
      const [bookId, captainBookId] = [textIn(attributes["bookId"]), textIn(attributes["captainBookId"])];
      return {
        id: (isCaptain ? captainBookId : null) ?? bookId ?? uuid,
        bookId,
        captainBookId,
        name: (resource && nameOf(resource)) ?? uuid,
        team: resource === undefined ? "" : teamOf(resource, teams),
        attributes,
      };
    },
  };
}

/** Finds the label of a player or team, such as `Maris Nesdale ELU (...)`; null if unknown. */
export function labelsIn(resources: readonly Resource[]): (uuid: string) => string | null {
  let people: ReturnType<typeof peopleIn> | undefined;
  return (uuid) => {
    people ??= peopleIn(resources);
    const { name, team } = people.person(uuid);
    return name === uuid ? null : `${[name, team].filter((part) => part !== "").join(" ")} (${uuid})`;
  };
}

function byGuid(resources: readonly Resource[]): Map<string, Resource> {
  return new Map(resources.map((resource) => [guidKey(resource.id), resource]));
}

export function captainTest({ slots }: ContestTable): (slot: string) => boolean {
  const captains = new Set(slots.filter(isCaptains).map(({ name }) => name));
  return (slot) => captains.has(slot);
}

export interface SlateWords {
  readonly contest: ContestTable;
  readonly performances: readonly FantasyPerformance[];
  readonly named: readonly Resource[];
}

/** A person's `id` is the book's, or the GUID if the book's file gives none. */
export function slatePeople({ contest, performances, named }: SlateWords) {
  const people = peopleIn(named);
  const owners = new Map(performances.map((one) => [ownerOf(one), one]));
  const isCaptain = captainTest(contest);
  // Lineups repeat the same players thousands of times.
  const inRole = (asCaptain: boolean) =>
    memoized((uuid: string) => {
      const { id, name, team } = people.person(uuid, asCaptain);
      return { id, name, team, position: owners.get(uuid)?.attributes.position ?? "" };
    });
  const [captain, other] = [inRole(true), inRole(false)];
  return {
    teamNamed: people.teamNamed,
    person: (uuid: string, slot = "") => (isCaptain(slot) ? captain : other)(uuid),
  };
}

export function ownerOf({ relationships: { player, team } }: FantasyPerformance): string {
  return relatedGuid(player) ?? relatedGuid(team) ?? "";
}
