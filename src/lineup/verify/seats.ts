import type { Problem, Seat } from "../../contests/problem/problem.ts";
import { pointerOf } from "../../shared/pointer.ts";
import type { FantasyLineup } from "../../shared/schema/lineups.ts";
import type { LineupViolation } from "./violation.ts";

/** A seat as listed in a document. */
export interface ClaimedSeat extends Seat {
  /** The seat's points according to the document. */
  readonly points: number;
  readonly pointer: string;
}

export interface ReadSeats {
  readonly seats: readonly ClaimedSeat[];
  /** Seats that do not match the request's slots or players. */
  readonly violations: readonly LineupViolation[];
}

/** Reads `byPositions` as seats of a problem's slots; `pointer` is the lineup's. */
export function readSeats(problem: Problem, lineup: FantasyLineup, pointer: string): ReadSeats {
  const seats: ClaimedSeat[] = [];
  const violations: LineupViolation[] = [];
  const refuse = (at: string, detail: string, entries: readonly string[]) =>
    violations.push({ constraint: "seats", detail, limit: null, actual: null, entries, pointer: at });
  const indices = new Map(problem.entries.map(({ uuid }, index) => [uuid, index]));
  const names = problem.contest.slots.map(({ name }) => name);
  for (const [name, occupants] of Object.entries(lineup.attributes.byPositions)) {
    const at = `${pointer}/attributes/byPositions${pointerOf([name])}`;
    const slot = names.indexOf(name);
    const uuids = occupants.map(({ uuid }) => uuid);
    if (slot === -1)
      refuse(at, `"${name}" is not a slot of this contest. Its slots are ${names.join(", ")}.`, uuids);
    for (const [index, { uuid, points }] of occupants.entries()) {
      const entry = indices.get(uuid);
      const seatPointer = `${at}/${index}`;
      if (entry !== undefined) {
        if (slot !== -1) seats.push({ entry, slot, points, pointer: seatPointer });
      } else if (problem.withoutProjection.includes(uuid)) {
        refuse(seatPointer, `${uuid} has no projection in the listed games.`, [uuid]);
      } else if (problem.withoutSlot.includes(uuid)) {
        refuse(seatPointer, `${uuid} has no position that a slot of this contest accepts.`, [uuid]);
      } else if (problem.unavailable.includes(uuid)) {
        refuse(seatPointer, `${uuid} cannot play.`, [uuid]);
      } else {
        refuse(seatPointer, `${uuid} is not in the request's pool.`, [uuid]);
      }
    }
  }
  return { seats, violations };
}
