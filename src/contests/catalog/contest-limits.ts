import { seatsWhere } from "../../engine/roster/room.ts";
import type { Breach } from "../../shared/schema/breach.ts";
import type { ContestBase } from "../../shared/schema/contest.ts";

/** The most seats a lineup may have. */
const MAXIMUM_SEATS = 40;

/** Checks that the roster and the number of games are possible. */
export function* checkSizes(contest: ContestBase): Generator<Breach> {
  const { games } = contest;
  const seats = seatsWhere(contest, () => true);
  if (seats > MAXIMUM_SEATS) {
    yield {
      path: ["slots"],
      reason: `the slots have ${seats} seats. Lower their counts to at most ${MAXIMUM_SEATS} in all.`,
    };
  }
  if (games.maximum !== null && games.minimum > games.maximum) {
    yield {
      path: ["games", "minimum"],
      reason: `${games.minimum} is more than games.maximum, ${games.maximum}. Lower it or raise the maximum.`,
    };
  }
}
