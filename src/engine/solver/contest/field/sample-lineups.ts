import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { Instance } from "../../paths/instance.ts";
import type { Trellis } from "../../paths/trellis.ts";
import type { LineupSums } from "./lineup-sums.ts";
import type { SalaryGrid } from "./salary-grid.ts";

interface Sampled {
  readonly instance: Instance;
  readonly trellis: Trellis;
  readonly grid: SalaryGrid;
  readonly sums: LineupSums;
  readonly weight: Float64Array;
}

const HIGH = 2 ** 26;
const ALL = 2 ** 53;

/** Draws lineups, each as likely as the product of its weights; a call writes the picks of the next one, ascending. */
export function lineupSampler(
  { instance, trellis, grid, sums, weight }: Sampled,
  seed: number,
): (picks: Int32Array) => void {
  const generator = xoroshiro128plus(seed);
  const { fixed, pick, nobody } = instance;
  const { start, states, first, target, option } = trellis;
  const { cost, budget } = grid;
  const { after, width } = sums;
  /** From 0 up to and without 1. */
  const even = () => ((generator.next() >>> 5) * HIGH + (generator.next() >>> 6)) / ALL;
  const leaves = leavesOf(trellis, nobody);
  return (picks) => {
    picks.set(fixed);
    let seated = fixed.length;
    let left = budget;
    let state = start;
    while (state !== states - 1) {
      let dice = even() * after[state * width + left]!;
      // The sums grow smaller with everybody left out, and the lineups without him come first: the last state that the
      // dice still reaches is the one where somebody is taken.
      for (let jump = leaves.length - 1; jump >= 0; jump -= 1) {
        const reached = leaves[jump]![state]!;
        if (reached !== -1 && dice < after[reached * width + left]!) state = reached;
      }
      if (state === states - 1) break;
      let taken = -1;
      for (let arc = first[state]!; arc < first[state + 1]!; arc += 1) {
        const rest = left - cost[option[arc]!]!;
        const chance = rest < 0 ? 0 : weight[option[arc]!]! * after[target[arc]! * width + rest]!;
        if (option[arc] === nobody) {
          dice -= chance;
          continue;
        }
        if (chance === 0) continue;
        // What rounding leaves over falls to the last arc that leads on.
        taken = arc;
        if (dice < chance) break;
        dice -= chance;
      }
      state = target[taken]!;
      left -= cost[option[taken]!]!;
      picks[seated] = pick[option[taken]!]!;
      seated += 1;
    }
    sortFew(picks);
  };
}

/** Sorts ascending; of so few numbers quicker than the sort of typed arrays. */
function sortFew(numbers: Int32Array): void {
  for (let at = 1; at < numbers.length; at += 1) {
    const own = numbers[at]!;
    let place = at;
    for (; place > 0 && numbers[place - 1]! > own; place -= 1) numbers[place] = numbers[place - 1]!;
    numbers[place] = own;
  }
}

/** Per power of two, the state after leaving so many out; -1 where that leads nowhere. */
function leavesOf({ states, first, option, target }: Trellis, nobody: number): Int32Array[] {
  const one = new Int32Array(states).fill(-1);
  for (let state = 0; state < states - 1; state += 1)
    for (let arc = first[state]!; arc < first[state + 1]!; arc += 1)
      if (option[arc] === nobody) one[state] = target[arc]!;
  const leaves = [one];
  for (let last = one; last.some((state) => state !== -1); ) {
    last = last.map((state) => (state === -1 ? -1 : last[state]!));
    leaves.push(last);
  }
  return leaves;
}
