import type { Violation } from "../../contests/constraints/constraint.ts";

/**
 * A fault of a lineup in a document. `constraint` is the name of the broken constraint, or one of: `seats`
 * for seats with an unknown or missing player or slot, `claims` for a statement that the seats contradict
 * (`limit` is the true number, `actual` the stated one), `distinct` for a repeated lineup, `order` for a
 * lineup that should come earlier.
 */
export interface LineupViolation extends Violation {
  /** JSON pointer into the lineups document. */
  readonly pointer: string;
}
