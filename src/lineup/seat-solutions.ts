import { SolverFailedError } from "../errors.ts";
import type { Model } from "../model/model.ts";
import type { Lineup, Seat } from "../problem/problem.ts";
import { Matching } from "../shared/matching.ts";
import type { Solution } from "../solver/contract.ts";

/** Turns chosen picks into seats: the best-paid picks take the earlier slots, locks their own. */
export function seatSolutions(model: Model, solutions: readonly Solution[]): Lineup[] {
  const seats = model.slots.map((slot) => slot.count);
  const allowed = Int32Array.from(model.picks.slots);
  const locked = new Map<number, number>();
  for (const rule of model.rules) if (rule.kind === "seat") locked.set(rule.entry, 1 << rule.slot);
  if (locked.size > 0) {
    for (let pick = 0; pick < allowed.length; pick += 1)
      allowed[pick]! &= locked.get(model.picks.entry[pick]!) ?? -1;
  }
  const { points, entry } = model.picks;
  return solutions.map((solution) => {
    const picks = solution.picks.toSorted((a, b) => points[b]! - points[a]! || entry[a]! - entry[b]!);
    const matching = new Matching(seats);
    if (!picks.every((pick) => matching.add(allowed[pick]!)))
      throw new SolverFailedError(`A solver returned picks that cannot sit together: ${picks.join(", ")}.`);
    const slots = matching.slots();
    return picks
      .map((pick, index): Seat => ({ entry: entry[pick]!, slot: slots[index]! }))
      .sort((a, b) => a.slot - b.slot);
  });
}
