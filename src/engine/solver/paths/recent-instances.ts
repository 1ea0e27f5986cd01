import type { Model } from "../../model/model.ts";
import type { Instance } from "./instance.ts";
import { readInstance, throwIfTooLarge } from "./read-instance.ts";

/** How many instances are kept. */
const MOST_KEPT = 16;

/** Instances of models read lately: those that differ in points alone share all else. */
export class RecentInstances {
  readonly #kept: Instance[] = [];

  /** As `readInstance`. */
  read(model: Model): Instance | null {
    const at = this.#kept.findIndex(({ model: known }) => isAlike(known, model));
    if (at !== -1) {
      const [known] = this.#kept.splice(at, 1) as [Instance];
      this.#kept.push(known);
      return known.model.picks === model.picks ? known : withPointsOf(known, model);
    }
    const instance = readInstance(model);
    if (instance === null) return null;
    if (this.#kept.length === MOST_KEPT) this.#kept.shift();
    this.#kept.push(instance);
    return instance;
  }
}

/** Whether models are made of the very same parts, points aside. */
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

/** An instance of another model, which differs in its points alone. @throws UnsupportedModelError as above */
function withPointsOf(instance: Instance, model: Model): Instance {
  const { pick, fixed, nobody, openSeats } = instance;
  const points = new Float64Array(instance.points.length);
  let mostPoints = 0;
  for (let option = 0; option < nobody; option += 1) {
    if (pick[option] === -1) continue;
    const own = model.picks.points[pick[option]!]!;
    points[option] = own;
    mostPoints = Math.max(mostPoints, Math.abs(own));
  }
  throwIfTooLarge(mostPoints, openSeats);
  const fixedPoints = fixed.reduce((sum, own) => sum + model.picks.points[own]!, 0);
  return { ...instance, model, points, mostPoints, fixedPoints };
}
