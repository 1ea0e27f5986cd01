import type { Clause, LineupTest, PickCount, PickSum } from "./lineup-test.ts";

/** Whether a lineup, given as picks in any order, passes a test; every count and sum is recomputed. */
export function passes({ when, alternatives }: LineupTest, picks: ArrayLike<number>): boolean {
  return (when !== null && !isWithin(when, picks)) || alternatives.some((clause) => keeps(clause, picks));
}

/** Whether a lineup passes all of the tests. */
export function passesAll(tests: readonly LineupTest[], picks: ArrayLike<number>): boolean {
  return tests.every((test) => passes(test, picks));
}

/** Whether all counts and sums of a clause hold. */
function keeps({ counts, sums }: Clause, picks: ArrayLike<number>): boolean {
  return counts.every((count) => isWithin(count, picks)) && sums.every((sum) => isWithinSum(sum, picks));
}

function isWithin({ picks: members, least, most }: PickCount, picks: ArrayLike<number>): boolean {
  let counted = 0;
  for (let at = 0; at < picks.length; at += 1) counted += Number(has(members, picks[at]!));
  return counted >= least && counted <= most;
}

function isWithinSum({ weights, least, most }: PickSum, picks: ArrayLike<number>): boolean {
  let sum = 0;
  for (let at = 0; at < picks.length; at += 1) sum += weights[picks[at]!]!;
  return sum >= least && sum <= most;
}

/** Whether an ascending list has the value. */
function has(sorted: Int32Array, value: number): boolean {
  let [from, to] = [0, sorted.length - 1];
  while (from <= to) {
    const middle = (from + to) >> 1;
    if (sorted[middle] === value) return true;
    if (sorted[middle]! < value) from = middle + 1;
    else to = middle - 1;
  }
  return false;
}
