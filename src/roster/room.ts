import type { ContestBase } from "../schema/contest.ts";

/** How many seats there are: as many as a lineup has. */
export function seatCount(slots: readonly { readonly count: number }[]): number {
  return slots.reduce((seats, { count }) => seats + count, 0);
}

/** How many seats a contest has whose accepted positions are so. */
export function seatsWhere(
  { slots }: Pick<ContestBase, "slots">,
  isSo: (accepts: readonly string[]) => boolean,
): number {
  return slots.reduce((seats, slot) => seats + (isSo(slot.accepts) ? slot.count : 0), 0);
}

/** The most teams that a request's games can have; null where the contest does not limit them. */
export function mostTeams({ games }: Pick<ContestBase, "games">): number | null {
  return games.maximum === null ? null : 2 * games.maximum;
}
