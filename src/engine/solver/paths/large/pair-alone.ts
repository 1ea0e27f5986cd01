import { neverTwo } from "../../../model/never-two.ts";
import { type Counter, flagsOf, type Instance, type PairRule } from "../instance.ts";

/** What asks for a pair where no two of a group may be picked together: an entry of both sides. Null where some may. */
export function pairAlone(rule: PairRule, { groupRules, model }: Instance): Counter | null {
  if (!neverTwo(rule, groupRules)) return null;
  const rights = new Set(rule.right);
  const both = rule.left.filter((entry) => rights.has(entry) && rule.groups[entry] !== -1);
  return { kind: "atLeast", member: flagsOf(both, model.entries), limit: 1 };
}
