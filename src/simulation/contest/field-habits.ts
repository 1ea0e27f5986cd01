import type { Problem } from "../../contests/problem/problem.ts";
import type { FieldHabits } from "../../engine/solver/contest/field/draw-field.ts";
import type { FieldStack } from "../../engine/solver/contest/field/lineup-layout.ts";
import type { OpponentKind } from "../../engine/solver/contest/field/lineup-sums.ts";
import { seatCount } from "../../shared/roster.ts";
import table from "./field-habits.json" with { type: "json" };

/** A row of field-habits.json; for a sport, what it lacks is in `otherwise`. */
interface Habits {
  /** The mean unspent fraction of the cap, over entries that leave at most `usual` of it; `more` leave more. */
  readonly left: number;
  readonly more: number;
  /** With this value, the product of players' ownership varies among drawn lineups as among the entries. */
  readonly spread: number;
  /** With these opponents, points of drawn lineups are distributed as those of the entries. */
  readonly optimizing: OpponentKind;
  /** How much likelier entries are, per percent of points, than projected ownership makes them. */
  readonly lift: number;
  /** The fraction of the entries that repeat a lineup of the same person. */
  readonly repeated: number;
  /** The positions that are stacked, and the factor of `FieldStack`; without it, chance alone makes stacks. */
  readonly stack?: {
    readonly hub: string;
    readonly members: readonly string[];
    readonly factor: number;
  };
  readonly game?: GameHabit;
}

export interface GameHabit {
  readonly most: number;
  /** The duplicates of a lineup with more than `most`, as a fraction of its duplicates without this habit. */
  readonly broken: number;
}

const HABITS: {
  readonly usual: number;
  readonly sports: Readonly<Record<string, Partial<Habits> & { readonly source: string }>>;
  readonly otherwise: Habits;
} = table;

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
  const ofSport = HABITS.sports[sport];
  const isClassic = contest.slots.every(({ pointsMultiplier }) => pointsMultiplier === 1);
  const hub = ofSport?.stack?.hub;
  const hubSeats = contest.slots.reduce(
    (sum, { accepts, count }) => sum + (hub !== undefined && accepts.includes(hub) ? count : 0),
    0,
  );
  const known = isClassic && (hub === undefined || hubSeats === 1) ? ofSport : undefined;
  const { left, more, spread, optimizing, lift, repeated, stack, game } = { ...HABITS.otherwise, ...known };
  const games = new Set(entries.map(({ event }) => event)).size;
  return {
    habits: {
      ...{
        left: left * (cap ?? 0),
        usual: HABITS.usual * (cap ?? 0),
        more,
        spread,
        optimizing,
        lift,
        repeated,
      },
      stack: stack === undefined ? null : stackOf(stack, entries),
    },
    source: known?.source ?? null,
    // With few games, opponents can hardly avoid taking more players of one.
    game: game && games * game.most > seatCount(contest.slots) ? game : null,
  };
}

function stackOf(
  { hub, members, factor }: NonNullable<Habits["stack"]>,
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
