import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { turn } from "../../../../shared/clock.ts";
import { UnsupportedModelError } from "../../../../shared/errors.ts";
import { exp, normalQuantile } from "../../../../shared/normal.ts";
import type { Field } from "../../../model/contest-plan.ts";
import { TestReader } from "../../../model/lineup-test.ts";
import type { Model } from "../../../model/model.ts";
import { type Interrupt, throwIfInterrupted } from "../../interrupt.ts";
import type { Instance } from "../../paths/instance.ts";
import { readInstance } from "../../paths/read-instance.ts";
import { sideRules } from "../../paths/side-rules.ts";
import type { Trellis } from "../../paths/trellis.ts";
import { type FieldStack, GIVE_FIELD, type LineupLayout, layoutOf } from "./lineup-layout.ts";
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
import { packField } from "./pack-field.ts";

/** Lineups as paths of a trellis, with the weight of each option. */
interface WeightedLineups extends LineupLayout {
  readonly grid: SalaryGrid;
  readonly sums: LineupSums;
  readonly weight: Float64Array;
  /** Element k has, per state, the state after leaving out the next 2^k candidates; -1 if there is none. */
  readonly leaves: readonly Int32Array[];
}

type Dice = () => number;

function diceOf(seed: number): Dice {
  const generator = xoroshiro128plus(seed);
  return () => ((generator.next() >>> 5) * 2 ** 26 + (generator.next() >>> 6)) / 2 ** 53;
}

/** How many picks of a lineup follow from its first random number; each later pick takes a new number. */
const FROM_FIRST = 3;

/**
 * Returns a function that draws a lineup in proportion to its weight, as ascending picks. The random number
 * `first` determines the first picks: values close together give similar lineups.
 */
