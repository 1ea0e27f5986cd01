import type { ContestTable } from "../schema/contest.ts";
import type { Breach } from "./breach.ts";

/** The most seats a lineup may have. */
const MAXIMUM_SEATS = 40;

/** The roster and the number of games are possible ones. */
export function* checkSizes({ slots, games, bothTeams }: ContestTable): Generator<Breach> {
  const seats = seatsWhere(slots, () => true);
  if (seats > MAXIMUM_SEATS) {
    yield {
      path: ["slots"],
      reason: `the slots have ${seats} seats. Lower their counts to ${MAXIMUM_SEATS} in all.`,
    };
  }
  if (games.maximum !== null && games.minimum > games.maximum) {
    yield {
      path: ["games", "minimum"],
      reason: `${games.minimum} is more than games.maximum, ${games.maximum}. Lower it or raise the maximum.`,
    };
  }
  if (bothTeams !== null && games.maximum !== 1) {
    yield {
      path: ["bothTeams"],
      reason: `needs games.maximum 1 (got ${games.maximum}). Set that, or set bothTeams to null.`,
    };
  }
  if (bothTeams !== null && seats < 2) {
    yield {
      path: ["bothTeams"],
      reason: "a lineup of one seat has no entry of two teams. Add a seat or set it to null.",
    };
  }
}

/** Some roster can have that many games and teams: its counted seats suffice, and so do the contest's games. */
export function* checkMinimums({
  slots,
  games,
  minimumGames,
  minimumTeams,
}: ContestTable): Generator<Breach> {
  const limits = [
    { field: "minimumGames", what: "games", rule: minimumGames, most: games.maximum },
    { field: "minimumTeams", what: "teams", rule: minimumTeams, most: teamsOf(games) },
  ];
  for (const { field, what, rule, most } of limits) {
    if (rule === null) continue;
    const counted = seatsWhere(slots, (accepts) => accepts.some((name) => !rule.except.includes(name)));
    if (rule.minimum > counted) {
      yield {
        path: [field, "minimum"],
        reason: `${rule.minimum} cannot be reached: ${counted} seats accept an entry that counts. Lower it.`,
      };
    }
    if (most !== null && rule.minimum > most) {
      yield {
        path: [field, "minimum"],
        reason: `${rule.minimum} cannot be reached: games.maximum allows ${most} ${what}. Lower it.`,
      };
    }
  }
}

/** Some roster can keep the team limits: the contest's teams suffice for the seats that always count. */
export function* checkTeamLimits({ positions, slots, games, teamLimits }: ContestTable): Generator<Breach> {
  const teams = teamsOf(games);
  for (const [index, { maximum, except }] of teamLimits.entries()) {
    if (positions.every(({ name }) => except.includes(name))) {
      yield {
        path: ["teamLimits", index, "except"],
        reason: "leaves no position that counts. Remove one, or the whole limit.",
      };
    }
    const counted = seatsWhere(slots, (accepts) => accepts.every((name) => !except.includes(name)));
    if (teams !== null && maximum * teams < counted) {
      yield {
        path: ["teamLimits", index, "maximum"],
        reason: `${maximum} of each team cannot fill ${counted} seats: games.maximum allows ${teams} teams. Raise it.`,
      };
    }
  }
}

function teamsOf(games: ContestTable["games"]): number | null {
  return games.maximum === null ? null : 2 * games.maximum;
}

function seatsWhere(
  slots: ContestTable["slots"],
  isCounted: (accepts: readonly string[]) => boolean,
): number {
  return slots.reduce((seats, slot) => seats + (isCounted(slot.accepts) ? slot.count : 0), 0);
}
