import { makesRoster } from "../engine/model/makes-roster.ts";
import type { PortfolioPlan } from "../engine/model/portfolio-plan.ts";
import { seatCount } from "../engine/roster.ts";
import { mostApart } from "../engine/solver/portfolio/too-alike.ts";
import type { ShortReason } from "./explain-short.ts";
import { type Lines, placeWords } from "./places.ts";
import { amountOf, uniqueConflict } from "./share-conflicts.ts";

/** The reason why too few lineups differ by `unique` players, if counting the pool proves it; else null. */
export function whatIsTooFew(
  { model, unique, count }: PortfolioPlan,
  lines: Lines | undefined,
): ShortReason | null {
  const rules = model.rules.filter(makesRoster);
  const most = mostApart({ model: { ...model, rules }, unique });
  if (most >= count) return null;
  const seats = seatCount(model.slots);
  const people = new Set(model.picks.entry).size;
  const apart = uniqueConflict(unique, lines);
  const detail = `${placeWords(["lineups"], lines)}: of ${amountOf(people, "player")} there are at most ${amountOf(most, "lineup")} of ${seats} so different`;
  return {
    detail: `No portfolio of ${count} lineups keeps all of this: ${apart.detail}; and ${detail}. Ask for at most ${most}, or lower unique.`,
    conflicts: [apart],
  };
}
