import { LastMade } from "../../../../shared/collections.ts";
import { classify } from "../classes.ts";
import { type Instance, withRolesTwice } from "../instance.ts";
import { throwIfTooLarge } from "../read-instance.ts";
import { tooLarge } from "./counting-diagram.ts";
import { kindsOf, type Layout, refined } from "./layout.ts";

/**
 * A set of picks of the model. A lineup with at least `least` of them pays the set's fixed charge (see
 * `FixedCharge`). No pick is in two sets.
 */
export interface ChargeSet {
  readonly picks: Int32Array;
  readonly least: number;
}

/**
 * A set with its fixed charge: the `amount` that a lineup pays once, in units of points; a negative amount is
 * a reward.
 */
export interface FixedCharge extends ChargeSet {
  readonly amount: number;
}

interface Sets {
  /** Per candidate, the index of its charge set; -1 if it is in none. */
  readonly setOf: Int32Array;
  /** Per charge set, how many of its picks a lineup needs to pay, and how many are fixed. */
  readonly leasts: readonly number[];
  readonly fixed: readonly number[];
}

interface Twice extends Sets {
  /** The instance with a second role, without charges. */
  readonly instance: Instance;
}

/** The last one made for each `pick` array; instances that differ only in points share that array. */
const twices = new LastMade<Int32Array, Twice>();

/**
 * Returns an instance with one role as one with two: the pick that reaches a set's `least` is made in the
 * second, which costs the fixed charge.
 * @throws UnsupportedModelError if the charges are too large to be added exactly
 */
export function charged(plain: Instance, charges: readonly FixedCharge[]): Instance {
  const parts = charges.flatMap(({ picks, least }) => [picks, least]);
  const { instance, setOf, fixed } = twices.of(plain.pick, parts, () => twiceOf(plain, charges));
  const { pick, noPick, slots, salary, option, roles, chargedLayout } = instance;
  const most = charges.reduce((so, { amount }) => Math.max(so, Math.abs(amount)), plain.mostPoints);
  const mostPoints = most + plain.mostPoints;
  throwIfTooLarge(mostPoints, plain.openSeats);
  const points = new Float64Array(noPick + 1);
  for (let own = 0; own < noPick; own += 1) {
    const candidate = Math.floor(own / roles);
    const amount = own % roles === 0 ? 0 : (charges[setOf[candidate]!]?.amount ?? 0);
    points[own] = plain.points[candidate]! - amount;
  }
  // If the fixed picks alone reach a fixed charge, all lineups pay it.
  const paid = charges.reduce((so, { amount, least }, at) => so + (fixed[at]! >= least ? amount : 0), 0);
  const fixedPoints = plain.fixedPoints - paid;
  return {
    ...plain,
    ...{ pick, noPick, slots, salary, option, roles, chargedLayout: chargedLayout! },
    ...{ points, mostPoints, fixedPoints },
  };
}

function twiceOf(plain: Instance, charges: readonly ChargeSet[]): Twice {
  const setOf = new Int32Array(plain.size).fill(-1);
  for (const [at, { picks }] of charges.entries())
    for (const own of picks) if (plain.option[own] !== -1) setOf[plain.option[own]!] = at;
  const sets: Sets = {
    setOf,
    leasts: charges.map(({ least }) => least),
    fixed: charges.map(({ picks }) => plain.fixed.filter((own) => picks.includes(own)).length),
  };
  const twice = withRolesTwice(plain);
  const instance: Instance = {
    ...twice,
    chargedLayout: (engineScratch) => layoutOf(plain, twice, sets, engineScratch),
  };
  return { ...sets, instance };
}

/** A layout that reads candidates set by set, so that a state counts the picks of one set only. */
function layoutOf(
  plain: Instance,
  twice: Instance,
  { setOf, leasts, fixed }: Sets,
  { automata }: Parameters<NonNullable<Instance["chargedLayout"]>>[0],
): Layout {
  const classified = classify(plain);
  const seating = automata.seating(classified);
  if (seating === null) throw tooLarge();
  const { start, states, take, open } = seating;
  const { classOf } = classified;
  const classes = classified.shape.classes.length;
  const width = 1 + Math.max(0, ...leasts);
  const reading: Layout["reading"] = (instance, candidates) => {
    const ordered = candidates.toSorted((a, b) => setOf[a]! - setOf[b]!);
    const setAt = (at: number) => (at < ordered.length ? setOf[ordered[at]!]! : -1);
    const hadAt = (at: number) => Math.min(leasts[setAt(at)] ?? 0, fixed[setAt(at)] ?? 0);
    let [own, least, following, isLast, isEnd] = [-1, 0, 0, false, false];
    const after = (seat: number, had: number) =>
      seat === -1 || (isEnd && open[seat] !== 0) ? -1 : seat * width + (isLast ? following : had);
    return {
      instance,
      ordered,
      size: states * width,
      start: start === -1 || (ordered.length === 0 && open[start] !== 0) ? -1 : start * width + hadAt(0),
      turnTo(at: number) {
        own = classOf[ordered[at]!]!;
        least = leasts[setAt(at)] ?? 0;
        isEnd = at + 1 === ordered.length;
        isLast = isEnd || setAt(at + 1) !== setAt(at);
        following = hadAt(at + 1);
      },
      leave: (state: number) => after(Math.floor(state / width), state % width),
      pick(state: number, role: number) {
        const had = state % width;
        // Only the pick that reaches the fixed charge's count is made in the second role.
        if ((had === least - 1) !== (role === 1)) return -1;
        return after(take[Math.floor(state / width) * classes + own]!, Math.min(least, had + 1));
      },
    };
  };
  const kinds = kindsOf(
    twice,
    refined(classOf, (candidate) => setOf[candidate]!),
  );
  return { size: states, reading, merges: true, optionCounters: [], kinds };
}
