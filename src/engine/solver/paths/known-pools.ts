import { forbids, type Model, type Rule, requires } from "../../model/model.ts";
import type { Instance } from "./instance.ts";
import { readInstance } from "./read-instance.ts";
import { readRules } from "./read-rules.ts";

/** How many pools are kept. */
const MOST_KEPT = 4;

/** Whether a rule says of single entries whether, or where, they may be picked. */
function namesEntries(rule: Rule): boolean {
  return rule.kind === "allow" || forbids(rule) || requires(rule);
}

/** Reads models whose picks were read lately but for their rules, where all picks may be picked and paid. */
export class KnownPools {
  #kept: readonly Instance[] = [];

  /** As `readInstance`. */
  readonly read = (model: Model): Instance | null => {
    const { slots, picks } = model;
    if (model.rules.some(namesEntries)) return readInstance(model);
    const known = this.#kept.find((one) => one.model.picks === picks && one.model.slots === slots);
    if (known) {
      const { budget, allowed, counters, groupRules, tests } = readRules(model);
      if (known.mostSalary <= budget && allowed.every((slotBits) => slotBits === -1))
        return { ...known, model, budget, counters, groupRules, tests };
    }
    const instance = readInstance(model);
    if (instance === null || !hasAllPicks(instance)) return instance;
    this.#kept = [instance, ...this.#kept.filter((one) => one !== known)].slice(0, MOST_KEPT);
    return instance;
  };
}

/** Whether an instance has each of its model's picks in each slot: neither its budget nor its tests left any out. */
function hasAllPicks({ pick, slots, model: { picks } }: Instance): boolean {
  let found = 0;
  for (let option = 0; option < pick.length; option += 1) {
    const own = pick[option]!;
    if (own === -1) continue;
    if (slots[option] !== picks.slots[own]) return false;
    found += 1;
  }
  return found === picks.entry.length;
}
