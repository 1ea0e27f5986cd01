import type { FileSeats } from "../../contests/problem/file-seats.ts";
import type { PointDocuments } from "../../contests/scoring/point-source.ts";
import type { Slate } from "../../files/slate.ts";
import type { Spreads } from "../../files/spreads.ts";
import type { PoolFacts } from "../../portfolio/people.ts";
import type { ExcludedSlot, Origin } from "../../shared/schema/options.ts";
import type { LineupRequestInput } from "../../shared/schema/request.ts";
import type { Resource } from "../../shared/schema/resource.ts";
import type { Places } from "../places.ts";

/** A lineup request from any files, ready for the optimizer, which validates it. */
export interface LineupInput {
  readonly sport: string;
  readonly body: LineupRequestInput;
  readonly points: PointDocuments;
  /** Players and teams, for their names. */
  readonly named: readonly Resource[];
  /** The origin of the pool; decides whether the book's own limits apply. */
  readonly origin: Origin;
  /** The slots of each player in a book's file. */
  readonly seats?: FileSeats | undefined;
  /** Facts about players from the files, apart from points, for portfolios. */
  readonly facts?: PoolFacts | undefined;
  /** The salary file, if there is one. */
  readonly slate?: Slate | undefined;
  /** Reads the spread of points from the projections file on request, and throws on faults. */
  readonly spreads?: (() => Spreads) | undefined;
  /** Players excluded from single slots. */
  readonly excludedSlots?: readonly ExcludedSlot[] | undefined;
  /** Each player's expected share of the field's lineups, in percent, by GUID. */
  readonly ownerships?: ReadonlyMap<string, number> | undefined;
  /** Whether to leave out players that the documents mark as unavailable. */
  readonly onlyAvailable?: boolean | undefined;
  /** Notes on the files and on players left out, a paragraph each. */
  readonly notes: readonly string[];
  readonly places: Places;
}
