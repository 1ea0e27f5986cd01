import type { Scoring } from "../../shared/roster.ts";
import type { ContestBase } from "../../shared/schema/contest.ts";
import type { ExcludedSlot, Origin } from "../../shared/schema/options.ts";
import type { FantasyPerformanceDocument } from "../../shared/schema/performances.ts";
import type { LineupRequest, LineupRequestInput } from "../../shared/schema/request.ts";

/** The points are for the request's book. */
export interface Entry extends Scoring {
  readonly kind: "player" | "team";
  readonly uuid: string;
  /** By which slots accept the player, as named in the contest table, not by an alias. */
  readonly positions: readonly string[];
  /** For stacks and display; a book's file may give other slots. */
  readonly plays: readonly string[];
  readonly team: string;
  readonly event: string;
  readonly salary: number;
  readonly captainSalary: number | null;
}

/** With `slot`, in that slot of `contest.slots`. */
export interface Lock {
  /** Index into `Problem.entries`. */
  readonly entry: number;
  readonly slot: number | null;
  readonly pointer: string;
}

export interface PositionMinimum {
  readonly position: string;
  readonly minimum: number;
  readonly pointer: string;
}

/** Every reference is resolved and checked. */
export interface Problem {
  readonly sport: string;
  readonly contest: ContestBase;
  readonly request: LineupRequest;
  readonly origin: Origin;
  /** The request's, or the contest's; null if neither has one. */
  readonly cap: number | null;
  readonly entries: readonly Entry[];
  readonly locks: readonly Lock[];
  /** Indices into `entries`. */
  readonly excluded: readonly number[];
  readonly slotBans: readonly (Lock & { readonly slot: number })[];
  readonly minimums: readonly PositionMinimum[];
  /** GUIDs, in pool order; without a projection in the listed games. */
  readonly withoutProjection: readonly string[];
  /** No slot accepts any of their positions. */
  readonly withoutSlot: readonly string[];
  /** Left out on request. */
  readonly unavailable: readonly string[];
}

/** Indices into `Problem.entries` and `Problem.contest.slots`. */
export interface Seat {
  readonly entry: number;
  readonly slot: number;
}

export type Lineup = readonly Seat[];

export type NamedLineup = readonly { readonly uuid: string; readonly slot: string }[];

type Named = Pick<Problem, "entries" | "contest">;

export function namedLineup({ entries, contest }: Named, lineup: Lineup) {
  return lineup.map(({ entry, slot }) => ({ slot: contest.slots[slot]!.name, uuid: entries[entry]!.uuid }));
}

/** @throws RangeError if GUID or slot name is unknown */
export function seatFinder({ entries, contest }: Named): (named: NamedLineup[number]) => Seat {
  const entryOf = new Map(entries.map(({ uuid }, entry) => [uuid, entry]));
  const slotOf = new Map(contest.slots.map(({ name }, slot) => [name, slot]));
  return ({ uuid, slot: name }) => {
    const [entry, slot] = [entryOf.get(uuid), slotOf.get(name)];
    if (entry === undefined) throw new RangeError(`Player ${uuid} is not in the pool, or has no projection.`);
    if (slot === undefined)
      throw new RangeError(`The contest has no slot ${name}. Name one of ${[...slotOf.keys()].join(", ")}.`);
    return { entry, slot };
  };
}

/** `projections` are where its points come from. */
export interface ReadRequest {
  readonly body: LineupRequest;
  readonly problem: Problem;
  readonly projections: FantasyPerformanceDocument;
}

export interface FileSeats {
  /** One name per seat; null if the file has none. */
  readonly slotRow: readonly string[] | null;
  /** By player GUID, in which slots the file lets the player sit. */
  readonly slotsOf: ReadonlyMap<string, readonly string[]>;
  /**
   * By player GUID (ISO 8601). The latest starters are seated in the slots that accept the most positions.
   */
  readonly startsOf?: ReadonlyMap<string, string> | undefined;
}

export interface AskedRequest {
  /** As in the service's paths, such as `american-football`. */
  readonly sport: string;
  /** It is parsed and checked here, so `unknown` input is safe. */
  readonly body: LineupRequestInput;
  /** `request` by default. For a `book-file`, the book's published limits apply too. */
  readonly origin?: Origin | undefined;
  /** They override positions, which still count for stacks. */
  readonly seats?: FileSeats | undefined;
  /** `{ uuid, slot: "CPT" }` is never captain. Errors and conflicts point at `/excludedSlots`. */
  readonly excludedSlots?: readonly ExcludedSlot[] | undefined;
  /** To leave out players who cannot play; replaces the optimizer's setting. */
  readonly onlyAvailable?: boolean | undefined;
}
