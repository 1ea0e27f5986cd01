import type { FantasyPerformanceDocument } from "../../shared/schema/performances.ts";
import type { LineupRequest } from "../../shared/schema/request.ts";
import type { Problem } from "./problem.ts";

/** A request as a problem of its contest, with the document that its points come from. */
export interface ReadRequest {
  readonly body: LineupRequest;
  readonly problem: Problem;
  readonly projections: FantasyPerformanceDocument;
}
