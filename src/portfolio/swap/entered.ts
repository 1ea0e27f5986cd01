import type { Problem, Seat } from "../../contests/problem/problem.ts";
import { slotsOfSeats } from "../../engine/roster.ts";
import { entryRef, message } from "../../shared/errors/message-parts.ts";
import { InvalidRequestError, type WrittenIssue } from "../../shared/errors.ts";

export interface SwapSeat {
  /** The player's GUID; null for a locked player outside the pool, who keeps the whole entry unchanged. */
  readonly uuid: string | null;
  /** Whether the seat can no longer change. */
  readonly locked: boolean;
}

/** The current lineup of a contest entry. */
export interface SwapEntry {
  /** The seats in the slots' order; null for an empty seat, or a player who is no longer available. */
  readonly seats: readonly (SwapSeat | null)[];
  /**
   * Names the lineup, also if players are missing from `seats`: entries of the same name and with the same
   * locked seats get the same lineup. By default, entries share only complete lineups.
   */
  readonly lineup?: string | undefined;
}

/** A contest entry's lineup as seats of the problem. */
export interface Entered {
  /** The locked seats, in the order of the slots. */
  readonly locked: readonly Seat[];
  /** The seats with known players, in the order of the slots. */
  readonly known: readonly Seat[];
  /** Whether `known` has all seats. */
  readonly isWhole: boolean;
  /** Whether a locked player is not in the pool. */
  readonly hasUnknown: boolean;
  /** As in `SwapEntry`. */
  readonly lineup?: string | undefined;
}

/**
 * Converts entries to seats of the problem.
 * @throws InvalidRequestError for entries that are not lineups of the contest, with all errors at once
 */
export function readEntered(problem: Problem, entries: readonly SwapEntry[]): Entered[] {
  const slotOf = slotsOfSeats(problem.contest.slots);
  const indices = new Map(problem.entries.map(({ uuid }, index) => [uuid, index]));
  const issues: WrittenIssue[] = [];
  const read = entries.map(({ seats, lineup }, at): Entered => {
    if (seats.length !== slotOf.length)
      issues.push({
        code: "invalid-entry",
        detail: `/entries/${at}/seats: ${seats.length} given, but a lineup has ${slotOf.length} seats.`,
        source: { pointer: `/entries/${at}/seats` },
      });
    const sitting = seats.flatMap((seat, index) => {
      if (seat === null || seat.uuid === null || slotOf[index] === undefined) return [];
      const entry = indices.get(seat.uuid);
      if (entry !== undefined) return [{ entry, slot: slotOf[index], locked: seat.locked }];
      if (seat.locked)
        issues.push({
          code: "unknown-entry",
          detail: message`/entries/${at}/seats/${index}: ${entryRef(seat.uuid)} is locked, but is not in the pool or has no projection. Add the player to the pool, with a projection.`,
          source: { pointer: `/entries/${at}/seats/${index}` },
        });
      return [];
    });
    const seated = ({ entry, slot }: Seat): Seat => ({ entry, slot });
    return {
      locked: sitting.filter(({ locked }) => locked).map(seated),
      known: sitting.map(seated),
      isWhole: sitting.length === slotOf.length,
      hasUnknown: seats.some((seat) => seat?.locked === true && seat.uuid === null),
      lineup,
    };
  });
  const [first, ...rest] = issues;
  if (first) throw new InvalidRequestError([first, ...rest]);
  return read;
}
