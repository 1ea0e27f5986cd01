import type { Problem } from "../../contests/problem/problem.ts";
import type { FieldHabits } from "../../engine/solver/contest/field/draw-field.ts";
import type { FieldStack } from "../../engine/solver/contest/field/lineup-layout.ts";
import { seatCount } from "../../shared/roster.ts";

interface SportHabits {
  readonly source: string;
  /** The mean unspent fraction of the cap, over entries that leave at most 3% of it. */
  readonly left: number;
  /** With this value, the product of players' ownership varies among drawn lineups as among the entries. */
  readonly spread: number;
  /** The fraction of the entries that repeat a lineup of the same person. */
  readonly repeated: number;
  /** The positions that are stacked, and the factor of `FieldStack`; null if chance alone explains stacks. */
  readonly stack: {
    readonly hub: string;
    readonly members: readonly string[];
    readonly factor: number;
  } | null;
  readonly game?: GameHabit;
}

export interface GameHabit {
  readonly most: number;
  /** The duplicates of a lineup with more than `most`, as a fraction of its duplicates without this habit. */
  readonly broken: number;
}

const HABITS: Readonly<Record<string, SportHabits>> = {
  "american-football": {
    source: "16,837 entries of week 2 of 2015",
    left: 0.00304,
    spread: 0.41,
    repeated: 0.036,
    stack: { hub: "QB", members: ["WR", "TE"], factor: 5.3 },
  },
  basketball: {
    source: "8,858 entries of 14 December 2024 and 1,186 of 28 November 2017",
    left: 0.00315,
    spread: 0.6,
    repeated: 0.028,
    stack: null,
  },
  mma: {
    source: "11,821 entries of 5 March 2022 and 3,136 of 2 November 2019",
    left: 0.0051,
    spread: 0.43,
    repeated: 0.03,
    stack: null,
    // 829 of these entries have both fighters of a fight.
    game: { most: 1, broken: 0.14 },
  },
};

/** In other contests; salary use and spread of 14,842 entries of college football, 26 November 2022. */
const OTHERWISE = { left: 0.00288, spread: 0.43, repeated: 0, stack: null };

/**
 * The standard deviation of actual from projected ownership, in log odds: 0.45 for basketball on 14 December
 * 2024, 0.57 for golf on 25 May 2023, for players projected at 2% or more.
 */
export const OWNERSHIP_ERROR = 0.5;

/** How opponents choose lineups, and the standings that show it (`source`, null if there are none). */
export function habitsOf({ sport, contest, cap, entries }: Problem): {
  readonly habits: FieldHabits;
  readonly source: string | null;
  readonly game: GameHabit | null;
} {
  const ofSport = HABITS[sport];
  const isClassic = contest.slots.every(({ pointsMultiplier }) => pointsMultiplier === 1);
  const hub = ofSport?.stack?.hub;
  const hubSeats = contest.slots.reduce(
    (sum, { accepts, count }) => sum + (hub !== undefined && accepts.includes(hub) ? count : 0),
    0,
  );
  const known = isClassic && (hub === undefined || hubSeats === 1) ? ofSport : undefined;
  const { left, spread, repeated, stack } = known ?? OTHERWISE;
  const games = new Set(entries.map(({ event }) => event)).size;
  return {
    habits: { left: left * (cap ?? 0), spread, repeated, stack: stack && stackOf(stack, entries) },
    source: known?.source ?? null,
    // With few games, opponents can hardly avoid taking more players of one.
    game: known?.game && games * known.game.most > seatCount(contest.slots) ? known.game : null,
  };
}

function stackOf(
  { hub, members, factor }: NonNullable<SportHabits["stack"]>,
  entries: Problem["entries"],
): FieldStack {
  const teams = [...new Set(entries.map(({ team }) => team))];
  return {
    groups: Int32Array.from(entries, ({ team }) => teams.indexOf(team)),
    hubs: Uint8Array.from(entries, ({ plays }) => Number(plays.includes(hub))),
    members: Uint8Array.from(entries, ({ plays }) => Number(members.some((one) => plays.includes(one)))),
    factor,
  };
}
