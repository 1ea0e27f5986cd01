import type { LineupTest } from "../../model/lineup-test.ts";
import type { Model, RuleByKind } from "../../model/model.ts";

/** A rule that counts picked members: at least `limit` of them, or at most. */
export interface Counter {
  readonly kind: "atLeast" | "atMost";
  /** One element per model entry, 1 for members. */
  readonly member: Uint8Array;
  readonly limit: number;
}

export type GroupRule = RuleByKind["groupMaximum" | "groupsMinimum"];

/**
 * A model in the form that the path engine uses. It omits players that cannot be picked, has seated players
 * locked to a slot (`fixed`), and lists the others as candidates. A candidate in a role is an option with the
 * index `candidate * roles + role`. The index after the last, `nobody`, means no pick: no points and no
 * salary.
 */
export interface Instance {
  readonly model: Model;
  readonly roles: number;
  /** Seats still free, per slot, and in all. */
  readonly seats: readonly number[];
  readonly openSeats: number;
  /** The salary left to spend; Infinity if there is no limit. */
  readonly budget: number;
  /** The model's picks that every solution has, ascending, and their points. */
  readonly fixed: readonly number[];
  readonly fixedPoints: number;
  readonly size: number;
  /** Per candidate: the model's entry, and 1 if it must be picked. */
  readonly entry: Int32Array;
  readonly required: Uint8Array;
  /** Per option: the model's pick (-1 without the role), and the slots that it may fill. */
  readonly pick: Int32Array;
  readonly slots: Int32Array;
  /** Per pick of the model its option, or -1. */
  readonly option: Int32Array;
  /** Per option and for `nobody`: whole units of points, and whole units of currency. */
  readonly points: Float64Array;
  readonly salary: Float64Array;
  readonly nobody: number;
  /** The largest absolute points and the largest salary of an option. */
  readonly mostPoints: number;
  readonly mostSalary: number;
  readonly counters: readonly Counter[];
  readonly groupRules: readonly GroupRule[];
  /** Tests that whole lineups must pass. */
  readonly tests: readonly LineupTest[];
}

export function withCounters(instance: Instance, counters: readonly Counter[]): Instance {
  return counters.length === 0 ? instance : { ...instance, counters: [...instance.counters, ...counters] };
}

/** Per pick of the model, its option; -1 if it has none. */
export function optionsOf(pick: Int32Array, picks: number): Int32Array {
  const optionOf = new Int32Array(picks).fill(-1);
  for (let option = 0; option < pick.length; option += 1)
    if (pick[option] !== -1) optionOf[pick[option]!] = option;
  return optionOf;
}

/** The instance with these of its candidates only, ascending. */
export function restrictTo(instance: Instance, candidates: readonly number[]): Instance {
  const { roles } = instance;
  const size = candidates.length;
  const nobody = size * roles;
  const from = Int32Array.from({ length: nobody + 1 }, (_, option) =>
    option < nobody ? candidates[Math.floor(option / roles)]! * roles + (option % roles) : instance.nobody,
  );
  const pick = Int32Array.from(from, (option) => instance.pick[option]!);
  return {
    ...instance,
    size,
    nobody,
    pick,
    option: optionsOf(pick, instance.option.length),
    entry: Int32Array.from(candidates, (candidate) => instance.entry[candidate]!),
    required: Uint8Array.from(candidates, (candidate) => instance.required[candidate]!),
    slots: Int32Array.from(from, (option) => instance.slots[option]!),
    points: Float64Array.from(from, (option) => instance.points[option]!),
    salary: Float64Array.from(from, (option) => instance.salary[option]!),
  };
}

/** A counter's limit minus the fixed picks that it counts. */
export function limitLeft({ fixed, model }: Instance, { kind, limit, member }: Counter): number {
  const counted = fixed.reduce((sum, pick) => sum + member[model.picks.entry[pick]!]!, 0);
  return kind === "atLeast" ? Math.max(0, limit - counted) : limit - counted;
}

/** 1 for each of the entries, 0 for all others. */
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
