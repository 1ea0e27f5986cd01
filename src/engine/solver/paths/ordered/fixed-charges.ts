import { LastMade } from "../../../../shared/collections.ts";
import { type Charges, type Instance, withRolesTwice } from "../instance.ts";
import { throwIfTooLarge } from "../read-instance.ts";

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

/** The last one made for each `pick` array; instances that differ only in points share that array. */
const twices = new LastMade<Int32Array, ReturnType<typeof twiceOf>>();

/**
 * Returns an instance with one role as one with two: the pick that reaches a set's `least` is made in the
 * second, which costs the fixed charge.
 * @throws UnsupportedModelError if the charges are too large to be added exactly
 */
export function charged(plain: Instance, charges: readonly FixedCharge[]): Instance {
  const parts = [plain.counters, ...charges.flatMap(({ picks, least }) => [picks, least])];
  const twice = twices.of(plain.pick, parts, () => twiceOf(plain, charges));
  const { pick, noPick, slots, salary, option, roles } = twice;
  const { setOf, fixed } = twice.charges;
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
    ...{ pick, noPick, slots, salary, option, roles, charges: twice.charges },
    ...{ points, mostPoints, fixedPoints },
  };
}

function twiceOf(plain: Instance, sets: readonly ChargeSet[]): Instance & { readonly charges: Charges } {
  const setOf = new Int32Array(plain.size).fill(-1);
  for (const [at, { picks }] of sets.entries())
    for (const own of picks) if (plain.option[own] !== -1) setOf[plain.option[own]!] = at;
  const leasts = sets.map(({ least }) => least);
  const fixed = sets.map(({ picks }) => plain.fixed.filter((own) => picks.includes(own)).length);
  return { ...withRolesTwice(plain), charges: { plain, setOf, leasts, fixed } };
}
