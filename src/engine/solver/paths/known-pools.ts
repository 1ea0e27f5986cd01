import type { Model, RuleKind } from "../../model/model.ts";
import { type Classified, classify } from "./classes.ts";
import type { Instance } from "./instance.ts";
import { readInstance } from "./read-instance.ts";
import { readRules } from "./read-rules.ts";
import type { Layout } from "./roster.ts";
import type { Trellis } from "./trellis.ts";

/** How many pools are kept. */
const MOST_KEPT = 4;

/** Trellises of everybody are kept for automata no larger than this. */
const MOST_STATES = 64;

/** Rules that say of somebody whether, or where, he may be picked. */
const OF_ENTRIES: ReadonlySet<RuleKind> = new Set(["forbid", "require", "seat", "unseat"]);

/** What follows from candidates alone where no counter counts them, made when it is first needed. */
export class Pool {
  readonly #slots: Int32Array;
  #classified: Classified | undefined;
  #trellis: Trellis | null | undefined;

  constructor({ slots }: Pick<Instance, "slots">) {
    this.#slots = slots;
  }

  /** As `classify` has it; undefined for an instance of other candidates, or with counters. */
  classified(instance: Instance): Classified | undefined {
    if (!this.#isOf(instance)) return undefined;
    this.#classified ??= classify(instance);
    return this.#classified;
  }

  /** How everybody is laid out class by class; undefined as above, and where that is too large to be kept. */
  trellis(
    instance: Instance,
    { layOut, size }: { readonly layOut: Layout; readonly size: number },
    everybody: readonly number[],
  ): Trellis | null | undefined {
    if (!this.#isOf(instance) || size === 0 || size > MOST_STATES) return undefined;
    if (this.#trellis === undefined) {
      const laid = layOut(everybody, "all");
      this.#trellis = laid && copyOf(laid);
    }
    return this.#trellis;
  }

  #isOf({ slots, counters }: Instance): boolean {
    return slots === this.#slots && counters.length === 0;
  }
}

/** A trellis that lasts. */
function copyOf(trellis: Trellis): Trellis {
  const { states, first, target, option } = trellis;
  const arcs = first[states]!;
  return {
    ...trellis,
    first: first.slice(0, states + 1),
    target: target.slice(0, arcs),
    option: option.slice(0, arcs),
  };
}

/** Reads models whose picks were read lately but for their rules, where all picks may be picked and paid. */
export class KnownPools {
  #kept: readonly Instance[] = [];

  /** As `readInstance`. */
  readonly read = (model: Model): Instance | null => {
    const { slots, picks } = model;
    if (model.rules.some(({ kind }) => OF_ENTRIES.has(kind))) return readInstance(model);
    const known = this.#kept.find((one) => one.model.picks === picks && one.model.slots === slots);
    if (known) {
      const { budget, allowed, counters, groupRules, pairRules, tests } = readRules(model);
      if (known.mostSalary <= budget && allowed.every((slotBits) => slotBits === -1))
        return { ...known, model, budget, counters, groupRules, pairRules, tests };
    }
    const instance = readInstance(model);
    if (instance === null || !hasAllPicks(instance)) return instance;
    const whole = { ...instance, pool: new Pool(instance) };
    this.#kept = [whole, ...this.#kept.filter((one) => one !== known)].slice(0, MOST_KEPT);
    return whole;
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
