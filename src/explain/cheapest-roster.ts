import type { Model, RuleKind } from "../model/model.ts";
import { Draft, EVERY_SLOT } from "./draft.ts";
import { countSeats } from "./seats.ts";

/** What bears on seats alone. */
const SEATING: ReadonlySet<RuleKind> = new Set(["fill", "once", "seat", "unseat"]);

/**
 * Whether the picks of a model that can sit together are a matroid: nobody has two picks to choose from, and who may
 * sit where is all that its rules say.
 */
export function isSeatingAlone({ entries, picks, rules }: Model): boolean {
  const seen = new Uint8Array(entries);
  for (const entry of picks.entry) {
    if (seen[entry] === 1) return false;
    seen[entry] = 1;
  }
  return rules.every(({ kind }) => SEATING.has(kind));
}

/**
 * The picks of most points that take every seat of such a model; `byPoints` lists its picks, those of most points first.
 * In a matroid whoever comes next and can sit beside those before belongs among them.
 */
export function mostPointsSeated(model: Model, byPoints: readonly number[]): readonly number[] {
  const draft = new Draft(model, model.rules);
  draft.take(byPoints, countSeats(model, EVERY_SLOT), EVERY_SLOT);
  return draft.picks;
}
