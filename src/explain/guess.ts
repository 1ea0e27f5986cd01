import type { Model, Rule } from "../model/model.ts";
import { Draft, EVERY_SLOT } from "./draft.ts";
import { filledSlots, seatsOf } from "./seats.ts";

/**
 * Picks that have a fair chance to keep the rules, once taking every seat and once no more than the rules want taken.
 * First comes who is required, then the lowest-priced of those that a minimum speaks of, then, where every seat is
 * taken, whom `preferred` names, then the lowest-priced of all. `byPrice` lists the picks. Whoever asks has to check.
 */
export function guessPicks(
  model: Model,
  rules: readonly Rule[],
  byPrice: readonly number[],
  preferred: ReadonlySet<number>,
): readonly (readonly number[])[] {
  const among = (wanted: (entry: number) => boolean) =>
    byPrice.filter((pick) => wanted(model.picks.entry[pick]!));
  const filled = filledSlots(rules);
  return [EVERY_SLOT, filled].map((slots) => {
    const draft = new Draft(model, rules);
    for (const rule of rules) {
      if (rule.kind === "require")
        draft.take(
          among((entry) => entry === rule.entry),
          1,
          EVERY_SLOT,
        );
    }
    for (const rule of rules) {
      if (rule.kind !== "atLeast") continue;
      const met = rule.entries.filter((entry) => draft.entries.has(entry)).length;
      draft.take(
        among((entry) => rule.entries.includes(entry)),
        rule.minimum - met,
        EVERY_SLOT,
      );
    }
    const free = () => seatsOf(model, slots).length - draft.picks.length;
    if (slots === EVERY_SLOT)
      draft.take(
        among((entry) => preferred.has(entry)),
        free(),
        slots,
      );
    draft.take(byPrice, free(), slots);
    return draft.picks.sort((a, b) => a - b);
  });
}
