import type { Model } from "../../model/model.ts";
import type { Instance } from "./instance.ts";
import { readInstance, withPointsOf } from "./read-instance.ts";

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
