import { UnsupportedModelError } from "../../errors.ts";
import type { Model, Rule } from "../../model/model.ts";

/** Classes hold the counters they count in as bits of one number; nothing near this many is ever useful. */
export const MOST_COUNTERS = 24;

/** A rule that counts picked members: at least `limit` of them, or at most. */
export interface Counter {
  readonly kind: "atLeast" | "atMost";
  /** One element per model entry, 1 for members. */
  readonly member: Uint8Array;
  readonly limit: number;
}

export type GroupRule = Extract<Rule, { kind: "groupMaximum" | "groupsMinimum" }>;
export type PairRule = Extract<Rule, { kind: "pairedGroup" }>;

/**
 * A model as the path engine reads it. Forbidden picks are gone, locks to a slot are seated already (`fixed`), and
 * what is left is a list of candidates, each with up to one pick per role.
 */
export interface Instance {
  readonly model: Model;
  readonly roles: number;
  /** Seats still free, per slot. */
  readonly seats: readonly number[];
  /** Salary still to spend; Infinity where no rule limits it. */
  readonly budget: number;
  /** Picks every solution has. */
  readonly fixed: readonly number[];
  readonly fixedPoints: number;
  readonly size: number;
  /** Per candidate: the model's entry, and whether it must be picked. */
  readonly entry: Int32Array;
  readonly required: Uint8Array;
  /** Per candidate and role (`candidate * roles + role`): the model's pick, or -1, and what it sits in, pays and costs. */
  readonly pick: Int32Array;
  readonly slots: Int32Array;
  readonly points: Float64Array;
  readonly salary: Float64Array;
  readonly counters: readonly Counter[];
  readonly groupRules: readonly GroupRule[];
  readonly pairRules: readonly PairRule[];
}

/**
 * Reads a model; null when locks alone already contradict it.
 * @throws UnsupportedModelError where the model lacks the rules that make it a roster.
 */
export function readInstance(model: Model): Instance | null {
  const roles = 1 + model.slots.reduce((most, slot) => Math.max(most, slot.role), 0);
  const seats = model.slots.map((slot) => slot.count);
  const allowed = new Int32Array(model.entries).fill(-1);
  const required = new Uint8Array(model.entries);
  const seatedIn = new Map<number, number>();
  const counters: Counter[] = [];
  const groupRules: GroupRule[] = [];
  const pairRules: PairRule[] = [];
  const filled = new Set<number>();
  let budget = Number.POSITIVE_INFINITY;
  let once = new Set(model.slots.map((slot) => slot.role)).size === 1;
  for (const rule of model.rules) {
    switch (rule.kind) {
      case "budget":
        budget = Math.min(budget, rule.maximum);
        break;
      case "once":
        once = true;
        break;
      case "fill":
        filled.add(rule.slot);
        break;
      case "forbid":
        for (const entry of rule.entries) allowed[entry] = 0;
        break;
      case "require":
        required[rule.entry] = 1;
        break;
      case "seat":
        allowed[rule.entry]! &= 1 << rule.slot;
        seatedIn.set(rule.entry, rule.slot);
        break;
      case "atLeast":
        counters.push({
          kind: "atLeast",
          member: membersOf(model.entries, rule.entries),
          limit: rule.minimum,
        });
        break;
      case "groupMaximum":
      case "groupsMinimum":
        groupRules.push(rule);
        break;
      case "pairedGroup":
        pairRules.push(rule);
        break;
    }
  }
  if (filled.size < model.slots.length) throw new UnsupportedModelError("paths", "some slots may stay empty");
  if (counters.length > MOST_COUNTERS)
    throw new UnsupportedModelError("paths", `it has more than ${MOST_COUNTERS} minimums`);
  if (!once) throw new UnsupportedModelError("paths", "an entry may be picked in two roles");

  const { picks } = model;
  const size = picks.entry.length;
  const instance = {
    entry: new Int32Array(size),
    required: new Uint8Array(size),
    pick: new Int32Array(size * roles).fill(-1),
    slots: new Int32Array(size * roles),
    points: new Float64Array(size * roles),
    salary: new Float64Array(size * roles),
  };
  const fixed: number[] = [];
  let fixedPoints = 0;
  let candidates = 0;
  let last = -1;
  let requiredLeft = 0;
  for (let entry = 0; entry < model.entries; entry += 1) requiredLeft += required[entry]!;
  for (let pick = 0; pick < size; pick += 1) {
    const entry = picks.entry[pick]!;
    const slots = picks.slots[pick]! & allowed[entry]!;
    if (slots === 0) continue;
    const slot = required[entry] === 1 ? seatedIn.get(entry) : undefined;
    if (slot !== undefined) {
      fixed.push(pick);
      fixedPoints += picks.points[pick]!;
      budget -= picks.salary[pick]!;
      seats[slot]! -= 1;
      requiredLeft -= 1;
      if (seats[slot]! < 0) return null;
      continue;
    }
    if (entry !== last) {
      last = entry;
      instance.entry[candidates] = entry;
      instance.required[candidates] = required[entry]!;
      requiredLeft -= required[entry]!;
      candidates += 1;
    }
    const at = (candidates - 1) * roles + picks.role[pick]!;
    instance.pick[at] = pick;
    instance.slots[at] = slots;
    instance.points[at] = picks.points[pick]!;
    instance.salary[at] = picks.salary[pick]!;
  }
  if (requiredLeft > 0 || budget < 0) return null;
  return {
    model,
    roles,
    seats,
    budget,
    fixed,
    fixedPoints,
    size: candidates,
    ...instance,
    counters,
    groupRules,
    pairRules,
  };
}

/** The instance with more counters; what `fixed` already counts towards them is taken off their limits. */
export function withCounters(instance: Instance, counters: readonly Counter[]): Instance {
  return counters.length === 0 ? instance : { ...instance, counters: [...instance.counters, ...counters] };
}

/** The instance with these of its candidates only, ascending. */
export function restrictTo(instance: Instance, candidates: readonly number[]): Instance {
  const { roles } = instance;
  const size = candidates.length;
  const entry = new Int32Array(size);
  const required = new Uint8Array(size);
  const pick = new Int32Array(size * roles);
  const slots = new Int32Array(size * roles);
  const points = new Float64Array(size * roles);
  const salary = new Float64Array(size * roles);
  for (let index = 0; index < size; index += 1) {
    const from = candidates[index]!;
    entry[index] = instance.entry[from]!;
    required[index] = instance.required[from]!;
    for (let role = 0; role < roles; role += 1) {
      pick[index * roles + role] = instance.pick[from * roles + role]!;
      slots[index * roles + role] = instance.slots[from * roles + role]!;
      points[index * roles + role] = instance.points[from * roles + role]!;
      salary[index * roles + role] = instance.salary[from * roles + role]!;
    }
  }
  return { ...instance, size, entry, required, pick, slots, points, salary };
}

/** What is left of a counter's limit once the fixed picks are counted. */
export function limitLeft(instance: Instance, counter: Counter): number {
  let left = counter.limit;
  for (const pick of instance.fixed) left -= counter.member[instance.model.picks.entry[pick]!]!;
  return counter.kind === "atLeast" ? Math.max(0, left) : left;
}

export function membersOf(size: number, entries: Iterable<number>): Uint8Array {
  const member = new Uint8Array(size);
  for (const entry of entries) member[entry] = 1;
  return member;
}
