import type { ColumnContext } from "./columns.ts";
import type { GroupContext } from "./groups.ts";

/** The inputs for reading a rule; its picks are those of a model with a separate role for each named slot. */
export interface RuleContext extends GroupContext, ColumnContext {
  readonly seats: number;
}
