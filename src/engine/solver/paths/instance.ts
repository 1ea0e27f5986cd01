import type { LineupTest } from "../../model/lineup-test.ts";
import type { Model, RuleByKind } from "../../model/model.ts";

/** A rule on how many players of a set are in a lineup: at least or at most `limit` of them. */
export interface Counter {
  readonly kind: "atLeast" | "atMost";
  /** One element per player of the model (`Model.entries`): 1 for members of the set, 0 for others. */
  readonly member: Uint8Array;
  readonly limit: number;
}

export type GroupRule = RuleByKind["groupMaximum" | "groupsMinimum"];

/**
 * A model in the form that the path engine uses. Players that cannot be picked are left out, and players
 * locked to one slot are already seated (`fixed`). All other players are *candidates*. A candidate in a role
 * is an *option*, with the index `candidate * roles + role`. The index after the last option, `noPick`, means
 * that no player is picked; it has no points and no salary.
 */
export interface Instance {
  readonly model: Model;
  readonly roles: number;
  readonly seats: readonly number[];
  readonly openSeats: number;
  readonly budget: number;
  /** The picks of the model that are already seated and in every solution, ascending. */
  readonly fixed: readonly number[];
  readonly fixedPoints: number;
  readonly size: number;
  /** Per candidate, its player: an index below `Model.entries`. */
  readonly entry: Int32Array;
  readonly required: Uint8Array;
  /** Per option, its index in `Model.picks`; -1 if the candidate does not have the role. */
  readonly pick: Int32Array;
  readonly slots: Int32Array;
  /** Per pick of the model, its option; -1 if it is fixed or cannot be picked. */
  readonly option: Int32Array;
  /** The points of each option and of `noPick`, in whole units (`POINT_UNITS` to the point). */
  readonly points: Float64Array;
  /** The salary of each option and of `noPick`, in whole units of currency. */
  readonly salary: Float64Array;
  readonly noPick: number;
  readonly mostPoints: number;
  readonly mostSalary: number;
  /** The greatest common divisor of all salaries; 0 if all are 0. */
  readonly salaryUnit: number;
  readonly counters: readonly Counter[];
  readonly groupRules: readonly GroupRule[];
  readonly tests: readonly LineupTest[];
  /** Set if the candidates exist in a second role, which costs a fixed charge (see `FixedCharge`). */
  readonly charges?: Charges;
}

/** Disjoint sets of picks, of which a lineup with enough pays a fixed charge. */
export interface Charges {
  /** The instance with one role. */
  readonly plain: Instance;
  /** Per candidate, the index of its charge set; -1 if it is in none. */
  readonly setOf: Int32Array;
  /** Per charge set, how many of its picks a lineup needs to pay, and how many are fixed. */
  readonly leasts: readonly number[];
  readonly fixed: readonly number[];
}

/**
 * Inverts `pick`, which has the pick of each option: returns the option of each pick, or -1 if it has none.
 */
export function optionsOf(pick: Int32Array, picks: number): Int32Array {
  const optionOf = new Int32Array(picks).fill(-1);
  for (let option = 0; option < pick.length; option += 1)
    if (pick[option] !== -1) optionOf[pick[option]!] = option;
  return optionOf;
}

/** Returns the instance with each role twice: role r + `roles` is role r again. */
export function withRolesTwice(instance: Instance): Instance {
  const { roles, noPick } = instance;
  const from = Int32Array.from({ length: 2 * noPick + 1 }, (_, option) => {
    const role = option % (2 * roles);
    return (option - role) / 2 + (role % roles);
  });
  const pick = Int32Array.from(from, (option) => instance.pick[option]!);
  return {
    ...instance,
    roles: 2 * roles,
    noPick: 2 * noPick,
    pick,
    option: optionsOf(pick, instance.option.length),
    slots: Int32Array.from(from, (option) => instance.slots[option]!),
    points: Float64Array.from(from, (option) => instance.points[option]!),
    salary: Float64Array.from(from, (option) => instance.salary[option]!),
  };
}

/** The limit that remains for free seats: the counter's limit less the fixed players that it counts. */
export function limitLeft({ fixed, model }: Instance, { kind, limit, member }: Counter): number {
  const counted = fixed.reduce((sum, pick) => sum + member[model.picks.entry[pick]!]!, 0);
  return kind === "atLeast" ? Math.max(0, limit - counted) : limit - counted;
}

export function flagsOf(entries: Iterable<number>, size: number): Uint8Array {
  const flags = new Uint8Array(size);
  for (const entry of entries) flags[entry] = 1;
  return flags;
}

/** Whether the weights are the picks' salaries, so that their sum is the salary of the lineup. */
export function isSalary(weights: Float64Array, salary: Float64Array): boolean {
  return (
    weights === salary || (weights.length === salary.length && weights.every((own, at) => own === salary[at]))
  );
}
