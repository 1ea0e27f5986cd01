import type { Model } from "../../model/model.ts";
import type { Instance } from "./instance.ts";
import { readInstance, throwIfTooLarge } from "./read-instance.ts";
import { readRules } from "./read-rules.ts";
import { canKeepGroupRules } from "./side-rules.ts";

const MOST_KEPT = 16;

/**
 * Caches the instances of the models read last. Models that differ only in points share everything else.
 * Models that differ only in rules share their candidates, unless a rule of one of them excludes or
 * requires a player.
 */
export class InstanceCache {
  readonly #kept: {
    readonly model: Model;
    /** The model's instance; null if the model is known to be infeasible. */
    readonly instance: Instance | null;
    /** Whether the instance has all picks of the model as options, and requires none of them. */
    readonly isWhole: boolean;
  }[] = [];

  readonly read = (model: Model): Instance | null => {
    const kept = this.#kept;
    const at = kept.findIndex((own) => isAlike(own.model, model));
    if (at !== -1) {
      const [own] = kept.splice(at, 1) as [(typeof kept)[number]];
      kept.push(own);
      const { instance } = own;
      return instance === null || own.model.picks === model.picks ? instance : withPointsOf(instance, model);
    }
    const instance = this.#fromPool(model) ?? readInstance(model);
    if (kept.length === MOST_KEPT) kept.shift();
    kept.push({ model, instance, isWhole: instance !== null && hasAllPicks(instance) });
    return instance;
  };

  /**
   * Makes the model's instance with the candidates of a cached instance that has the same picks. Null if none
   * is cached, or if the model's rules may exclude or require a player.
   */
  #fromPool(model: Model): Instance | null {
    const { slots, picks } = model;
    const known = this.#kept.findLast(
      (own) => own.isWhole && own.model.picks === picks && own.model.slots === slots,
    )?.instance;
    if (known == null) return null;
    const { budget, allowed, required, counters, groupRules, tests } = readRules(model);
    const isWhole =
      known.mostSalary <= budget && allowed.every((own) => own === -1) && required.every((own) => own === 0);
    const instance = { ...known, model, budget, counters, groupRules, tests };
    return isWhole && canKeepGroupRules(instance) ? instance : null;
  }
}

function hasAllPicks({ pick, slots, required, model: { picks } }: Instance): boolean {
  let found = 0;
  for (let option = 0; option < pick.length; option += 1) {
    const own = pick[option]!;
    if (own === -1) continue;
    if (slots[option] !== picks.slots[own]) return false;
    found += 1;
  }
  return found === picks.entry.length && required.every((own) => own === 0);
}

function isAlike(one: Model, other: Model): boolean {
  const { picks, rules } = other;
  return (
    one.slots === other.slots &&
    one.entries === other.entries &&
    one.picks.entry === picks.entry &&
    one.picks.slots === picks.slots &&
    one.picks.role === picks.role &&
    one.picks.salary === picks.salary &&
    one.rules.length === rules.length &&
    one.rules.every((rule, at) => rule === rules[at])
  );
}

/**
 * Returns the instance of a model that differs from the given instance's model only in points.
 * @throws UnsupportedModelError if the points are too large to be added exactly.
 */
function withPointsOf(instance: Instance, model: Model): Instance {
  const { pick, fixed, noPick, openSeats } = instance;
  const points = new Float64Array(instance.points.length);
  let mostPoints = 0;
  for (let option = 0; option < noPick; option += 1) {
    if (pick[option] === -1) continue;
    const own = model.picks.points[pick[option]!]!;
    points[option] = own;
    mostPoints = Math.max(mostPoints, Math.abs(own));
  }
  throwIfTooLarge(mostPoints, openSeats);
  const fixedPoints = fixed.reduce((sum, own) => sum + model.picks.points[own]!, 0);
  return { ...instance, model, points, mostPoints, fixedPoints };
}
