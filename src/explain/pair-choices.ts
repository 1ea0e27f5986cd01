import type { Rule } from "../model/model.ts";
import { neverTwo } from "../model/never-two.ts";
import type { RuleByKind } from "../model/rule-by-kind.ts";

/** No solution is explained by the rules made here. */
const ORIGIN = { constraint: "", pointer: null, words: "" };

/**
 * The ways to keep the first of the rules that pairs entries of a group, each as rules that count entries; whatever
 * keeps it keeps one of them. One way without rules where nothing is paired.
 */
export function pairChoices(rules: readonly Rule[]): readonly (readonly Rule[])[] {
  const paired = rules.find(({ kind }) => kind === "pairedGroup") as RuleByKind["pairedGroup"] | undefined;
  if (paired === undefined) return [[]];
  const { groups, left, right } = paired;
  const isAlone = neverTwo(paired, rules);
  const [lefts, rights] = [byGroup(groups, left), byGroup(groups, right)];
  const some = (entries: readonly number[]): Rule => ({
    kind: "atLeast",
    entries,
    minimum: 1,
    origin: ORIGIN,
  });
  return [...lefts].flatMap(([group, ones]) => {
    const others = new Set(rights.get(group));
    const both = ones.filter((entry) => others.has(entry));
    const [one, other] = [ones, [...others]].map((side) => side.filter((entry) => !both.includes(entry)));
    return [
      ...(both.length === 0 ? [] : [[some(both)]]),
      ...(isAlone || one!.length === 0 || other!.length === 0 ? [] : [[some(one!), some(other!)]]),
    ];
  });
}

function byGroup(groups: Int32Array, entries: readonly number[]): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const entry of entries) {
    const group = groups[entry]!;
    if (group !== -1) found.set(group, [...(found.get(group) ?? []), entry]);
  }
  return found;
}
