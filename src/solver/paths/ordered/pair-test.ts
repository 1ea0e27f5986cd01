import type { LineupTest } from "../../../model/lineup-test.ts";
import type { Model } from "../../../model/model.ts";
import type { PairRule } from "../instance.ts";
import { Pairs } from "../pairs.ts";

/** A pair rule as a test: some group has a picked entry of both sides. */
export function pairTest(rule: PairRule, { entries, picks }: Model): LineupTest {
  const some = (side: readonly number[], group: number) => {
    const inGroup = new Set(side.filter((entry) => rule.groups[entry] === group));
    const own = Int32Array.from([...picks.entry.keys()].filter((pick) => inGroup.has(picks.entry[pick]!)));
    return { picks: own, least: 1, most: Number.POSITIVE_INFINITY };
  };
  const groups = new Pairs(rule, entries).groups();
  return {
    when: null,
    alternatives: groups.map((group) => ({
      counts: [some(rule.left, group), some(rule.right, group)],
      sums: [],
    })),
  };
}
