import type { ContestTable } from "../../contests/constraints/readers/contest-table.ts";
import { isCaptains } from "../../engine/roster.ts";
import { guidOfId } from "../../shared/guid-bytes.ts";
import type { FantasyPerformance } from "../../shared/schema/performances.ts";
import type { Resource, ResourceIdentifier } from "../../shared/schema/resource.ts";
import { byGuid, nameOf, teamOf } from "./lineups.ts";

/** A player with readable names. */
export interface Person {
  /** The book's id, or the GUID without one. */
  readonly id: string;
  readonly name: string;
  readonly team: string;
  readonly position: string;
}

/** The sources of names for GUIDs. */
export interface SlateWords {
  readonly contest: ContestTable;
  readonly performances: readonly FantasyPerformance[];
  /** Players and teams. */
  readonly named: readonly Resource[];
}

/** Translates GUIDs into the names of a book's file. */
export function slatePeople({ contest: { slots }, performances, named }: SlateWords) {
  const resources = byGuid(named);
  const teams = byGuid(named.filter(({ type }) => type === "Team"));
  const owners = new Map(performances.map((one) => [ownerOf(one), one]));
  const captains = new Set(slots.filter(isCaptains).map(({ name }) => name));
  /** Cache, because lineups repeat the same players thousands of times. */
  const [asCaptains, asOthers] = [new Map<string, Person>(), new Map<string, Person>()];
  const personOf = (uuid: string, isCaptain: boolean): Person => {
    const resource = resources.get(uuid);
    const { bookId, captainBookId } = (resource?.attributes ?? {}) as Readonly<Record<string, unknown>>;
    const id = isCaptain ? (captainBookId ?? bookId) : bookId;
    return {
      id: typeof id === "string" ? id : uuid,
      name: (resource && nameOf(resource)) ?? uuid,
      team: resource === undefined ? "" : teamOf(resource, teams),
      position: owners.get(uuid)?.attributes.position ?? "",
    };
  };
  return {
    teamNamed(uuid: string): string {
      const team = teams.get(uuid);
      return team === undefined ? uuid : teamOf(team, teams);
    },
    person(uuid: string, slot?: string): Person {
      const inRole = slot !== undefined && captains.has(slot) ? asCaptains : asOthers;
      const known = inRole.get(uuid) ?? personOf(uuid, inRole === asCaptains);
      inRole.set(uuid, known);
      return known;
    },
  };
}

/** The GUID of the projection's player or team. */
export function ownerOf({ relationships }: FantasyPerformance): string {
  return related(relationships?.player) ?? related(relationships?.team) ?? "";
}

/** The GUID that a relationship names. */
export function related(
  relationship: { readonly data?: ResourceIdentifier | null | undefined } | null | undefined,
) {
  return guidOfId(relationship?.data?.id ?? "");
}
