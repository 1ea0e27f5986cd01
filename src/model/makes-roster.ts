import type { Rule, RuleKind } from "./model.ts";

const ROSTER: ReadonlySet<RuleKind> = new Set(["fill", "once"]);

/** Whether a rule makes a roster: seats are taken, by nobody twice. Without these there are no lineups to speak of. */
export function makesRoster({ kind }: Rule): boolean {
  return ROSTER.has(kind);
}
