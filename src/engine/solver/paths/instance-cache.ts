import type { Model } from "../../model/model.ts";
import type { Instance } from "./instance.ts";
import { readInstance, throwIfTooLarge } from "./read-instance.ts";

const MOST_KEPT = 16;

/** Caches the instances of the models read last. Models that differ only in points share everything else. */
export class InstanceCache {
  /** An instance is null if the model is known to be infeasible. */
  readonly #kept: { readonly model: Model; readonly instance: Instance | null }[] = [];

  read(model: Model): Instance | null {
    const kept = this.#kept;
    const at = kept.findIndex((own) => isAlike(own.model, model));
    if (at === -1) {
      if (kept.length === MOST_KEPT) kept.shift();
      const instance = readInstance(model);
      kept.push({ model, instance });
      return instance;
    }
    const [own] = kept.splice(at, 1) as [(typeof kept)[number]];
    kept.push(own);
    const { instance } = own;
    return instance === null || own.model.picks === model.picks ? instance : withPointsOf(instance, model);
  }
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
