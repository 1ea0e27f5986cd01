import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { UnsupportedModelError } from "../../../../shared/errors.ts";
import { turn } from "../../../../shared/turn.ts";
import type { Field } from "../../../model/contest-plan.ts";
import type { Model } from "../../../model/model.ts";
import { TestReader } from "../../../model/test-reader.ts";
import { type Interrupt, throwIfInterrupted } from "../../interrupt.ts";
import { AutomatonCache } from "../../paths/automaton-cache.ts";
import { classify } from "../../paths/classes.ts";
import type { Instance } from "../../paths/instance.ts";

import { readInstance } from "../../paths/read-instance.ts";
import { Scratch } from "../../paths/scratch.ts";
import { sideRules } from "../../paths/side-rules.ts";
import { layOut, type Trellis } from "../../paths/trellis.ts";
import { fitWeights, LineupSums, type SalaryGrid, salaryGrid } from "./lineup-sums.ts";
import { FieldPacker } from "./pack-field.ts";

interface Sampled {
  readonly instance: Instance;
  readonly trellis: Trellis;
  readonly grid: SalaryGrid;
  readonly sums: LineupSums;
  readonly weight: Float64Array;
}

const HIGH = 2 ** 26;
const ALL = 2 ** 53;

/**
 * Draws lineups with probabilities proportional to the product of their weights; each call writes the next
 * lineup's picks, ascending.
 */
