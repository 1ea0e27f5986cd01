import type { Rule, RuleData } from "./model.ts";
import type { RuleByKind } from "./rule-by-kind.ts";

/**
 * Whether rules prevent picking two entries from a pair's group, so that only an entry on both sides makes a
 * pair.
 */
export function neverTwo(
  { groups, left, right }: RuleByKind["pairedGroup"],
  rules: readonly (Rule | RuleData)[],
): boolean {
  const sides = [...left, ...right].filter((entry) => groups[entry] !== -1);
  return rules.some((rule) => {
    if (rule.kind !== "groupMaximum" || rule.maximum > 1) return false;
    const within = new Map(sides.map((entry) => [groups[entry]!, rule.groups[entry]!]));
    return sides.every((entry) => {
      const limited = rule.groups[entry]!;
      return limited !== -1 && within.get(groups[entry]!) === limited;
    });
  });
}
