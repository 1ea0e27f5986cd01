import type { ExcludedSlot, Origin } from "../schema/options.ts";
import type { LineupRequestInput } from "../schema/request.ts";
import type { FileSeats } from "./file-seats.ts";

/** A lineup request and how its pool is to be read. */
export interface AskedRequest {
  /** As in the service's paths, such as `american-football`. */
  readonly sport: string;
  /** The lineup request's body; parsed and checked here, so `unknown` input is safe. */
  readonly body: LineupRequestInput;
  /**
   * Where the pool comes from, `request` by default. For lineups of a `book-file` the limits that only the book's
   * published rules know hold as well.
   */
  readonly origin?: Origin | undefined;
  /** Where the book's file seats its players; decides in place of their positions, which still count for stacks. */
  readonly seats?: FileSeats | undefined;
  /**
   * Who must not sit in which slots, by GUID and the slot's name: `{ uuid, slot: "CPT" }` is never captain. Errors and
   * conflicts point at `/excludedSlots`.
   */
  readonly excludedSlots?: readonly ExcludedSlot[] | undefined;
  /** Whether to leave out who cannot play, in place of what the optimizer's settings say. */
  readonly onlyAvailable?: boolean | undefined;
}
