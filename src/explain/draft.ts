import { allowedSlots } from "../model/allowed-slots.ts";
import type { Model, Rule } from "../model/model.ts";
import { Matching } from "../shared/matching.ts";
import { seatCounts } from "./seats.ts";

/** Picks gathered one by one, no entry twice and nobody forbidden, each only where all of them can sit. */
export class Draft {
  readonly picks: number[] = [];
  readonly entries = new Set<number>();
  readonly #model: Model;
  readonly #allowed: ReadonlyMap<number, number>;
  readonly #forbidden: ReadonlySet<number>;
  readonly #matching: Matching;
  /** Slots, as bits, whose seats no further pick can have. */
  readonly #full = new Set<number>();

  constructor(model: Model, rules: readonly Rule[]) {
    this.#model = model;
    this.#matching = new Matching(seatCounts(model));
    this.#allowed = allowedSlots(rules);
    this.#forbidden = new Set(rules.flatMap((rule) => (rule.kind === "forbid" ? rule.entries : [])));
  }

  /** Takes up to `most` of the candidates in their order, for seats of these slots. */
  take(candidates: Iterable<number>, most: number, slots: number): void {
    let open = most;
    for (const pick of candidates) {
      if (open <= 0) return;
      const entry = this.#model.picks.entry[pick]!;
      if (this.entries.has(entry) || this.#forbidden.has(entry)) continue;
      const bits = this.#model.picks.slots[pick]! & (this.#allowed.get(entry) ?? -1) & slots;
      if (bits === 0 || this.#full.has(bits)) continue;
      if (!this.#matching.add(bits)) {
        this.#full.add(bits);
        continue;
      }
      this.picks.push(pick);
      this.entries.add(entry);
      open -= 1;
    }
  }
}
