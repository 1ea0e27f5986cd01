import { ChosenLineups } from "../../engine/model/chosen-lineups.ts";
import type { PortfolioPlan } from "../../engine/model/portfolio-plan.ts";
import type { Worth } from "./goals.ts";

/**
 * Chooses lineups one by one, each time the one that adds the most among those the plan still allows, until
 * there are enough; fewer if no candidate is left. Returns indices of `candidates`, which are ascending picks
 * of the plan's model; of equal gains, the earlier candidate is chosen. docs/engine.md states the
 * guarantee.
 */
export function chooseGreedily(
  plan: PortfolioPlan,
  candidates: readonly (readonly number[])[],
  worth: Pick<Worth, "gainOf" | "take">,
): number[] {
  const record = new ChosenLineups(plan);
  const shares = candidates.map((picks) => new Set(record.sharesOf(picks)));
  const bounds = candidates.map((_, candidate) => worth.gainOf(candidate).most);
  const chosen: number[] = [];
  while (chosen.length < plan.count) {
    const left = plan.count - chosen.length;
    // Minimum shares that need all lineups still to be chosen: only lineups that they count are chosen.
    const urgent = [...plan.shares.keys()].filter(
      (share) => plan.shares[share]!.least - record.passing[share]! >= left,
    );
    const next = best(bounds, worth, (candidate) => {
      if (!record.hasRoomFor(candidates[candidate]!)) bounds[candidate] = Number.NEGATIVE_INFINITY;
      return (
        bounds[candidate] !== Number.NEGATIVE_INFINITY &&
        urgent.every((share) => shares[candidate]!.has(share))
      );
    });
    if (next === -1) break;
    worth.take(next);
    record.add({ picks: candidates[next]!, points: 0 });
    bounds[next] = Number.NEGATIVE_INFINITY;
    chosen.push(next);
  }
  return chosen;
}

/**
 * The candidate that adds the most among those that `isFree` accepts; -1 if there is none. `bounds` holds
 * upper limits of the gains; a gain is recomputed, and its limit lowered, only if it could be the largest.
 */
function best(
  bounds: number[],
  worth: Pick<Worth, "gainOf">,
  isFree: (candidate: number) => boolean,
): number {
  const barred = new Set<number>();
  const gains = new Map<number, number>();
  for (;;) {
    let [top, most] = [-1, Number.NEGATIVE_INFINITY];
    for (let candidate = 0; candidate < bounds.length; candidate += 1) {
      if (bounds[candidate]! <= most) continue;
      const own = gains.get(candidate) ?? bounds[candidate]!;
      if (own <= most || barred.has(candidate)) continue;
      [top, most] = [candidate, own];
    }
    if (top === -1 || gains.has(top)) return top;
    if (isFree(top)) {
      const { gain, most: bound } = worth.gainOf(top);
      gains.set(top, gain);
      bounds[top] = bound;
    } else barred.add(top);
  }
}
