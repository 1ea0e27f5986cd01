import type { ContestBase } from "../schema/contest.ts";
import type { Origin } from "../schema/options.ts";
import type { LineupRequest } from "../schema/request.ts";

/** A pool entry that has a projection: a player, or a team's defense. */
export interface Entry {
  readonly kind: "player" | "team";
  readonly uuid: string;
  /** What the slots accept it by, as the contest table names them; aliases are resolved. */
  readonly positions: readonly string[];
  /** What it plays, for stacks and to be shown; other than `positions` only where a book's file seats it by others. */
  readonly plays: readonly string[];
  /** GUID of the team. */
  readonly team: string;
  /** GUID of the game. */
  readonly event: string;
  readonly salary: number;
  readonly captainSalary: number | null;
  /** Projected points of the request's book, without any slot's multiplier. */
  readonly points: number;
}

/** An entry that must be in every lineup; with `slot`, in that slot of `contest.slots`. */
export interface Lock {
  /** Index into `Problem.entries`. */
  readonly entry: number;
  readonly slot: number | null;
  /** JSON pointer of the request field. */
  readonly pointer: string;
}

/** An entry that must not sit in a slot of `contest.slots`. */
interface SlotBan {
  /** Index into `Problem.entries`. */
  readonly entry: number;
  readonly slot: number;
  /** JSON pointer of what asks for it. */
  readonly pointer: string;
}

/** At least `minimum` entries of the lineup hold `position`. */
export interface PositionMinimum {
  readonly position: string;
  readonly minimum: number;
  readonly pointer: string;
}

/** A request joined with its rule table and its projections, every reference resolved and checked. */
export interface Problem {
  readonly sport: string;
  readonly contest: ContestBase;
  readonly request: LineupRequest;
  readonly origin: Origin;
  /** The request's cap, or the contest's where it has none. */
  readonly cap: number;
  readonly entries: readonly Entry[];
  readonly locks: readonly Lock[];
  /** Indices into `entries`. */
  readonly excluded: readonly number[];
  readonly slotBans: readonly SlotBan[];
  readonly minimums: readonly PositionMinimum[];
  /** GUIDs of the pool entries left out for want of a projection in the listed games, in pool order. */
  readonly withoutProjection: readonly string[];
  /** GUIDs of the pool entries left out because no slot takes any of their positions, in pool order. */
  readonly withoutSlot: readonly string[];
  /** GUIDs of the pool entries left out because they cannot play, where that was asked for, in pool order. */
  readonly unavailable: readonly string[];
}

/** One seat taken: `entry` of `Problem.entries` in `slot` of `Problem.contest.slots`. */
export interface Seat {
  readonly entry: number;
  readonly slot: number;
}

/** A finished lineup: every seat of the roster with who sits there. */
export type Lineup = readonly Seat[];
