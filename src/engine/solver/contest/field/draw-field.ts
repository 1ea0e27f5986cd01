import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { UnsupportedModelError } from "../../../../shared/errors.ts";
import { exp, normalQuantile } from "../../../../shared/normal.ts";
import { turn } from "../../../../shared/turn.ts";
import type { Field } from "../../../model/contest-plan.ts";
import { TestReader } from "../../../model/lineup-test.ts";
import type { Model } from "../../../model/model.ts";
import { type Interrupt, throwIfInterrupted } from "../../interrupt.ts";
import { AutomatonCache } from "../../paths/automaton.ts";
import { classify } from "../../paths/classes.ts";
import type { Instance } from "../../paths/instance.ts";

import { readInstance } from "../../paths/read-instance.ts";
import { Scratch } from "../../paths/scratch.ts";
import { sideRules } from "../../paths/side-rules.ts";
import { layOut, type Trellis } from "../../paths/trellis.ts";
import {
  firstWeights,
  fitWeights,
  kindsOf,
  LineupSums,
  type OpponentKind,
  type Outcome,
  type SalaryGrid,
  salaryGrid,
  type Weights,
  weigh,
} from "./lineup-sums.ts";
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

/** A uniform random number, at least 0 and below 1. */
type Dice = () => number;

function diceOf(seed: number): Dice {
  const generator = xoroshiro128plus(seed);
  return () => ((generator.next() >>> 5) * HIGH + (generator.next() >>> 6)) / ALL;
}

/**
 * Draws lineups with probabilities proportional to the product of their weights; each call writes the next
 * lineup's picks, ascending.
 */
