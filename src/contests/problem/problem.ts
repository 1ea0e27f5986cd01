import type { ContestBase } from "../../shared/schema/contest.ts";
import type { Origin } from "../../shared/schema/options.ts";
import type { LineupRequest } from "../../shared/schema/request.ts";

/** A pool player with a projection: a player, or a team's defense. */
export interface Entry {
  readonly kind: "player" | "team";
  readonly uuid: string;
  /** The positions by which slots accept the player, as named in the contest table, not by an alias. */
  readonly positions: readonly string[];
  /** The positions that the player plays, for stacks and display; a book's file may give other slots. */
  readonly plays: readonly string[];
  readonly team: string;
  readonly event: string;
  readonly salary: number;
  readonly captainSalary: number | null;
  /** Projected points for the request's book, without a slot's multiplier. */
  readonly points: number;
}

/** A player who must be in every lineup; with `slot`, in that slot of `contest.slots`. */
export interface Lock {
  /** Index into `Problem.entries`. */
  readonly entry: number;
  readonly slot: number | null;
  /** JSON pointer of the request field. */
  readonly pointer: string;
}

/** A player who must not sit in a slot of `contest.slots`. */
interface SlotBan {
  /** Index into `Problem.entries`. */
  readonly entry: number;
  readonly slot: number;
  /** JSON pointer of the request field that asks for it. */
  readonly pointer: string;
}

/** A rule: at least `minimum` players of the lineup hold `position`. */
export interface PositionMinimum {
  readonly position: string;
  readonly minimum: number;
  readonly pointer: string;
}

/** A request joined with its rules table and its projections; every reference is resolved and checked. */
export interface Problem {
  readonly sport: string;
  readonly contest: ContestBase;
  readonly request: LineupRequest;
  readonly origin: Origin;
  /** The request's cap, or the contest's if the request has none; null if neither has one. */
  readonly cap: number | null;
  readonly entries: readonly Entry[];
  readonly locks: readonly Lock[];
  /** Indices into `entries` of the players who must not be in a lineup. */
  readonly excluded: readonly number[];
  readonly slotBans: readonly SlotBan[];
  readonly minimums: readonly PositionMinimum[];
  /** GUIDs of the pool players without a projection in the listed games, who are left out, in pool order. */
  readonly withoutProjection: readonly string[];
  /** GUIDs of the pool players left out because no slot accepts any of their positions, in pool order. */
  readonly withoutSlot: readonly string[];
  /** GUIDs of the pool players who cannot play and are left out on request, in pool order. */
  readonly unavailable: readonly string[];
}

/** One filled seat: `entry` of `Problem.entries` in `slot` of `Problem.contest.slots`. */
export interface Seat {
  readonly entry: number;
  readonly slot: number;
}

/** A finished lineup: every seat of the roster with its player. */
export type Lineup = readonly Seat[];
