import type { ColumnContext } from "./columns.ts";
import type { GroupContext } from "./groups.ts";

/** What a rule is read with; a rule's picks are those of a model that has a role of its own for each named slot. */
export interface RuleContext extends GroupContext, ColumnContext {
  readonly seats: number;
}
