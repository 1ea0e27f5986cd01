import type { Model, Rule } from "../model/model.ts";
import type { RuleByKind } from "../model/rule-by-kind.ts";
import { Draft } from "./draft.ts";
import { countSeats, EVERY_SLOT, filledSlots } from "./seats.ts";

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
  const among: Among = (wanted) => byPrice.filter((pick) => wanted(model.picks.entry[pick]!));
  return [EVERY_SLOT, filledSlots(rules)].map((slots) => {
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
      if (rule.kind === "atLeast") takeSome(rule, draft, among);
      if (rule.kind === "groupsMinimum") takeGroups(rule, draft, among);
    }
    const free = () => countSeats(model, slots) - draft.picks.length;
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

/** The picks of wanted entries, the lowest-priced first. */
type Among = (wanted: (entry: number) => boolean) => number[];

function takeSome({ entries, minimum }: RuleByKind["atLeast"], draft: Draft, among: Among): void {
  const met = entries.filter((entry) => draft.entries.has(entry)).length;
  draft.take(
    among((entry) => entries.includes(entry)),
    minimum - met,
    EVERY_SLOT,
  );
}

/** One of each new group until there are enough, or no more can sit. */
function takeGroups({ groups, minimum }: RuleByKind["groupsMinimum"], draft: Draft, among: Among): void {
  for (let tried = 0; tried < minimum; tried += 1) {
    const met = new Set([...draft.entries].map((entry) => groups[entry]!)).add(-1);
    if (met.size > minimum) return;
    draft.take(
      among((entry) => !met.has(groups[entry]!)),
      1,
      EVERY_SLOT,
    );
  }
}
