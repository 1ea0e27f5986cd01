import type { Rule, RuleKind } from "./model.ts";

const ROSTER: ReadonlySet<RuleKind> = new Set(["fill", "once"]);

/**
 * Whether a rule defines the roster: it fills seats or picks no entry twice. Without such rules there are no
 * lineups.
 */
export function makesRoster({ kind }: Rule): boolean {
  return ROSTER.has(kind);
}
