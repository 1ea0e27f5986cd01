import type { Violation } from "../constraints/constraint.ts";

/**
 * What is wrong with a lineup of a document. `constraint` is a constraint's name where the lineup breaks one; else
 * `seats` for seats that name nobody or nothing known, `claims` for what the document says of a lineup and its seats
 * do not bear out (`limit` is the true number, `actual` the one said), `distinct` for a lineup that came before,
 * `order` for one that should have.
 */
export interface LineupViolation extends Violation {
  /** JSON pointer into the lineups document. */
  readonly pointer: string;
}