function lineupSampler(
  { instance, trellis, grid, sums, weight }: Sampled,
  even: Dice,
): (picks: Int32Array) => void {
  const { fixed, pick, nobody } = instance;
  const { start, states, first, target, option } = trellis;
  const { cost, budget } = grid;
  const { after, width } = sums;
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

/**
 * Players whom lineups combine more often than chance does: `members` of the group of their hub. Each lineup
 * has one hub.
 */
export interface FieldStack {
  /** Per entry of the model: its group, and 1 for hubs and for members. */
  readonly groups: Int32Array;
  readonly hubs: Uint8Array;
  readonly members: Uint8Array;
  /** How much likelier a lineup is with each member more than chance makes it. */
  readonly factor: number;
}

/** How opponents choose lineups, apart from their players' ownership. */
export interface FieldHabits {
  /** The mean unspent salary of lineups; null if unknown. */
  readonly left: number | null;
  /**
   * How much opponents differ in following the crowd: the standard deviation of the power of the shares by
   * which they weigh players.
   */
  readonly spread: number;
  /** The fraction of opponents who repeat another opponent's lineup. */
  readonly repeated: number;
  readonly stack: FieldStack | null;
}

/** A field of opponents to draw. */
export interface FieldTask {
  readonly model: Model;
  /** The share of lineups with each entry; NaN if unknown. */
  readonly shares: Float64Array;
  /** The lowest salary of a lineup. */
  readonly least: number;
  readonly habits: FieldHabits;
  readonly count: number;
  readonly seed: number;
  /** Lineups, as consecutive ascending picks, whose duplicates in the field are estimated. */
  readonly own: Uint16Array;
  /**
   * Other fields to draw: how many, and the standard deviation of the natural logarithm by which the weights
   * of their entries differ.
   */
  readonly others: { readonly fields: number; readonly deviation: number };
}

/** The opponents that were drawn. */
export interface DrawnField {
  readonly field: Field;
  /** Per entry, the share of drawn lineups that have it. */
  readonly shares: Float64Array;
  /** Per own lineup: the expected number of equal lineups in such a field. */
  readonly duplicates: Float64Array;
  /**
   * Fields of other ownership. Of a large field, some opponents are drawn, and each stands for several; so
   * there may be a few more than `count`.
   */
  readonly others: readonly Field[];
}

/** How many lineups are drawn before other events are handled. */
const PORTION = 4_096;
/** At least one of this many drawn lineups must be kept. */
const MOST_REFUSED = 1_000;
/** The most rounds of a fit, and the distance within which shares count as met: without and with stacks. */
const ROUNDS = 60;
const NEAR = 0.0005;
const STACK_ROUNDS = 6;
const STACK_NEAR = 0.005;
/** The most lineups that are drawn for a field of other ownership. */
const MOST_OTHERS = 10_000;

/**
 * Draws lineups from the maximum-entropy distribution with these shares, of several kinds of opponents. Of
 * what is drawn, lineups are kept in proportion to their stacks, and none that breaks a rule which the
 * automaton does not include. Null if no lineup is legal.
 * @throws UnsupportedModelError, AbortedError, TimeLimitError
 */
export async function drawField(task: FieldTask, interrupt: Interrupt): Promise<DrawnField | null> {
  const { model, shares, least, habits, count, seed, own } = task;
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
  const crowd: Crowd = {
    ...{ instance, trellis, grid, interrupt, sums: new LineupSums(trellis, grid) },
    weight: new Float64Array(instance.nobody + 1),
    kinds: kindsOf(shares.every(Number.isNaN) ? 0 : habits.spread),
    stack: habits.stack,
    isLegal: sideCheck(instance),
    even: diceOf(seed),
  };
  const left = habits.left === null || grid.step === 0 ? null : habits.left / grid.step;
  const fitted = await fittedCrowd(crowd, shares, left);

  const seats = instance.fixed.length + instance.openSeats;
  const fresh = Math.max(1, Math.round(count * (1 - habits.repeated)));
  const duplicates = new Float64Array(own.length / seats);
  const lineups = await drawLineups(crowd, fitted, fresh, (tried) => {
    const each = ((tried / crowd.sums.total) * count) / fresh;
    for (const [at, expected] of expectedDuplicates(crowd, { own, least, each }).entries())
      duplicates[at]! += expected;
  });
  if (lineups === null) return null;
  const field = packedField(crowd, lineups, count);
  const drawn = new Float64Array(model.entries);
  for (const [at, pick] of field.lineups.entries())
    drawn[model.picks.entry[pick]!]! += field.weights[Math.floor(at / seats)]! / count;

  const standsFor = Math.ceil(count / MOST_OTHERS);
  const others: Field[] = [];
  for (let index = 0; index < task.others.fields; index += 1) {
    const weights = fitted.weights.map(
      (weight) => weight * exp(task.others.deviation * normalQuantile(crowd.even())),
    );
    const few = Math.ceil(count / standsFor);
    const drawnFew = await drawLineups(
      crowd,
      { ...fitted, weights },
      Math.max(1, Math.round(few * (1 - habits.repeated))),
    );
    if (drawnFew === null) return null;
    const other = packedField(crowd, drawnFew, few);
    others.push({ ...other, weights: other.weights.map((weight) => weight * standsFor) });
  }
  return { field, shares: drawn, duplicates, others };
}

/** What draws opponents. */
interface Crowd extends Sampled {
  readonly kinds: readonly OpponentKind[];
  readonly stack: FieldStack | null;
  /** Whether a lineup keeps the rules that the automaton does not include; null if all do. */
  readonly isLegal: ((picks: Int32Array) => boolean) | null;
  readonly even: Dice;
  readonly interrupt: Interrupt;
}

/** Sums the lineups of these weights, and of those with the hub of a group alone if `group` is not null. */
function sumLineups(
  { instance, sums, weight, stack }: Crowd,
  plain: Float64Array,
  group: number | null,
): number {
  weight.set(plain);
  if (stack !== null && group !== null)
    for (let option = 0; option < instance.nobody; option += 1) {
      const entry = instance.entry[Math.floor(option / instance.roles)]!;
      if (stack.groups[entry] !== group) weight[option]! *= 1 - stack.hubs[entry]!;
      else if (stack.members[entry] === 1) weight[option]! *= stack.factor;
    }
  sums.sweepBack(weight);
  return sums.total;
}

/** The groups of the stack whose hubs are candidates; `[null]` if there are none. */
function groupsOf({ instance, stack }: Crowd): (number | null)[] {
  const hubs = stack === null ? [] : [...instance.entry].filter((entry) => stack.hubs[entry] === 1);
  return hubs.length === 0 ? [null] : [...new Set(hubs.map((hub) => stack!.groups[hub]!))];
}

/**
 * Fits weights such that lineups have these shares: at first without stacks, which is quicker; from there on
 * with them.
 */
async function fittedCrowd(crowd: Crowd, shares: Float64Array, left: number | null): Promise<Weights> {
  const { instance, sums, interrupt } = crowd;
  const groups = groupsOf(crowd);
  const task = { shares, left, rounds: ROUNDS, near: NEAR };
  const steps = sums.leftWeight.length;
  const fitted = fitWeights(firstWeights(instance, shares), steps, {
    ...task,
    outcomeOf: (weights) => outcomeOf(crowd, weights, [null]),
  });
  if (groups.length === 1) return fitted;
  await breathe(interrupt);
  return fitWeights(fitted, steps, {
    ...{ ...task, rounds: STACK_ROUNDS, near: STACK_NEAR },
    outcomeOf: (weights) => outcomeOf(crowd, weights, groups),
  });
}

function outcomeOf(crowd: Crowd, weights: Weights, groups: readonly (number | null)[]): Outcome {
  const { instance, sums, weight, kinds } = crowd;
  const shares = new Float64Array(instance.model.entries);
  for (const pick of instance.fixed) shares[instance.model.picks.entry[pick]!] = 1;
  const plain = new Float64Array(weight.length);
  let [mean, variance] = [0, 0];
  for (const kind of kinds) {
    weigh(instance, weights, kind, { weight: plain, leftWeight: sums.leftWeight });
    const perOption = new Float64Array(weight.length);
    let [all, left, spread] = [0, 0, 0];
    for (const group of groups) {
      const total = sumLineups(crowd, plain, group);
      if (total === 0) continue;
      sums.sweepForward(weight, perOption);
      const moments = sums.momentsOfLeft();
      all += total;
      left += total * moments.mean;
      spread += total * moments.variance;
    }
    for (let option = 0; option < instance.nobody; option += 1)
      shares[instance.entry[Math.floor(option / instance.roles)]!]! += (kind.part * perOption[option]!) / all;
    mean += (kind.part * left) / all;
    variance += (kind.part * spread) / all;
  }
  return { shares, mean, variance };
}

async function breathe(interrupt: Interrupt): Promise<void> {
  throwIfInterrupted(interrupt);
  await turn();
}

/**
 * Draws this many lineups, the picks of one after another; `onDrawn` receives how many had to be drawn with
 * each weighting, while the crowd has it. Null if a kind of opponents has no lineup.
 */
async function drawLineups(
  crowd: Crowd,
  fitted: Weights,
  count: number,
  onDrawn: (tried: number) => void = () => {},
): Promise<Uint16Array | null> {
  const { instance, trellis, grid, sums, weight, kinds, isLegal, even, interrupt } = crowd;
  const seats = instance.fixed.length + instance.openSeats;
  const picks = new Int32Array(seats);
  const lineups = new Uint16Array(count * seats);
  const plain = new Float64Array(weight.length);
  const groups = groupsOf(crowd);
  let [kept, part] = [0, 0];
  for (const kind of kinds) {
    weigh(instance, fitted, kind, { weight: plain, leftWeight: sums.leftWeight });
    const totals = groups.map((group) => sumLineups(crowd, plain, group));
    const all = totals.reduce((sum, total) => sum + total, 0);
    if (!(all > 0)) return null;
    for (const [at, group] of groups.entries()) {
      part += (kind.part * totals[at]!) / all;
      const begin = kept;
      const end = Math.min(count, Math.round(part * count));
      if (end === begin) continue;
      sumLineups(crowd, plain, group);
      const draw = lineupSampler({ instance, trellis, grid, sums, weight }, even);
      let tried = 0;
      while (kept < end) {
        if (tried % PORTION === 0) await breathe(interrupt);
        if (tried > (kept - begin + 1) * MOST_REFUSED)
          throw new UnsupportedModelError("field", "hardly any lineup of the field would keep all rules");
        tried += 1;
        draw(picks);
        if (isLegal !== null && !isLegal(picks)) continue;
        lineups.set(picks, kept * seats);
        kept += 1;
      }
      onDrawn(tried);
    }
  }
  return lineups;
}

/** A field of this many opponents with these lineups; what is missing repeats some of them. */
function packedField({ instance, even }: Crowd, lineups: Uint16Array, count: number): Field {
  const seats = instance.fixed.length + instance.openSeats;
  const fresh = lineups.length / seats;
  const order = Int32Array.from({ length: count }, (_, at) => (at < fresh ? at : Math.floor(even() * fresh)));
  const packer = new FieldPacker(count, seats);
  // Shuffle, so that any prefix is a random sample.
  for (let last = count - 1; last >= 0; last -= 1) {
    const other = Math.floor(even() * (last + 1));
    packer.add(lineups.subarray(order[other]! * seats, (order[other]! + 1) * seats));
    order[other] = order[last]!;
  }
  return packer.field();
}

/** Creates a check of the rules that the automaton does not include; null if it includes all. */
function sideCheck(instance: Instance): ((picks: Int32Array) => boolean) | null {
  const rules = sideRules(instance);
  if (rules.idle && instance.tests.length === 0) return null;
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
  readonly own: Uint16Array;
  readonly least: number;
  /** The number of lineups drawn per unit of weight, illegal ones included. */
  readonly each: number;
}

function expectedDuplicates(
  { instance, weight, sums, grid }: Crowd,
  { own, least, each }: Chances,
): Float64Array {
  const { pick, nobody, fixed, openSeats, model } = instance;
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
    return product * (sums.leftWeight[left] ?? 0);
  });
}
