import type { ContestTable } from "../../contests/catalog/contest-table.ts";
import { isCaptains } from "../../engine/roster.ts";
import { guidOfId } from "../../shared/guid-bytes.ts";
import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import type { LineupRequestInput } from "../../shared/schema/request.ts";
import type { Resource } from "../../shared/schema/resource.ts";

/** Who sits in one seat, as people read it; salary and points are the seat's own, the captain's multiplied. */
interface SeatRow {
  readonly slot: string;
  /** The book's own id in this slot; the GUID where the pool has none of the book's. */
  readonly id: string;
  /** The book's own ids, where the pool was read from its file. */
  readonly bookId: string | null;
  readonly captainBookId: string | null;
  readonly name: string;
  readonly team: string;
  readonly position: string;
  readonly salary: number;
  readonly points: number;
}

/** One lineup with its totals, as the document states them. */
export interface LineupRows {
  readonly seats: readonly SeatRow[];
  readonly salary: number;
  readonly cap: number;
  readonly points: number;
  /** As they were drawn for it, where they were. */
  readonly drawn?: number | undefined;
  /** In which part of the draws it is the best, where it was taken by that. */
  readonly optimal?: number | undefined;
}

/**
 * The lineups of a document that has its Players and Teams in `included`. Names of teams come from
 * `named`. Where a player's name is unknown, the GUID stands for it; an unknown team has none.
 */
export function lineupRows(
  document: FantasyLineupDocument,
  request: Pick<LineupRequestInput, "players" | "teams">,
  named: readonly Resource[],
  contest: ContestTable,
): LineupRows[] {
  const chosen = byGuid(document.included ?? []);
  const teams = byGuid(named.filter((resource) => resource.type === "Team"));
  const captainSalaries = captainSalariesOf(request);
  const payingCaptains = new Set(contest.slots.filter(isCaptains).map(({ name }) => name));

  // Thousands of lineups seat the same few players, who are worth the same in the same slot.
  const known = new Map<string, SeatRow>();
  const seatRow = (slot: string, seat: { readonly uuid: string; readonly points: number }): SeatRow => {
    const key = `${slot} ${seat.uuid}`;
    const row = known.get(key) ?? newRow(slot, seat);
    known.set(key, row);
    return row;
  };
  const newRow = (
    slot: string,
    { uuid, points }: { readonly uuid: string; readonly points: number },
  ): SeatRow => {
    const resource = chosen.get(uuid)!;
    const { attributes } = resource;
    const [bookId, captainBookId] = [text(attributes?.["bookId"]), text(attributes?.["captainBookId"])];
    return {
      slot,
      id: (payingCaptains.has(slot) ? captainBookId : null) ?? bookId ?? uuid,
      bookId,
      captainBookId,
      name: nameOf(resource) ?? uuid,
      team: teamOf(resource, teams),
      position: String(attributes?.["dfsPosition"]),
      salary: payingCaptains.has(slot) ? captainSalaries.get(uuid)! : Number(attributes?.["dfsSalary"]),
      points,
    };
  };

  return document.data.map(({ attributes }) => ({
    seats: Object.entries(attributes.byPositions).flatMap(([slot, seats]) =>
      seats.map((seat) => seatRow(slot, seat)),
    ),
    salary: attributes.salaryTotal,
    cap: attributes.salaryCap,
    points: attributes.points,
    drawn: attributes.pointsDrawn,
    optimal: attributes.optimalShare,
  }));
}

/** What a Player or a Team is called; null where its names are unknown. */
export function nameOf({ attributes = {} }: Resource): string | null {
  const parts = (...names: readonly string[]) =>
    names.flatMap((name) => text(attributes[name]) ?? []).join(" ") || null;
  return parts("fullName") ?? parts("firstName", "lastName") ?? parts("location", "nickName");
}

/** What the team of a Player, or a Team itself, is called; empty where nothing tells. */
export function teamOf(resource: Resource, teams: ReadonlyMap<string, Resource>): string {
  const relationship = resource.relationships?.["team"]?.["data"] as { readonly id: string } | undefined;
  const guid =
    resource.type === "Team" ? String(resource.attributes?.["uuid"]) : guidOfId(relationship?.id ?? "");
  const known = [resource, teams.get(guid ?? "")].flatMap((one): Record<string, unknown>[] =>
    one?.attributes === undefined ? [] : [one.attributes],
  );
  for (const name of ["teamAbbreviation", "abbreviation", "nickName", "location"]) {
    for (const attributes of known) {
      const found = text(attributes[name]);
      if (found !== null) return found;
    }
  }
  return "";
}

function text(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** Resources by the GUID of their ids. */
export function byGuid(resources: readonly Resource[]): Map<string, Resource> {
  return new Map(resources.map((resource) => [guidOfId(resource.id) ?? resource.id, resource]));
}

function captainSalariesOf({
  players,
  teams = [],
}: Pick<LineupRequestInput, "players" | "teams">): Map<string, number> {
  const entries = [
    ...players.map(({ player, captainSalary }) => [player, captainSalary] as const),
    ...teams.map(({ team, captainSalary }) => [team, captainSalary] as const),
  ];
  return new Map(
    entries.flatMap(([uuid, salary]) =>
      salary === undefined ? [] : [[uuid.toLowerCase(), salary] as const],
    ),
  );
}
