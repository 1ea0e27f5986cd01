import { LastMade } from "../../../../shared/collections.ts";
import type { LineupTest } from "../../../model/lineup-test.ts";
import type { Model } from "../../../model/model.ts";
import type { PairRule } from "../instance.ts";

const kept = new LastMade<PairRule, LineupTest>();

/** A pair rule as a test, of the same picks the same each time: some group has a picked entry of both sides. */
export function pairTest(rule: PairRule, { entries, picks }: Model): LineupTest {
  return kept.of(rule, [picks.entry], () => testOf(rule, entries, picks));
}

function testOf(rule: PairRule, entries: number, picks: Model["picks"]): LineupTest {
  const { groups, left, right } = rule;
  const picksOf: number[][] = Array.from({ length: entries }, () => []);
  for (let pick = 0; pick < picks.entry.length; pick += 1) picksOf[picks.entry[pick]!]!.push(pick);
  const byGroup = (side: readonly number[]) => {
    const found = new Map<number, number[]>();
    for (const entry of new Set(side)) {
      const own = found.get(groups[entry]!) ?? [];
      found.set(groups[entry]!, own);
      own.push(...picksOf[entry]!);
    }
    return found;
  };
  const some = (own: readonly number[]) => ({
    picks: Int32Array.from(own).sort(),
    least: 1,
    most: Number.POSITIVE_INFINITY,
  });
  const rights = byGroup(right);
  const alternatives = [...byGroup(left)].flatMap(([group, lefts]) => {
    const others = rights.get(group);
    return group === -1 || others === undefined ? [] : [{ counts: [some(lefts), some(others)], sums: [] }];
  });
  return { when: null, alternatives };
}
