import type { Model, RuleKind } from "../model/model.ts";
import { LastMade } from "../shared/last-made.ts";
import { Draft, EVERY_SLOT } from "./draft.ts";
import { countSeats } from "./seats.ts";

/** What bears on seats alone. */
const SEATING: ReadonlySet<RuleKind> = new Set(["fill", "once", "seat", "unseat"]);

/**
 * Whether the picks of a model that can sit together are a matroid: nobody has two picks to choose from, and who may
 * sit where is all that its rules say.
 */
export function isSeatingAlone({ picks, rules }: Model): boolean {
  const isSingle = known.of(picks.entry, [], () => new Set(picks.entry).size === picks.entry.length);
  return isSingle && rules.every(({ kind }) => SEATING.has(kind));
}

/** Of the picks that many questions share: whether nobody has two. */
const known = new LastMade<Int32Array, boolean>();

/**
 * The picks of most points that take every seat of such a model; `byPoints` lists its picks, those of most points first.
 * In a matroid whoever comes next and can sit beside those before belongs among them.
 */
export function mostPointsSeated(model: Model, byPoints: readonly number[]): readonly number[] {
  const draft = new Draft(model, model.rules);
  draft.take(byPoints, countSeats(model, EVERY_SLOT), EVERY_SLOT);
  return draft.picks;
}
