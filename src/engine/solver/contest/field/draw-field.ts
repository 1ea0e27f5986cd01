import { UnsupportedModelError } from "../../../../shared/errors.ts";
import { turn } from "../../../../shared/turn.ts";
import type { Field } from "../../../model/contest-plan.ts";
import type { Model } from "../../../model/model.ts";
import { type Interrupt, throwIfInterrupted } from "../../interrupt.ts";
import { AutomatonCache } from "../../paths/automaton-cache.ts";
import { classify } from "../../paths/classes.ts";
import type { Instance } from "../../paths/instance.ts";
import { Pairs } from "../../paths/pairs.ts";
import { readInstance } from "../../paths/read-instance.ts";
import { Scratch } from "../../paths/scratch.ts";
import { sideRules } from "../../paths/side-rules.ts";
import { layOut } from "../../paths/trellis.ts";
import { fitWeights } from "./fit-weights.ts";
import { LineupSums } from "./lineup-sums.ts";
import { FieldPacker } from "./pack-field.ts";
import { type SalaryGrid, salaryGrid } from "./salary-grid.ts";
import { lineupSampler } from "./sample-lineups.ts";

/** A field of opponents to be drawn. */
export interface FieldTask {
  readonly model: Model;
  /** The part of the lineups that has each entry; NaN where nobody knows. */
  readonly shares: Float64Array;
  /** What each lineup costs at least. */
  readonly least: number;
  /** What lineups leave of the cap in the mean; null where nothing is known of it. */
  readonly left: number | null;
  readonly count: number;
  readonly seed: number;
  /** Lineups, as ascending picks one after another, of which it is asked how many of the field are alike. */
  readonly own: Uint16Array;
}

/** Opponents as they were drawn. */
export interface DrawnField {
  readonly field: Field;
  /** Per entry, the part of the drawn lineups that has it. */
  readonly shares: Float64Array;
  /** Per own lineup: how many of such a field are expected to be the same. */
  readonly duplicates: Float64Array;
}

/** How many lineups are drawn before the thread takes a breath. */
const PORTION = 4_096;
/** Of how many drawn lineups at least one has to keep the rules that draws do not know of. */
const MOST_REFUSED = 1_000;

/**
 * Draws lineups from the distribution of maximum entropy that has the shares. Rules that no automaton knows are kept by
 * drawing again. Null where no lineup is legal.
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

/** Whether picks keep the rules that the automaton does not know. */
function sideCheck(instance: Instance): (picks: Int32Array) => boolean {
  const rules = sideRules(instance);
  const pairs = instance.pairRules.map((rule) => new Pairs(rule, instance.model.entries));
  if (rules.idle && pairs.length === 0) return () => true;
  const entries = new Int32Array(instance.fixed.length + instance.openSeats);
  return (picks) => {
    for (let seat = 0; seat < picks.length; seat += 1)
      entries[seat] = instance.model.picks.entry[picks[seat]!]!;
    return rules.judge(entries) === null && pairs.every((pair) => pair.firstGroup(entries) !== -1);
  };
}

interface Chances {
  readonly weight: Float64Array;
  readonly leftWeight: Float64Array;
  readonly grid: SalaryGrid;
  readonly own: Uint16Array;
  readonly least: number;
  /** How many of the field one unit of weight stands for. */
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
