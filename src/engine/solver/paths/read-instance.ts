import { greatestCommonDivisor } from "../../../shared/greatest-common-divisor.ts";
import type { Model } from "../../model/model.ts";
import { type Instance, optionsOf } from "./instance.ts";
import { unsupported } from "./limits.ts";
import { readRules, type Terms } from "./read-rules.ts";
import { canKeepGroupRules } from "./side-rules.ts";

/**
 * The most points of a lineup, in whole units (see `POINT_UNITS`): half the range of integers that doubles
 * represent exactly.
 */
export const MOST_TOTAL = 2 ** 52;

/**
 * The picks of players locked to one slot (`fixed`), and the seats and the salary that are left for others.
 */
interface Locked {
  readonly fixed: readonly number[];
  readonly seats: readonly number[];
  readonly budget: number;
}

/**
 * Converts a model to an instance; null if its locks or one of its group rules alone make it infeasible.
 * @throws UnsupportedModelError if the model lacks the rules of a roster, has a rule of an unknown kind, or
 * has points too large to add exactly.
 */
export function readInstance(model: Model): Instance | null {
  const terms = readRules(model);
  const locked = seatLocked(model, terms);
  if (locked === null) return null;
  const { fixed, seats, budget } = locked;
  const candidates = listCandidates(model, terms, locked);
  if (candidates === null) return null;
  const openSeats = seats.reduce((sum, open) => sum + open, 0);
  throwIfTooLarge(candidates.mostPoints, openSeats);
  const instance: Instance = {
    model,
    roles: rolesOf(model),
    seats,
    openSeats,
    budget,
    fixed,
    fixedPoints: fixed.reduce((sum, pick) => sum + model.picks.points[pick]!, 0),
    ...candidates,
    counters: terms.counters,
    groupRules: terms.groupRules,
    tests: terms.tests,
  };
  return canKeepGroupRules(instance) ? instance : null;
}

/**
 * Throws if adding up the points of a lineup (`openSeats` picks of up to `mostPoints` each) could be inexact.
 * @throws UnsupportedModelError
 */
export function throwIfTooLarge(mostPoints: number, openSeats: number): void {
  if (mostPoints * openSeats > MOST_TOTAL) throw unsupported("its points are too large to be added exactly");
}

function rolesOf({ slots }: Model): number {
  return 1 + slots.reduce((most, { role }) => Math.max(most, role), 0);
}

/**
 * Seats the required players that fit only one slot; null if there are too few seats or too little salary.
 */
function seatLocked({ slots, picks }: Model, { allowed, required, budget }: Terms): Locked | null {
  const seats = slots.map(({ count }) => count);
  const fixed: number[] = [];
  let left = budget;
  for (let pick = 0; pick < picks.entry.length; pick += 1) {
    const entry = picks.entry[pick]!;
    if (required[entry] === 0) continue;
    const [slot, ...others] = [...slots.keys()].filter((at) => (allowed[entry]! >> at) & 1);
    if (slot === undefined || others.length > 0 || ((picks.slots[pick]! >> slot) & 1) === 0) continue;
    fixed.push(pick);
    left -= picks.salary[pick]!;
    seats[slot]! -= 1;
  }
  return left < 0 || seats.some((open) => open < 0) ? null : { fixed, seats, budget: left };
}

/**
 * Lists the candidates: players who may be picked, are within the budget, and are not seated yet. Null if a
 * required player is neither seated nor a candidate.
 */
function listCandidates(model: Model, { allowed, required }: Terms, { fixed, budget }: Locked) {
  const { picks } = model;
  const roles = rolesOf(model);
  const most = picks.entry.length;
  const options = most * roles + 1;
  const found = {
    entry: new Int32Array(most),
    required: new Uint8Array(most),
    pick: new Int32Array(options).fill(-1),
    slots: new Int32Array(options),
    points: new Float64Array(options),
    salary: new Float64Array(options),
  };
  let [size, mostPoints, mostSalary, salaryUnit] = [0, 0, 0, 0];
  let missing = required.reduce((sum, one) => sum + one, -fixed.length);
  let nextFixed = 0;
  let last = -1;
  for (let pick = 0; pick < most; pick += 1) {
    if (pick === fixed[nextFixed]) {
      nextFixed += 1;
      continue;
    }
    const entry = picks.entry[pick]!;
    const slots = picks.slots[pick]! & allowed[entry]!;
    const salary = picks.salary[pick]!;
    if (slots === 0 || salary > budget) continue;
    if (entry !== last) {
      last = entry;
      found.entry[size] = entry;
      found.required[size] = required[entry]!;
      missing -= required[entry]!;
      size += 1;
    }
    const option = (size - 1) * roles + picks.role[pick]!;
    found.pick[option] = pick;
    found.slots[option] = slots;
    found.points[option] = picks.points[pick]!;
    found.salary[option] = salary;
    mostPoints = Math.max(mostPoints, Math.abs(picks.points[pick]!));
    mostSalary = Math.max(mostSalary, salary);
    salaryUnit = greatestCommonDivisor(salary, salaryUnit);
  }
  const option = optionsOf(found.pick, most);
  const noPick = size * roles;
  return missing > 0 ? null : { ...found, option, size, noPick, mostPoints, mostSalary, salaryUnit };
}