function lineupSampler(
  { instance, trellis, grid, sums, weight }: Sampled,
  seed: number,
): (picks: Int32Array) => void {
  const generator = xoroshiro128plus(seed);
  const { fixed, pick, nobody } = instance;
  const { start, states, first, target, option } = trellis;
  const { cost, budget } = grid;
  const { after, width } = sums;
  /** A uniform random number, at least 0 and below 1. */
  const even = () => ((generator.next() >>> 5) * HIGH + (generator.next() >>> 6)) / ALL;
  const leaves = leavesOf(trellis, nobody);
  return (picks) => {
    picks.set(fixed);
    let seated = fixed.length;
    let left = budget;
    let state = start;
    while (state !== states - 1) {
      let dice = even() * after[state * width + left]!;
      // The sum falls with each candidate left out, and lineups without a candidate come first. So the draw
      // takes a candidate in the last state whose sum exceeds `dice`.
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
        // After rounding errors, the last possible arc is taken.
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

/** Sorts ascending; for so few numbers faster than the sort of typed arrays. */
function sortFew(numbers: Int32Array): void {
  for (let at = 1; at < numbers.length; at += 1) {
    const own = numbers[at]!;
    let place = at;
    for (; place > 0 && numbers[place - 1]! > own; place -= 1) numbers[place] = numbers[place - 1]!;
    numbers[place] = own;
  }
}

/** Per power of two, the state after leaving out that many candidates; -1 if there is none. */
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

/** A field of opponents to draw. */
export interface FieldTask {
  readonly model: Model;
  /** The share of lineups with each entry; NaN if unknown. */
  readonly shares: Float64Array;
  /** The lowest salary of a lineup. */
  readonly least: number;
  /** The mean unspent salary of lineups; null if unknown. */
  readonly left: number | null;
  readonly count: number;
  readonly seed: number;
  /** Lineups, as consecutive ascending picks, whose duplicates in the field are estimated. */
  readonly own: Uint16Array;
}

/** The opponents that were drawn. */
export interface DrawnField {
  readonly field: Field;
  /** Per entry, the share of drawn lineups that have it. */
  readonly shares: Float64Array;
  /** Per own lineup: the expected number of equal lineups in such a field. */
  readonly duplicates: Float64Array;
}

/** How many lineups are drawn before other events are handled. */
const PORTION = 4_096;
/** At least one of this many drawn lineups must satisfy the rules that the automaton does not include. */
const MOST_REFUSED = 1_000;

/**
 * Draws lineups from the maximum-entropy distribution with these shares. Lineups that break rules the
 * automaton does not include are drawn again. Null if no lineup is legal.
 * @throws UnsupportedModelError, AbortedError, TimeLimitError
 */
export async function drawField(task: FieldTask, interrupt: Interrupt): Promise<DrawnField | null> {
  const { model, shares, least, left, count, seed, own } = task;
  const instance = readInstance(model);
  if (instance === null) return null;
  const classified = classify(instance);
  const automaton = new AutomatonCache().get(classified);
  if (automaton === null) throw new UnsupportedModelError("field", "its rosters are too many to draw from");
  const candidates = Array.from({ length: instance.size }, (_, candidate) => candidate).filter(
    (candidate) => shares[instance.entry[candidate]!] !== 0,
  );
  const plan = { instance, automaton, classOf: classified.classOf, candidates };
  const trellis = layOut(plan, new Scratch(), "field");
  if (trellis.start === -1) return null;
  const grid = salaryGrid(instance, trellis.states, least);
  const sums = new LineupSums(trellis, grid);
  const steps = left === null || grid.step === 0 ? null : left / grid.step;
  const { weight, leftWeight } = fitWeights(instance, { shares, left: steps }, sums);
  sums.leftWeight.set(leftWeight);
  sums.sweepBack(weight);
  if (!(sums.total > 0)) return null;

  const sample = lineupSampler({ instance, trellis, grid, sums, weight }, seed);
  const keeps = sideCheck(instance);
  const seats = instance.fixed.length + instance.openSeats;
  const packer = new FieldPacker(count, seats);
  const picks = new Int32Array(seats);
  const drawn = new Float64Array(model.entries);
  let tried = 0;
  for (let kept = 0; kept < count; ) {
    if (tried % PORTION === 0) {
      throwIfInterrupted(interrupt);
      await turn();
    }
    if (tried > (kept + 1) * MOST_REFUSED)
      throw new UnsupportedModelError("field", "hardly any lineup of the field would keep all rules");
    tried += 1;
    sample(picks);
    if (!keeps(picks)) continue;
    packer.add(picks);
    for (let seat = 0; seat < seats; seat += 1) drawn[model.picks.entry[picks[seat]!]!]! += 1 / count;
    kept += 1;
  }
  return {
    field: packer.field(),
    shares: drawn,
    duplicates: expectedDuplicates(instance, {
      weight,
      leftWeight,
      grid,
      own,
      least,
      each: tried / sums.total,
    }),
  };
}

/** Creates a check of the rules that the automaton does not include. */
function sideCheck(instance: Instance): (picks: Int32Array) => boolean {
  const rules = sideRules(instance);
  if (rules.idle && instance.tests.length === 0) return () => true;
  const tests = new TestReader(instance.tests, instance.model.picks.entry.length);
  const entries = new Int32Array(instance.fixed.length + instance.openSeats);
  return (picks) => {
    for (let seat = 0; seat < picks.length; seat += 1)
      entries[seat] = instance.model.picks.entry[picks[seat]!]!;
    tests.read(picks);
    return rules.judge(entries) === null && tests.firstFailed() === -1;
  };
}

interface Chances {
  readonly weight: Float64Array;
  readonly leftWeight: Float64Array;
  readonly grid: SalaryGrid;
  readonly own: Uint16Array;
  readonly least: number;
  /** The number of the field's lineups per unit of weight. */
  readonly each: number;
}

function expectedDuplicates(
  { pick, nobody, fixed, openSeats, model }: Instance,
  { weight, leftWeight, grid, own, least, each }: Chances,
): Float64Array {
  const seats = fixed.length + openSeats;
  const weightOf = new Map<number, number>(fixed.map((one) => [one, 1]));
  const stepsOf = new Map<number, number>();
  for (let option = 0; option < nobody; option += 1) {
    if (pick[option] === -1) continue;
    weightOf.set(pick[option]!, weight[option]!);
    stepsOf.set(pick[option]!, grid.cost[option]!);
  }
  return Float64Array.from({ length: own.length / seats }, (_, lineup) => {
    const picks = own.subarray(lineup * seats, (lineup + 1) * seats);
    const cost = picks.reduce((sum, one) => sum + model.picks.salary[one]!, 0);
    if (cost < least) return 0;
    const left = picks.reduce((steps, one) => steps - (stepsOf.get(one) ?? 0), grid.budget);
    const product = picks.reduce((all, one) => all * (weightOf.get(one) ?? 0), each);
    return product * (leftWeight[left] ?? 0);
  });
}
