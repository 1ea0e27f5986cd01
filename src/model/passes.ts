import type { Clause, LineupTest, PickCount, PickSum } from "./lineup-test.ts";

/** Whether a lineup's picks, ascending, pass a test; read literally. */
export function passes(test: LineupTest, picks: ArrayLike<number>): boolean {
  if (test.when !== null && !countHolds(test.when, picks)) return true;
  return test.alternatives.some((clause) => clauseHolds(clause, picks));
}

function clauseHolds({ counts, sums }: Clause, picks: ArrayLike<number>): boolean {
  return counts.every((count) => countHolds(count, picks)) && sums.every((sum) => sumHolds(sum, picks));
}

function countHolds({ picks: counted, least, most }: PickCount, picks: ArrayLike<number>): boolean {
  let count = 0;
  let at = 0;
  for (let index = 0; index < picks.length; index += 1) {
    const pick = picks[index]!;
    at = firstFrom(counted, pick, at);
    if (counted[at] === pick) count += 1;
  }
  return count >= least && count <= most;
}

function sumHolds({ weights, least, most }: PickSum, picks: ArrayLike<number>): boolean {
  let sum = 0;
  for (let index = 0; index < picks.length; index += 1) sum += weights[picks[index]!]!;
  return sum >= least && sum <= most;
}

/** The first place, no earlier than `from`, of an ascending list whose element is at least `value`. */
function firstFrom(list: Int32Array, value: number, from: number): number {
  let [low, high] = [from, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
