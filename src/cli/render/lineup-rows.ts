import type { ContestTable } from "../../contests/catalog/contest-table.ts";
import { isCaptains } from "../../engine/roster.ts";
import { guidOfId } from "../../shared/guid-bytes.ts";
import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import type { LineupRequestInput } from "../../shared/schema/request.ts";
import type { Resource } from "../../shared/schema/resource.ts";

/** The player in one seat; salary and points are those of the seat, multiplied for a captain. */
interface SeatRow {
  readonly slot: string;
  /** The book's id for this slot, or the GUID without one. */
  readonly id: string;
  /** The book's id, if the pool comes from the book's file. */
  readonly bookId: string | null;
  readonly captainBookId: string | null;
  readonly name: string;
  readonly team: string;
  readonly position: string;
  readonly salary: number;
  readonly points: number;
}

/** One lineup with the totals of its document. */
export interface LineupRows {
  readonly seats: readonly SeatRow[];
  readonly salary: number;
  readonly cap: number;
  readonly points: number;
  /** The drawn points, if the lineup comes from draws. */
  readonly drawn?: number | undefined;
  /** The share of draws in which the lineup is optimal, if lineups are chosen by it. */
  readonly optimal?: number | undefined;
}

/**
 * The lineups of a document with Players and Teams in `included`. Team names come from `named`. A GUID
 * replaces an unknown player name; an unknown team is empty.
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

  // Thousands of lineups share the same few players, with the same values in the same slot.
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

/** The name of a Player or a Team; null if unknown. */
export function nameOf({ attributes = {} }: Resource): string | null {
  const parts = (...names: readonly string[]) =>
    names.flatMap((name) => text(attributes[name]) ?? []).join(" ") || null;
  return parts("fullName") ?? parts("firstName", "lastName") ?? parts("location", "nickName");
}

/** The name of a Player's team or of a Team; empty if unknown. */
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