function lineupSampler(
  { instance, trellis, grid, sums, weight, leaves }: WeightedLineups,
  even: Dice,
): (picks: Int32Array, first: number) => void {
  const { fixed, pick, noPick } = instance;
  const { start, states, first: arcs, target, option } = trellis;
  const { cost, budget } = grid;
  return (picks, first) => {
    picks.set(fixed);
    let seated = fixed.length;
    let left = budget;
    let state = start;
    let dice = first * sums.total;
    while (state !== states - 1) {
      const all = sums.after(state, left);
      // Rounding errors may have made the rest of the first number too large.
      if (seated >= fixed.length + FROM_FIRST || dice >= all) dice = even() * all;
      // `dice` is a position among all lineups from here: those that leave out the next candidate come first.
      // Each candidate left out lowers their sum, so the last state whose sum exceeds `dice` makes the pick.
      for (let jump = leaves.length - 1; jump >= 0; jump -= 1) {
        const reached = leaves[jump]![state]!;
        if (reached !== -1 && dice < sums.after(reached, left)) state = reached;
      }
      if (state === states - 1) break;
      let taken = -1;
      for (let arc = arcs[state]!; arc < arcs[state + 1]!; arc += 1) {
        const rest = left - cost[option[arc]!]!;
        const chance = rest < 0 ? 0 : weight[option[arc]!]! * sums.after(target[arc]!, rest);
        if (option[arc] === noPick) {
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
      dice /= weight[option[taken]!]!;
      picks[seated] = pick[option[taken]!]!;
      seated += 1;
    }
    sortFew(picks);
  };
}

function sortFew(numbers: Int32Array): void {
  for (let at = 1; at < numbers.length; at += 1) {
    const own = numbers[at]!;
    let place = at;
    for (; place > 0 && numbers[place - 1]! > own; place -= 1) numbers[place] = numbers[place - 1]!;
    numbers[place] = own;
  }
}

function leavesOf({ states, first, option, target }: Trellis, noPick: number): Int32Array[] {
  const one = new Int32Array(states).fill(-1);
  for (let state = 0; state < states - 1; state += 1)
    for (let arc = first[state]!; arc < first[state + 1]!; arc += 1)
      if (option[arc] === noPick) one[state] = target[arc]!;
  const leaves = [one];
  for (let last = one; last.some((state) => state !== -1); ) {
    last = last.map((state) => (state === -1 ? -1 : last[state]!));
    leaves.push(last);
  }
  return leaves;
}

export interface FieldHabits {
  /** The mean unspent salary of the lineups that leave at most `usual`, in currency; null if unknown. */
  readonly left: number | null;
  readonly usual: number;
  /** The fraction of the lineups that leave more than `usual`. */
  readonly more: number;
  /** Each opponent weighs players by a power of their ownership; this is the power's standard deviation. */
  readonly spread: number;
  readonly optimizing: OpponentKind;
  /** The `skill` that all opponents have beyond what the wanted fractions of lineups show. */
  readonly lift: number;
  /** The fraction of opponents who repeat another opponent's lineup. */
  readonly repeated: number;
  readonly stack: FieldStack | null;
}

export interface FieldTask {
  readonly model: Model;
  /** Per target, such as a player, the wanted fraction of lineups with it; NaN if unknown. */
  readonly shares: Float64Array;
  /** The target of each pick; by default, its player. */
  readonly targetOf?: Int32Array | undefined;
  readonly least: number;
  readonly habits: FieldHabits;
  readonly count: number;
  readonly seed: number;
  /** The user's lineups, whose duplicates in the field are estimated. */
  readonly own: Uint16Array;
  /**
   * How many further fields to draw, with the standard deviation by which the logarithms of weights change.
   */
  readonly others: { readonly fields: number; readonly deviation: number };
}

export interface DrawnField {
  readonly field: Field;
  readonly shares: Float64Array;
  /** Per target, the fraction of lineups before `lift`. */
  readonly fitted: Float64Array;
  readonly duplicates: Float64Array;
  /** Fields with other ownership, in which opponents may count several times. */
  readonly others: readonly Field[];
}

const PORTION = 4_096;
/** Drawing fails if fewer than one in this many drawn lineups is legal. */
const MOST_REFUSED = 1_000;
const MOST_OTHERS = 10_000;

/**
 * Draws the opponents' lineups: the maximum-entropy distribution with the wanted ownership. A lineup that
 * breaks a rule which the trellis does not include is drawn again. Null if none is legal. @throws
 * UnsupportedModelError, AbortedError, TimeLimitError
 */
export async function drawField(task: FieldTask, interrupt: Interrupt): Promise<DrawnField | null> {
  const { model, shares, least, habits, count, seed, own, targetOf = model.picks.entry } = task;
  const instance = readInstance(model);
  if (instance === null) return null;
  const { roles } = instance;
  const candidates = Array.from({ length: instance.size }, (_, candidate) => candidate).filter((candidate) =>
    instance.pick
      .subarray(candidate * roles, (candidate + 1) * roles)
      .some((pick) => pick !== -1 && shares[targetOf[pick]!] !== 0),
  );
  const layout = layoutOf(instance, candidates, habits.stack);
  const { trellis } = layout;
  if (trellis.start === -1) return null;
  const grid = salaryGrid(layout.instance, trellis.states, least);
  const target = layout.instance.pick.map((pick, option) =>
    pick === -1 ? layout.instance.entry[Math.floor(option / layout.instance.roles)]! : targetOf[pick]!,
  );
  const opponents: OpponentModel = {
    ...{ ...layout, grid, interrupt, sums: new LineupSums(trellis, grid), even: diceOf(seed) },
    weight: new Float64Array(layout.instance.noPick + 1),
    leaves: leavesOf(trellis, layout.instance.noPick),
    kinds: kindsOf(habits, shares.every(Number.isNaN)),
    ...{ target, targetOf, targets: shares.length },
    percents: percentsOf(layout.instance, target, shares),
    usual: grid.step === 0 ? grid.mostLeft : Math.floor(habits.usual / grid.step),
    isLegal: sideCheck(instance),
  };
  const fitted = fitWeights(
    firstWeights(instance, target.subarray(0, layout.instance.noPick), shares),
    grid.mostLeft + 1,
    {
      shares,
      left: habits.left === null || grid.step === 0 ? null : habits.left / grid.step,
      more: opponents.usual < grid.mostLeft ? habits.more : 0,
      outcomeOf: (weights) => outcomeOf(opponents, weights),
    },
  );
  const lifted = {
    ...opponents,
    kinds: opponents.kinds.map((kind) => ({ ...kind, skill: kind.skill + habits.lift })),
  };

  const seats = instance.fixed.length + instance.openSeats;
  const freshOf = (size: number) => Math.max(1, Math.round(size * (1 - habits.repeated)));
  const fieldOf = async (weights: Weights, size: number, onDrawn?: (tried: number) => void) => {
    const lineups = await drawLineups(lifted, weights, freshOf(size), onDrawn);
    return lineups && packedField(opponents, lineups, size);
  };
  const duplicates = new Float64Array(own.length / seats);
  const field = await fieldOf(fitted, count, (tried) => {
    const each = ((tried / opponents.sums.total) * count) / freshOf(count);
    const expected = expectedDuplicates(opponents, habits.stack, { own, least, each });
    for (const [at, one] of expected.entries()) duplicates[at]! += one;
  });
  if (field === null) return null;
  const drawn = new Float64Array(model.entries);
  for (const [at, pick] of field.lineups.entries())
    drawn[model.picks.entry[pick]!]! += field.weights[Math.floor(at / seats)]! / count;

  const standsFor = Math.ceil(count / MOST_OTHERS);
  const others: Field[] = [];
  for (let index = 0; index < task.others.fields; index += 1) {
    const weights = fitted.weights.map(
      (weight) => weight * exp(task.others.deviation * normalQuantile(opponents.even())),
    );
    const other = await fieldOf({ ...fitted, weights }, Math.ceil(count / standsFor));
    if (other === null) return null;
    others.push({ ...other, weights: other.weights.map((weight) => weight * standsFor) });
  }
  return { field, shares: drawn, fitted: fitted.shares, duplicates, others };
}

/** What is needed to draw opponents. */
interface OpponentModel extends WeightedLineups {
  /** Per option and per pick, an index into the shares of the task, of which there are `targets`. */
  readonly target: Int32Array;
  readonly targetOf: Int32Array;
  readonly targets: number;
  /** Per option, the points above the mean of a seat, in percent of a mean lineup's. */
  readonly percents: Float64Array;
  /** The most steps of salary that a lineup usually leaves. */
  readonly usual: number;
  readonly kinds: readonly OpponentKind[];
  readonly isLegal: ((picks: Int32Array) => boolean) | null;
  readonly even: Dice;
  readonly interrupt: Interrupt;
}

/** A single pick counts for at most this many percent, so that weights stay finite. */
const MOST_PERCENT = 50;

/** Without known points, all 0. */
function percentsOf(
  { noPick, points, openSeats }: Instance,
  target: Int32Array,
  shares: Float64Array,
): Float64Array {
  let mean = 0;
  for (let option = 0; option < noPick; option += 1)
    if (target.indexOf(target[option]!) === option)
      mean += Math.max(0, shares[target[option]!]! || 0) * points[option]!;
  return points.map((one) => {
    const percent = mean > 0 ? (100 * (one - mean / openSeats)) / mean : 0;
    return Math.max(-MOST_PERCENT, Math.min(MOST_PERCENT, percent));
  });
}

function weighLineups(
  { instance, target, factor, percents, usual, weight, sums }: OpponentModel,
  weights: Weights,
  kind: OpponentKind,
) {
  weigh(instance, weights, kind, { target, factor, percents, usual, weight, leftWeight: sums.leftWeight });
  sums.backwardPass(weight);
  return sums.total;
}

function outcomeOf(opponents: OpponentModel, weights: Weights): Outcome {
  throwIfInterrupted(opponents.interrupt);
  const { instance, sums, weight, kinds, target, targetOf, targets } = opponents;
  const shares = new Float64Array(targets);
  for (const pick of instance.fixed) shares[targetOf[pick]!] = 1;
  let [mean, variance, more] = [0, 0, 0];
  for (const kind of kinds) {
    const total = weighLineups(opponents, weights, kind);
    const perOption = new Float64Array(weight.length);
    sums.forwardPass(weight, perOption);
    for (let option = 0; option < instance.noPick; option += 1)
      shares[target[option]!]! += (kind.part * perOption[option]!) / total;
    const left = sums.momentsOfLeft(opponents.usual);
    mean += kind.part * left.mean;
    variance += kind.part * left.variance;
    more += kind.part * left.more;
  }
  return { shares, mean, variance, more };
}

async function breathe(interrupt: Interrupt): Promise<void> {
  throwIfInterrupted(interrupt);
  await turn();
}

/**
 * Draws `count` lineups, one kind of opponents after another; null if a kind has none. After each, while its
 * weights are set, `onDrawn` gets the number of tries.
 */
async function drawLineups(
  opponents: OpponentModel,
  fitted: Weights,
  count: number,
  onDrawn: (tried: number) => void = () => {},
): Promise<Uint16Array | null> {
  const { instance, kinds, isLegal, even, interrupt } = opponents;
  const seats = instance.fixed.length + instance.openSeats;
  const picks = new Int32Array(seats);
  const lineups = new Uint16Array(count * seats);
  const draw = lineupSampler(opponents, even);
  let [kept, part] = [0, 0];
  for (const kind of kinds) {
    if (!(weighLineups(opponents, fitted, kind) > 0)) return null;
    part += kind.part;
    const begin = kept;
    const end = Math.min(count, Math.round(part * count));
    if (end === begin) continue;
    let tried = 0;
    while (kept < end) {
      // Similar lineups one after another read the same memory, which is faster.
      for (const first of Float64Array.from({ length: end - kept }, even).sort()) {
        if (tried % PORTION === 0) await breathe(interrupt);
        if (tried > (kept - begin + 1) * MOST_REFUSED)
          throw new UnsupportedModelError("field", "hardly any drawn opponent keeps all rules", GIVE_FIELD);
        tried += 1;
        draw(picks, first);
        if (isLegal !== null && !isLegal(picks)) continue;
        lineups.set(picks, kept * seats);
        kept += 1;
      }
    }
    onDrawn(tried);
  }
  return lineups;
}

function packedField({ instance, even }: OpponentModel, lineups: Uint16Array, count: number): Field {
  const seats = instance.fixed.length + instance.openSeats;
  const fresh = lineups.length / seats;
  const order = Int32Array.from({ length: count }, (_, at) => (at < fresh ? at : Math.floor(even() * fresh)));
  // Shuffle, so that any prefix is a random sample.
  const shuffled = Array.from(order, (_, at) => {
    const last = count - 1 - at;
    const other = Math.floor(even() * (last + 1));
    const lineup = order[other]!;
    order[other] = order[last]!;
    return lineups.subarray(lineup * seats, (lineup + 1) * seats);
  });
  return packField(shuffled);
}

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
  /** The expected number of opponents per unit of a lineup's weight. */
  readonly each: number;
}

function expectedDuplicates(
  { instance, weight, sums, grid }: OpponentModel,
  stack: FieldStack | null,
  { own, least, each }: Chances,
): Float64Array {
  const { pick, noPick, fixed, openSeats, model } = instance;
  const seats = fixed.length + openSeats;
  const weightOf = new Map<number, number>(fixed.map((one) => [one, 1]));
  const stepsOf = new Map<number, number>();
  for (let option = noPick - 1; option >= 0; option -= 1) {
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
    return product * (sums.leftWeight[left] ?? 0) * (stack === null ? 1 : stackFactor(model, stack, picks));
  });
}

/** How much likelier stacking makes a lineup than its players' weights; 0 with two hubs. */
function stackFactor(
  { picks: { entry } }: Model,
  { groups, hubs, members, factor }: FieldStack,
  picks: Uint16Array,
): number {
  const entries = Array.from(picks, (pick) => entry[pick]!);
  const [hub, second] = entries.filter((one) => hubs[one] === 1);
  if (second !== undefined) return 0;
  return entries.reduce(
    (all, one) => (one !== hub && members[one] === 1 && groups[one] === groups[hub!] ? all * factor : all),
    1,
  );
}
