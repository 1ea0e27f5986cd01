import type { ContestBase } from "../../shared/schema/contest.ts";

/** The number of seats, which is the size of a lineup. */
export function seatCount(slots: readonly { readonly count: number }[]): number {
  return slots.reduce((seats, { count }) => seats + count, 0);
}

/** The number of a contest's seats whose accepted positions pass the test. */
export function seatsWhere(
  { slots }: Pick<ContestBase, "slots">,
  isSo: (accepts: readonly string[]) => boolean,
): number {
  return slots.reduce((seats, slot) => seats + (isSo(slot.accepts) ? slot.count : 0), 0);
}

/** The most teams that a request's games can have; null if the contest does not limit games. */
export function mostTeams({ games }: Pick<ContestBase, "games">): number | null {
  return games.maximum === null ? null : 2 * games.maximum;
}
