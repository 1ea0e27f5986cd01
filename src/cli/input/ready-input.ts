import type { FileSeats } from "../../contests/problem/file-seats.ts";
import type { PointDocuments } from "../../contests/scoring/point-source.ts";
import type { Slate } from "../../files/slate.ts";
import type { Spreads } from "../../files/spreads.ts";
import type { PoolFacts } from "../../portfolio/people.ts";
import type { ExcludedSlot, Origin } from "../../shared/schema/options.ts";
import type { LineupRequestInput } from "../../shared/schema/request.ts";
import type { Resource } from "../../shared/schema/resource.ts";
import type { Places } from "../places.ts";

/** A lineup request from whichever files, ready for the optimizer, which checks it. */
export interface LineupInput {
  readonly sport: string;
  readonly body: LineupRequestInput;
  readonly points: PointDocuments;
  /** Players and teams, which lend their names. */
  readonly named: readonly Resource[];
  /** Where the pool comes from, which decides on limits that are the book's alone. */
  readonly origin: Origin;
  /** Where a book's file seats its players. */
  readonly seats?: FileSeats | undefined;
  /** What the files say of people beside their points, for portfolios. */
  readonly facts?: PoolFacts | undefined;
  /** The salary file, where there is one. */
  readonly slate?: Slate | undefined;
  /** How far points stray, as the projections file says; read when it is asked for, and then its faults are errors. */
  readonly spreads?: (() => Spreads) | undefined;
  /** Who must not sit in which slots. */
  readonly excludedSlots?: readonly ExcludedSlot[] | undefined;
  /** How much of the field is expected to have somebody, in percent, by GUID. */
  readonly ownerships?: ReadonlyMap<string, number> | undefined;
  /** Whether to leave out players of whom the documents say that they cannot play. */
  readonly onlyAvailable?: boolean | undefined;
  /** What was found in the files and what was left out of the pool and why, a paragraph each. */
  readonly notes: readonly string[];
  readonly places: Places;
}
