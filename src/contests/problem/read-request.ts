import type { ExcludedSlot, Origin } from "../../shared/schema/options.ts";
import type { FantasyPerformanceDocument } from "../../shared/schema/performances.ts";
import type { LineupRequest, LineupRequestInput } from "../../shared/schema/request.ts";
import type { FileSeats } from "./file-seats.ts";
import type { Problem } from "./problem.ts";

/** A request as a problem of its contest, with the document that its points come from. */
export interface ReadRequest {
  readonly body: LineupRequest;
  readonly problem: Problem;
  readonly projections: FantasyPerformanceDocument;
}

export interface AskedRequest {
  /** The sport as in the service's paths, such as `american-football`. */
  readonly sport: string;
  /** The lineup request's body. It is parsed and checked here, so `unknown` input is safe. */
  readonly body: LineupRequestInput;
  /**
   * Where the pool comes from, `request` by default. For a `book-file`, the book's published limits apply
   * too.
   */
  readonly origin?: Origin | undefined;
  /**
   * The slots that a book's file gives its players. They override positions, which still count for stacks.
   */
  readonly seats?: FileSeats | undefined;
  /**
   * Players who must not sit in certain slots, by GUID and slot name: `{ uuid, slot: "CPT" }` is never
   * captain. Errors and conflicts point at `/excludedSlots`.
   */
  readonly excludedSlots?: readonly ExcludedSlot[] | undefined;
  /** Whether to leave out players who cannot play; replaces the optimizer's setting. */
  readonly onlyAvailable?: boolean | undefined;
}
